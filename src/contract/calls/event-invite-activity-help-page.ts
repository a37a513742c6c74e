import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { HelpEvent } from '../entities/visitor.ts';
import { idParam } from '../paging.ts';

export const eventInviteActivityHelpPage = defineCall('event.inviteActivityHelpPage', {
  method: 'GET',
  required: true,
  purpose: 'A help event with its book and state, for the friend who was invited.',
  params: v.object({ active_id: idParam, book_id: v.optional(idParam) }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
