import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Session } from '../entities/visitor.ts';

export const authOidcFinish = defineCall('auth.oidc_finish', {
  method: 'POST',
  purpose: 'Signs in with the code that the OpenID provider sent the visitor back with.',
  params: v.object({
    code: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
    state: v.pipe(v.string(), v.regex(/^[\w-]{16,200}$/)),
    /** Who says so (RFC 9207), where the provider tells. */
    iss: v.optional(v.pipe(v.string(), v.maxLength(2000))),
  }),
  data: v.object({ session: v.nullable(Session) }),
  empty: { session: null },
  errors: ['BAD_REQUEST', 'FORBIDDEN', 'GONE', 'NOT_FOUND', 'EMAIL_TAKEN', 'UNAVAILABLE', 'RATE_LIMITED'],
});
