import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Session } from '../entities/visitor.ts';

export const authRefresh = defineCall('auth.refresh', {
  method: 'POST',
  purpose: 'A new bearer token for the cookie of the session, which is replaced with it; asked from the site alone.',
  // A repeated call within the grace gets another pair of the same session.
  idempotent: true,
  params: v.object({}),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['UNAUTHORIZED', 'FORBIDDEN'],
});
