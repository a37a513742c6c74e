import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { ShareTarget, ShareToken } from '../entities/share.ts';

export const shareResolve = defineCall('share.resolve', {
  method: 'GET',
  purpose: 'What a token of `share.create` leads to, until it expires.',
  params: v.object({ token: ShareToken }),
  data: v.object({ target: v.nullable(ShareTarget) }),
  empty: { target: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});
