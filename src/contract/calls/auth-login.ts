import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Session } from '../entities/visitor.ts';

export const authLogin = defineCall('auth.login', {
  method: 'POST',
  purpose: 'Signs in.',
  params: v.object({
    email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
    password: v.pipe(v.string(), v.maxLength(200)),
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'WRONG_CREDENTIALS', 'RATE_LIMITED'],
});
