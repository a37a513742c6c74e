import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Session } from '../entities/visitor.ts';

export const authRefresh = defineCall('auth.refresh', {
  method: 'POST',
  purpose:
    'Exchanges the session cookie for a new bearer token and a new cookie. It accepts only requests from the site itself.',
  fallback: 'a session lasts as long as the token of its sign-in',
  pages: 'every page',
  // The call can be retried: a second call within the grace period returns another pair of tokens for the same session.
  idempotent: true,
  onFailure: 'log',
  params: v.object({}),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['UNAUTHORIZED', 'FORBIDDEN'],
});

export const authLogout = defineCall('auth.logout', {
  method: 'POST',
  purpose: 'Signs out and invalidates the bearer token.',
  fallback: 'signing out only deletes the token on the device',
  pages: ['login', 'myinfo'],
  signedIn: true,
  onFailure: 'log',
  params: v.object({
    /** Whether to sign out on every device. */
    everywhere: v.optional(v.boolean(), false),
  }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
