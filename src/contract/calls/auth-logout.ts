import * as v from 'valibot';
import { defineCall } from '../call.ts';

export const authLogout = defineCall('auth.logout', {
  method: 'POST',
  purpose: 'Signs out: the bearer token is worth nothing afterwards.',
  signedIn: true,
  params: v.object({
    /** On every device. */
    everywhere: v.optional(v.boolean(), false),
  }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
