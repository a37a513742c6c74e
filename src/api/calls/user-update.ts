import { userUpdate } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { setName, userById } from '../store/visitors/accounts.ts';

export const userUpdateHandler = handle(userUpdate, ({ name }, context) => {
  const { visitors } = context.store;
  const user = visitorOf(context);
  setName(visitors, user, name);
  return { user: userById(visitors, user) ?? null };
});
