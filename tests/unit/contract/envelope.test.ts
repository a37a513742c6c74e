import { expect, it } from 'vitest';
import { API_ERRORS } from '#src/contract/envelope.ts';

const withStatus = (status: number) =>
  Object.entries(API_ERRORS)
    .filter(([, one]) => one === status)
    .map(([code]) => code);

it('the status 401, which ends a session, is never used for errors that a signed-in visitor can cause', () => {
  expect(withStatus(401)).toEqual(['UNAUTHORIZED', 'WRONG_CREDENTIALS']);
  expect(API_ERRORS.WRONG_PASSWORD).toBe(403);
});

it('the status of each error code indicates whether a retry can succeed', () => {
  expect(withStatus(429)).toEqual(['RATE_LIMITED']);
  expect(withStatus(503)).toEqual(['UNAVAILABLE']);
  expect(withStatus(410)).toEqual(['GONE', 'EVENT_EXPIRED']);
  expect(withStatus(402)).toEqual(['NOT_ENOUGH_COINS']);
});
