import type { Database } from '#src/api/store/database.ts';
import {
  addUser,
  claimAccount,
  credentialsOf,
  isProven,
  setName,
  takeOverAccount,
} from '#src/api/store/visitors/accounts.ts';
import type { Invitation } from '#src/api/store/visitors/invitations.ts';
import { accountsOf } from '#src/api/store/visitors/staff.ts';
import { AdminError } from '../http/error.ts';

/**
 * Creates the account of an address, or gives an existing one to the owner of the address: all earlier ways to sign in
 * are deleted.
 * @param password hash of the new password
 * @throws AdminError conflict
 */
export async function ownAccount(
  visitors: Database,
  { accounts, email }: Pick<Invitation, 'accounts' | 'email'>,
  password: string,
  now: Date,
): Promise<number> {
  const all = await accountsOf(visitors, email);
  if (all.some(({ role }) => role !== null)) throw new AdminError('conflict', `${email} already has a role.`);
  const name = email.split('@')[0] ?? email;
  const existing = await credentialsOf(visitors, accounts, email);
  if (!existing) {
    const id = await addUser(visitors, { accounts, email, name, password, createdAt: now.toISOString() });
    if (id === undefined) throw lockedAccount();
    await takeOverAccount(visitors, id, password);
    return id;
  }
  // If the address is unverified, another person may have registered and chosen the name.
  if (!(await isProven(visitors, existing.id))) await setName(visitors, existing.id, name);
  await claimAccount(visitors, accounts, existing.id);
  await takeOverAccount(visitors, existing.id, password);
  return existing.id;
}

const lockedAccount = () =>
  new AdminError('conflict', 'The account of this address is locked. Ask an operator to unlock it first.');
