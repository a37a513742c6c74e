import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Session } from '../entities/visitor.ts';
import { authRegister } from './auth-register.ts';

export const authReset = defineCall('auth.reset', {
  method: 'POST',
  purpose: 'Sets a new password by the token of a mail; every session ends, and a new one begins.',
  params: v.object({
    token: v.pipe(v.string(), v.regex(/^[\w-]{16,200}$/)),
    password: authRegister.params.entries.password,
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'GONE', 'RATE_LIMITED'],
});
