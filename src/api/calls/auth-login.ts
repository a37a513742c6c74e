import { authLogin } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { credentialsOf, setPassword } from '../store/visitors/accounts.ts';
import { hashPassword, isOutdated, verifyNobody, verifyPassword } from '../visitors/passwords.ts';
import { signIn, waitIf } from './sign-in.ts';

export const authLoginHandler = handle(authLogin, async ({ email, password }, context) => {
  const { store, limits, address } = context;
  waitIf(await limits.signInByAddress.consume(address));
  waitIf(await limits.signInByEmail.consume(email));
  const account = credentialsOf(store.visitors, email);
  const right = await (account?.password ? verifyPassword(password, account.password) : verifyNobody(password));
  if (!account || !right) throw new ApiFault('WRONG_CREDENTIALS', 'E-mail address or password is not right.');
  await limits.signInByEmail.reset(email);
  if (isOutdated(account.password)) setPassword(store.visitors, account.id, await hashPassword(password));
  return { session: signIn(context, account.id) };
});
