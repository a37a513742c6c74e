import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { UserInfo } from '../entities/visitor.ts';

export const userProfile = defineCall('user.profile', {
  method: 'GET',
  purpose: 'The signed-in visitor.',
  signedIn: true,
  params: v.object({}),
  data: v.object({
    user: v.nullable(UserInfo),
    /** False for an account that signs in at the OpenID provider alone. */
    has_password: v.optional(v.boolean()),
  }),
  empty: { user: null },
  errors: ['UNAUTHORIZED'],
});
