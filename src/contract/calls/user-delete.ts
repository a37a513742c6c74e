import * as v from 'valibot';
import { defineCall } from '../call.ts';

export const userDelete = defineCall('user.delete', {
  method: 'POST',
  purpose: 'Deletes the account with all its data, for good.',
  signedIn: true,
  /** The password, or of an account without one its e-mail address. */
  params: v.object({ secret: v.pipe(v.string(), v.minLength(1), v.maxLength(254)) }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED', 'WRONG_PASSWORD', 'RATE_LIMITED'],
});
