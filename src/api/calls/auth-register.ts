import { authRegister } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { credentialsOf } from '../store/visitors/accounts.ts';
import { hashPassword } from '../visitors/passwords.ts';
import { newAccount } from './new-account.ts';
import { signIn, waitIf } from './sign-in.ts';

export const authRegisterHandler = handle(authRegister, async ({ email, password, name }, context) => {
  waitIf(await context.limits.registerByAddress.consume(context.address));
  if (credentialsOf(context.store.visitors, email)) throw taken();
  const user = newAccount(context, { email, name, password: await hashPassword(password) });
  if (user === undefined) throw taken();
  return { session: signIn(context, user) };
});

const taken = () => new ApiFault('EMAIL_TAKEN', 'There is an account with this e-mail address already.');
