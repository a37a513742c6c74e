import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { HelpEvent } from '../entities/visitor.ts';
import { idParam } from '../paging.ts';

export const eventHelpClick = defineCall('event.help_click', {
  method: 'POST',
  purpose: 'Counts the help of this device once.',
  idempotent: true,
  params: v.object({ active_id: idParam }),
  data: v.object({ event: v.nullable(HelpEvent) }),
  empty: { event: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'EVENT_EXPIRED'],
});
