import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { LockedBook } from '../entities/visitor.ts';
import { emptyPage, paged, pageParams } from '../paging.ts';

export const userLockedBooks = defineCall('user.locked_books', {
  method: 'GET',
  purpose: 'The books of which the visitor has unlocked chapters.',
  signedIn: true,
  params: v.object(pageParams),
  data: paged(LockedBook),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
