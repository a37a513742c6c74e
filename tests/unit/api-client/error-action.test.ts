import { describe, expect, it } from 'vitest';
import { errorActionOf } from '#src/api-client/error-action.ts';
import type { Result } from '#src/contract/index.ts';

const result = (status: number, code: string, desc?: string): Result<null> => ({
  success: 0,
  data: null,
  status,
  errors: [{ code, message: code }],
  ...(desc === undefined ? {} : { desc }),
});
const notification = (message: string) => ({ kind: 'notification', message });

describe('errorActionOf', () => {
  it('does nothing about a success', () => {
    const good: Result<null> = { success: 1, data: null, status: 200, errors: [] };
    expect(errorActionOf(good, { pageCall: true })).toEqual({ kind: 'none' });
  });

  it.each([
    ['404 of the page itself', result(404, 'NOT_FOUND'), true, { kind: 'not-found' }],
    ['410 of the page itself', result(410, 'GONE'), true, { kind: 'not-found' }],
    ['a page whose call the upstream lacks', result(404, 'CALL_ABSENT'), true, { kind: 'not-found' }],
    ['404 with a text of the server', result(404, 'NOT_FOUND', 'No such list'), false, notification('No such list')],
    ['404 without', result(404, 'NOT_FOUND'), false, notification('Has Error')],
    ['a feature the upstream lacks', result(404, 'CALL_ABSENT'), false, { kind: 'log' }],
    ['400', result(400, 'BAD_REQUEST'), false, { kind: 'redirect', to: '/400' }],
    ['400 of the page itself', result(400, 'BAD_REQUEST'), true, { kind: 'redirect', to: '/400' }],
    ['a slow network', result(0, 'CLIENT_TIMEOUT'), true, { kind: 'log' }],
    ['a call given up', result(0, 'CLIENT_ABORTED'), false, { kind: 'none' }],
    ['503', result(503, 'UNAVAILABLE', 'ignored'), false, notification('Service Unavailable')],
    ['429', result(429, 'RATE_LIMITED'), false, notification('Too Many Requests')],
    ['an expired event', result(410, 'EVENT_EXPIRED'), true, notification('Gone')],
    ['a status nobody knows', result(599, 'CLIENT_STATUS'), false, notification('Has Error')],
    ['no network', result(0, 'CLIENT_NETWORK'), false, notification('Has Error')],
    ['a broken answer', result(200, 'CLIENT_CONTRACT'), false, notification('Has Error')],
  ])('decides what a page does about %s', (_name, given, pageCall, expected) => {
    expect(errorActionOf(given, { pageCall })).toEqual(expected);
  });
});
