import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Session } from '../entities/visitor.ts';

export const authRefresh = defineCall('auth.refresh', {
  method: 'POST',
  purpose: 'A new bearer token for the cookie of the session, which is replaced with it; asked from the site alone.',
  fallback: 'a session lasts as long as the token of its sign-in',
  pages: 'every page',
  // A second call within the grace period returns another pair of tokens of the same session.
  idempotent: true,
  onFailure: 'log',
  params: v.object({}),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['UNAUTHORIZED', 'FORBIDDEN'],
});

export const authLogout = defineCall('auth.logout', {
  method: 'POST',
  purpose: 'Signs out: the bearer token is worth nothing afterwards.',
  fallback: 'signing out only forgets the token on the device',
  pages: ['login', 'myinfo'],
  signedIn: true,
  onFailure: 'log',
  params: v.object({
    /** On every device. */
    everywhere: v.optional(v.boolean(), false),
  }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
