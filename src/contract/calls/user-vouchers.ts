import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Voucher } from '../entities/visitor.ts';
import { emptyPage, paged, pageParams } from '../paging.ts';

export const userVouchers = defineCall('user.vouchers', {
  method: 'GET',
  purpose: 'The vouchers the visitor got, newest first.',
  signedIn: true,
  params: v.object(pageParams),
  data: paged(Voucher),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
