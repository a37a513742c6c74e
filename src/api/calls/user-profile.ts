import { userProfile } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { credentialsById, userById } from '../store/visitors/accounts.ts';

export const userProfileHandler = handle(userProfile, (_params, context) => {
  const { visitors } = context.store;
  const user = visitorOf(context);
  return { user: userById(visitors, user) ?? null, has_password: credentialsById(visitors, user)?.password !== '' };
});
