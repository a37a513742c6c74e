import { expect, it } from 'vitest';
import { recommendTagGroupList } from '#src/contract/index.ts';
import { upstreamErrorOf } from '#src/publish/snapshot/errors.ts';

const errorOf = (status: number, ...errors: { code: string; message: string }[]) => {
  const result = { success: 0, data: undefined, errors, status } as unknown as Parameters<typeof upstreamErrorOf>[3];
  return upstreamErrorOf(recommendTagGroupList, { page: 2 }, 7, result).message;
};

it.each([
  [
    'its status and errors',
    errorOf(500, { code: 'A', message: 'one' }, { code: 'B', message: 'two' }),
    'status 500, A: one; B: two',
  ],
  ['a note that the response gave no reason', errorOf(502), 'status 502, no reason given'],
  [
    'no status if there was no response',
    errorOf(0, { code: 'CLIENT_NETWORK', message: 'gone' }),
    'CLIENT_NETWORK: gone',
  ],
])('the error of a failed call contains %s', (_what, message, reasons) => {
  expect(message).toBe(
    `The upstream failed at ${recommendTagGroupList.name} {"page":2} of section 7 (${reasons}). The live release is unchanged; run again when the upstream responds.`,
  );
});

it('the error of a failed call ends the command with the exit code for a failed upstream', () => {
  const result = { success: 0, data: undefined, errors: [], status: 0 } as unknown as Parameters<
    typeof upstreamErrorOf
  >[3];
  expect(upstreamErrorOf(recommendTagGroupList, {}, 7, result)).toMatchObject({ code: 'UPSTREAM', exitCode: 3 });
});
