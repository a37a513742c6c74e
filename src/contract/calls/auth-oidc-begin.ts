import * as v from 'valibot';
import { defineCall } from '../call.ts';

export const authOidcBegin = defineCall('auth.oidc_begin', {
  method: 'POST',
  purpose: 'Where to go to sign in at the OpenID provider, and the state that has to come back with the visitor.',
  params: v.object({}),
  data: v.object({ address: v.nullable(v.pipe(v.string(), v.url())), state: v.string() }),
  empty: { address: null, state: '' },
  errors: ['NOT_FOUND', 'UNAVAILABLE', 'RATE_LIMITED'],
});
