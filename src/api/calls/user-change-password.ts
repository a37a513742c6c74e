import { userChangePassword } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { setPassword } from '../store/visitors/accounts.ts';
import { endSessions } from '../store/visitors/sessions.ts';
import { hashPassword } from '../visitors/passwords.ts';
import { checkSecret } from './own-secret.ts';

export const userChangePasswordHandler = handle(userChangePassword, async ({ current, password }, context) => {
  const { visitors } = context.store;
  const { id } = await checkSecret(context, current, () => true);
  setPassword(visitors, id, await hashPassword(password));
  endSessions(visitors, id, context.session);
  return {};
});
