import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { SignedInDevice } from '../entities/visitor.ts';

export const userSessions = defineCall('user.sessions', {
  method: 'GET',
  purpose: 'Where the visitor is signed in, this session first, then the one seen last.',
  signedIn: true,
  params: v.object({}),
  data: v.object({ items: v.array(SignedInDevice) }),
  empty: { items: [] },
  errors: ['UNAUTHORIZED'],
});
