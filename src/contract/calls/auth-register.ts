import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Session } from '../entities/visitor.ts';

export const authRegister = defineCall('auth.register', {
  method: 'POST',
  purpose: 'Creates an account and signs in.',
  params: v.object({
    email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254)),
    password: v.pipe(v.string(), v.minLength(8), v.maxLength(200)),
    name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(80)), ''),
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'EMAIL_TAKEN', 'RATE_LIMITED'],
});
