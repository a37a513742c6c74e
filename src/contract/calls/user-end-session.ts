import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Id } from '../entities/scalars.ts';

export const userEndSession = defineCall('user.end_session', {
  method: 'POST',
  purpose: 'Signs out on another device, or without an id on every other one.',
  signedIn: true,
  idempotent: true,
  params: v.object({ session_id: v.optional(Id) }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
