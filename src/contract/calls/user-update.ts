import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { UserInfo } from '../entities/visitor.ts';

export const userUpdate = defineCall('user.update', {
  method: 'POST',
  purpose: 'Changes the name the visitor goes by.',
  signedIn: true,
  idempotent: true,
  params: v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)) }),
  data: v.object({ user: v.nullable(UserInfo) }),
  empty: { user: null },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
