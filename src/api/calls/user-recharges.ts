import { userRecharges } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { rechargesOf } from '../store/visitors/purchases.ts';

export const userRechargesHandler = handle(userRecharges, (paging, context) =>
  rechargesOf(context.store.visitors, visitorOf(context), paging),
);
