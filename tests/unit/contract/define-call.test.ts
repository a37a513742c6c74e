import * as v from 'valibot';
import { expect, it } from 'vitest';
import { defineCall } from '#src/contract/call.ts';

const nothing = v.object({});
const what = {
  purpose: 'For tests.',
  fallback: 'None.',
  pages: [],
  params: nothing,
  data: nothing,
  empty: {},
} as const;

it('by default, a call is optional, needs no account and notifies visitors of failures', () => {
  expect(defineCall('book.show', { method: 'GET', ...what })).toEqual({
    ...what,
    name: 'book.show',
    method: 'GET',
    path: '/v1/book.show',
    required: false,
    signedIn: false,
    idempotent: true,
    errors: [],
    onFailure: 'notify',
    errorsInPlace: [],
  });
});

it('a POST is not retried unless its definition allows it', () => {
  expect(defineCall('share.create', { method: 'POST', ...what }).idempotent).toBe(false);
  expect(defineCall('share.create', { method: 'POST', ...what, idempotent: true }).idempotent).toBe(true);
});

it('a call has the settings that its definition sets', () => {
  const settings = { signedIn: true, errors: ['NOT_FOUND'], onFailure: 'log', errorsInPlace: ['NOT_FOUND'] } as const;
  expect(defineCall('user.info', { method: 'GET', ...what, ...settings })).toMatchObject(settings);
});
