import { expect, it } from 'vitest';
import { API_ERRORS } from '#src/contract/envelope.ts';

const withStatus = (status: number) =>
  Object.entries(API_ERRORS)
    .filter(([, one]) => one === status)
    .map(([code]) => code);

it('no error that a signed-in visitor can cause has status 401', () => {
  expect(withStatus(401)).toEqual(['UNAUTHORIZED', 'WRONG_CREDENTIALS']);
  expect(API_ERRORS.WRONG_PASSWORD).toBe(403);
});

it('the error codes for a rate limit, an unavailable service, deleted content and missing coins have their own statuses', () => {
  expect(withStatus(429)).toEqual(['RATE_LIMITED']);
  expect(withStatus(503)).toEqual(['UNAVAILABLE']);
  expect(withStatus(410)).toEqual(['GONE', 'EVENT_EXPIRED']);
  expect(withStatus(402)).toEqual(['NOT_ENOUGH_COINS']);
});
