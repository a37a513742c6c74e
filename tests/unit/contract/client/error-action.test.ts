import { describe, expect, it } from 'vitest';
import { errorActionOf } from '#src/contract/client/error-action.ts';
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
  it('returns no action for a success', () => {
    const good: Result<null> = { success: 1, data: null, status: 200, errors: [] };
    expect(errorActionOf(good, { pageCall: true })).toEqual({ kind: 'none' });
  });

  it.each([
    ['404 of the page itself', result(404, 'NOT_FOUND'), true, { kind: 'not-found' }],
    ['410 of the page itself', result(410, 'GONE'), true, { kind: 'not-found' }],
    ['a page whose call is missing upstream', result(404, 'CALL_ABSENT'), true, { kind: 'not-found' }],
    [
      '404 with a message from the server',
      result(404, 'NOT_FOUND', 'No such list'),
      false,
      notification('No such list'),
    ],
    ['404 without a message', result(404, 'NOT_FOUND'), false, notification('Has Error')],
    ['a feature missing upstream', result(404, 'CALL_ABSENT'), false, { kind: 'log' }],
    ['400', result(400, 'BAD_REQUEST'), false, { kind: 'redirect', to: '/400' }],
    ['400 of the page itself', result(400, 'BAD_REQUEST'), true, { kind: 'redirect', to: '/400' }],
    ['a slow network', result(0, 'CLIENT_TIMEOUT'), true, { kind: 'log' }],
    ['an aborted call', result(0, 'CLIENT_ABORTED'), false, { kind: 'none' }],
    ['503', result(503, 'UNAVAILABLE', 'ignored'), false, notification('Service Unavailable')],
    ['429', result(429, 'RATE_LIMITED'), false, notification('Too Many Requests')],
    ['an expired event', result(410, 'EVENT_EXPIRED'), true, notification('Gone')],
    ['an unknown status', result(599, 'CLIENT_STATUS'), false, notification('Has Error')],
    ['no network', result(0, 'CLIENT_NETWORK'), false, notification('Has Error')],
    ['an invalid response', result(200, 'CLIENT_CONTRACT'), false, notification('Has Error')],
  ])('returns the action of a page for %s', (_name, result, pageCall, expected) => {
    expect(errorActionOf(result, { pageCall })).toEqual(expected);
  });
});
