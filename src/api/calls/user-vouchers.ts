import { userVouchers } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { vouchersOf } from '../store/visitors/purchases.ts';

export const userVouchersHandler = handle(userVouchers, (paging, context) =>
  vouchersOf(context.store.visitors, visitorOf(context), paging),
);
