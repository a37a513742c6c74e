import { authReset } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { setPassword, setProven } from '../store/visitors/accounts.ts';
import { takeReset } from '../store/visitors/resets.ts';
import { endSessions } from '../store/visitors/sessions.ts';
import { hashPassword } from '../visitors/passwords.ts';
import { signIn, waitIf } from './sign-in.ts';

export const authResetHandler = handle(authReset, async ({ token, password }, context) => {
  const { store, limits, address, now } = context;
  waitIf(await limits.resetByAddress.consume(address));
  const hashed = await hashPassword(password);
  const user = takeReset(store.visitors, token, now());
  if (user === undefined) throw new ApiFault('GONE', 'This link was used already, or is too old.');
  setPassword(store.visitors, user, hashed);
  setProven(store.visitors, user);
  endSessions(store.visitors, user);
  return { session: signIn(context, user) };
});
