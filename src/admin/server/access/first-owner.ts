import type { Store } from '#src/api/index.ts';
import { grantRole, staff } from '#src/api/store/visitors/staff.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import { AdminError } from '../http/error.ts';
import { ownAccount } from './own-account.ts';

interface FirstOwner {
  /** Group of accounts. */
  readonly accounts: string;
  readonly email: string;
  /** Checked by `passwordProblem`. */
  readonly password: string;
  /** The user account that sets up the site. */
  readonly by: string;
}

/**
 * Creates the first account of a site and makes it an owner. It signs in with its password, and the admin then asks it
 * to set up a second factor.
 * @throws AdminError conflict if an account already has a role: only its holder can add others
 */
export async function addFirstOwner(
  { visitors }: Pick<Store, 'visitors'>,
  { accounts, email, password, by }: FirstOwner,
  now: Date,
): Promise<number> {
  const hashed = await hashPassword(password);
  return visitors.transaction(async (transaction) => {
    if ((await staff(transaction)).length > 0) throw new AdminError('conflict', 'This site already has an account.');
    const user = await ownAccount(transaction, { accounts, email }, hashed, now);
    await grantRole(transaction, user, { role: 'owner', by, now });
    return user;
  });
}
