import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { PushKey } from '../entities/push.ts';

export const pushKey = defineCall('push.key', {
  method: 'GET',
  purpose: 'The key that browsers subscribe to notifications with; null where the brand sends none.',
  params: v.object({}),
  data: v.object({ key: v.nullable(PushKey) }),
  empty: { key: null },
});
