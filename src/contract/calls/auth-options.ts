import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Name } from '../entities/scalars.ts';

export const authOptions = defineCall('auth.options', {
  method: 'GET',
  purpose: 'Ways to sign in besides e-mail and password.',
  params: v.object({}),
  data: v.object({
    /** Whether a forgotten password can be reset by mail. */
    reset: v.boolean(),
    /** The OpenID provider, by the name visitors know. */
    provider: v.nullable(v.object({ name: Name })),
  }),
  empty: { reset: false, provider: null },
  errors: [],
});
