import { userDelete } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { removeUser } from '../store/visitors/accounts.ts';
import { checkSecret } from './own-secret.ts';
import { dropCookie } from './sign-in.ts';

export const userDeleteHandler = handle(userDelete, async ({ secret }, context) => {
  const { id } = await checkSecret(context, secret, ({ email }) => email === secret.trim().toLowerCase());
  removeUser(context.store.visitors, id);
  dropCookie(context);
  return {};
});
