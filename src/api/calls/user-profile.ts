import { userProfile } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { userById } from '../store/visitors/accounts.ts';

export const userProfileHandler = handle(userProfile, (_params, context) => ({
  user: userById(context.store.visitors, visitorOf(context)) ?? null,
}));
