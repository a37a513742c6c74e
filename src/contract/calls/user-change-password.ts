import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { authLogin } from './auth-login.ts';
import { authRegister } from './auth-register.ts';

export const userChangePassword = defineCall('user.change_password', {
  method: 'POST',
  purpose: 'Changes the password; every other session ends.',
  signedIn: true,
  params: v.object({
    /** Empty for an account that has none yet. */
    current: authLogin.params.entries.password,
    password: authRegister.params.entries.password,
  }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED', 'WRONG_PASSWORD', 'RATE_LIMITED'],
});
