import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Recharge } from '../entities/visitor.ts';
import { emptyPage, paged, pageParams } from '../paging.ts';

export const userRecharges = defineCall('user.recharges', {
  method: 'GET',
  purpose: 'The coins the visitor bought, newest first.',
  signedIn: true,
  params: v.object(pageParams),
  data: paged(Recharge),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
