import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { PushEndpoint } from '../entities/push.ts';

export const pushUnsubscribe = defineCall('push.unsubscribe', {
  method: 'POST',
  purpose: 'Ends the notifications of a browser; nothing happens where there were none.',
  idempotent: true,
  params: v.object({ endpoint: PushEndpoint }),
  data: v.object({ removed: v.boolean() }),
  empty: { removed: false },
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});
