import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { authLogin } from './auth-login.ts';

export const authResetRequest = defineCall('auth.reset_request', {
  method: 'POST',
  purpose: 'Sends a mail with a way to a new password; the answer does not tell whether there is such an account.',
  params: v.object({ email: authLogin.params.entries.email }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});
