import { authRegister } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { addUser, credentialsOf } from '../store/visitors/accounts.ts';
import { hashPassword } from '../visitors/passwords.ts';
import { signIn, waitIf } from './sign-in.ts';

export const authRegisterHandler = handle(authRegister, async ({ email, password, name }, context) => {
  const { store, limits, address, now } = context;
  waitIf(limits.registerByAddress.take(address));
  if (credentialsOf(store.visitors, email)) throw taken();
  const hashed = await hashPassword(password);
  const account = {
    email,
    name: name || (email.split('@')[0] ?? email),
    password: hashed,
    createdAt: now().toISOString(),
  };
  const user = addUser(store.visitors, account);
  if (user === undefined) throw taken();
  return { session: signIn(context, user) };
});

const taken = () => new ApiFault('EMAIL_TAKEN', 'There is an account with this e-mail address already.');
