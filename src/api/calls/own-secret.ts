import type { CallContext } from '../http/context.ts';
import { ApiFault, found } from '../http/fault.ts';
import { visitorOf } from '../http/handler.ts';
import { credentialsById, type StoredCredentials } from '../store/visitors/accounts.ts';
import { verifyPassword } from '../visitors/passwords.ts';
import { waitIf } from './sign-in.ts';

/**
 * Makes sure that it is the visitor who asks: by the password, or as `without` says for an account that has none.
 * @throws ApiFault WRONG_PASSWORD, RATE_LIMITED
 */
export async function checkSecret(
  context: CallContext,
  secret: string,
  without: (account: StoredCredentials) => boolean,
): Promise<StoredCredentials> {
  const user = visitorOf(context);
  waitIf(await context.limits.secretByUser.consume(String(user)));
  const account = found(credentialsById(context.store.visitors, user), 'visitor');
  const right = account.password === '' ? without(account) : await verifyPassword(secret, account.password);
  if (!right) throw new ApiFault('WRONG_PASSWORD', 'That is not your password.');
  await context.limits.secretByUser.reset(String(user));
  return account;
}
