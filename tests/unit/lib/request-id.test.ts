import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { REQUEST_ID_HEADER, requestId, withRequestId } from '#src/lib/request-id.ts';

describe('withRequestId', () => {
  it('uses the id in the header', () => {
    expect(withRequestId('from-a-proxy-1', requestId)).toBe('from-a-proxy-1');
  });

  it.each([
    ['no header', undefined],
    ['a header sent twice', ['from-a-proxy-1', 'from-a-proxy-2']],
    ['a short id', 'short'],
    ['a long id', 'x'.repeat(65)],
    ['characters that would corrupt a log', 'one two\nthree'],
  ])('creates an id for %s', (_what, header) => {
    const createdId = withRequestId(header, requestId);
    expect(createdId).toMatch(/^[\w.-]{8,64}$/);
    expect(withRequestId(header, requestId)).not.toBe(createdId);
  });

  it('creates ids from a process id and a counter', () => {
    expect(withRequestId(undefined, requestId)).toMatch(/^[\da-f]{8}-[\da-z]+$/);
  });

  it('uses the header that proxies use for the id', () => expect(REQUEST_ID_HEADER).toBe('x-request-id'));

  it('keeps the ids of concurrent requests apart', async () => {
    const ids = ['request-1', 'request-2', 'request-3'];
    const answer = async () => {
      await wait(1);
      return requestId();
    };
    expect(await Promise.all(ids.map((id) => withRequestId(id, answer)))).toEqual(ids);
    expect(requestId()).toBeUndefined();
  });
});
