import { describe, expect, it } from 'vitest';
import { deviceOf, formCallResult } from '#src/serve/forms/form-call.ts';
import { readUpTo } from '#src/serve/http/read-up-to.ts';

async function* stream(read: number[], ...sizes: number[]) {
  for (const size of sizes) {
    read.push(size);
    yield new Uint8Array(size).fill(size);
  }
}

describe('readUpTo', () => {
  it('returns all bytes up to and including the limit', async () => {
    expect(await readUpTo(stream([], 3, 4), 7)).toEqual(Buffer.from([3, 3, 3, 4, 4, 4, 4]));
    expect(await readUpTo(stream([]), 0)).toEqual(Buffer.alloc(0));
  });

  it('stops reading and returns undefined when the body exceeds the limit', async () => {
    const read: number[] = [];
    expect(await readUpTo(stream(read, 3, 5, 9), 7)).toBeUndefined();
    expect(read).toEqual([3, 5]);
  });

  it('rejects if the stream fails', async () => {
    const failing = async function* () {
      yield new Uint8Array(1);
      throw new Error('the connection ended');
    };
    await expect(readUpTo(failing(), 9)).rejects.toThrow('the connection ended');
  });
});

describe("the result of a form's call to the upstream", () => {
  const answer = (status: number, body: unknown) =>
    ({ status, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }) as never;

  it.each([
    ['a successful response', answer(200, { success: 1, data: { id: 5 } }), { data: { id: 5 } }],
    [
      'an error of the contract',
      answer(409, { success: 0, errors: [{ code: 'EMAIL_TAKEN' }] }),
      { code: 'EMAIL_TAKEN' },
    ],
    ['a missing response', undefined, { code: 'CLIENT_NETWORK' }],
    ['an upstream error', answer(500, { success: 1, data: {} }), { code: 'CLIENT_NETWORK' }],
    ['an error without a code', answer(400, { success: 0, errors: [] }), { code: '' }],
    ['a code that is not a string', answer(400, { success: 0, errors: [{ code: 5 }] }), { code: '' }],
    ['errors that are not a list', answer(400, { success: 0, errors: 'no' }), { code: '' }],
    ['invalid JSON', answer(200, 'no JSON'), { code: '' }],
    ['null', answer(200, 'null'), { code: '' }],
  ])('is derived from %s', (_, response, expected) => {
    expect(formCallResult(response)).toEqual(expected);
  });
});

describe('the device id of a submitted form', () => {
  it('is the one sent by the page, or else a new random one', () => {
    const device = (value?: string) => deviceOf(new URLSearchParams(value === undefined ? {} : { device: value }));
    for (const deviceId of ['a-device', '0'.repeat(64), '6F9619FF-8B86-D011-B42D-00C04FC964FF'])
      expect(device(deviceId)).toBe(deviceId);
    for (const invalidId of [undefined, '', 'short12', '0'.repeat(65), 'a device', 'a_device_1', 'a-device\n'])
      expect(device(invalidId)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(device()).not.toBe(device());
  });
});
