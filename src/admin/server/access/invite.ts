import * as v from 'valibot';
import type { Role } from '#src/admin/contract/roles.ts';
import type { Database } from '#src/api/store/database.ts';
import { addInvitation } from '#src/api/store/visitors/invitations.ts';
import { accountsOf, isLocked } from '#src/api/store/visitors/staff.ts';
import type { Brand } from '#src/brand/registry.ts';
import { authLogin } from '#src/contract/index.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { AdminError } from '../http/error.ts';
import { fieldError } from '../records/fields.ts';
import { type AdminMail, invitationMailOf } from './staff-mails.ts';

/**
 * An address that can be invited, normalised as in accounts. Only ASCII is allowed, because look-alike spellings are
 * separate accounts, but mail servers may deliver both to the same mailbox.
 */
export const StaffEmail = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.check(
    (text) => /^[\x21-\x7e]+$/.test(text) && v.is(authLogin.params.entries.email, text),
    'must be a complete email address in ASCII, such as ann@example.com',
  ),
);

interface NewInvitation {
  readonly email: string;
  readonly role: Role;
  /** Group of accounts. Default: the group that has an account with this address, else the first. */
  readonly accounts: string | undefined;
}

/**
 * Invites an address to the admin. The role is granted only when the invitation is accepted, because anyone can
 * register an account with any address.
 * @param groups the account groups of all brands
 * @returns the token of the link
 * @throws AdminError invalid, with the field
 */
export async function invite(
  database: Database,
  { email, role, accounts }: NewInvitation,
  groups: readonly string[],
  by: string,
  now: Date,
): Promise<{ id: number; token: string; group: string }> {
  const all = await accountsOf(database, email);
  if (all.some(({ role: current }) => current !== null)) throw fieldError('email', 'already has a role');
  const group = groupFor(accounts, all, groups);
  const [account] = all.filter((candidate) => candidate.accounts === group);
  if (account && (await isLocked(database, account.id)))
    throw fieldError('email', 'has a locked account. Unlock it first');
  return { ...(await addInvitation(database, { accounts: group, email, role }, by, now)), group };
}

/** @throws AdminError invalid */
function groupFor(
  requested: string | undefined,
  existing: readonly { accounts: string }[],
  groups: readonly string[],
): string {
  const matching = existing.map(({ accounts }) => accounts).filter((group) => groups.includes(group));
  const [first = ''] = groups;
  if (requested === undefined && matching.length > 1)
    throw fieldError('accounts', `must be one of ${matching.join(', ')}: the address has several accounts`);
  const group = requested ?? matching[0] ?? first;
  if (groups.includes(group)) return group;
  throw fieldError('accounts', `must be one of ${[...new Set(groups)].join(', ')}`);
}

interface Invitee {
  readonly email: string;
  readonly role: Role;
  readonly accounts: string | undefined;
  readonly by: string;
  readonly brands: readonly Brand[];
  readonly mail: AdminMail;
  /** Contains the settings of the brands. */
  readonly catalogue: Database;
  /** Origin of the admin. */
  readonly origin: string;
}

/**
 * Invites an address from the command line, and emails the link if mail is configured.
 * @throws ConfigError for an address that cannot be invited
 */
export async function inviteToAdmin(
  database: Database,
  { email: address, role, accounts, by, brands, mail, catalogue, origin }: Invitee,
): Promise<{ email: string; link: string; isMailed: boolean }> {
  const parsed = v.safeParse(StaffEmail, address);
  if (!parsed.success) throw new ConfigError(`"${address}" ${parsed.issues[0].message}.`);
  const email = parsed.output;
  try {
    const groups = groupsOf(brands);
    const { token, group } = await invite(database, { email, role, accounts }, groups, by, new Date());
    const link = linkOf(origin, token);
    if (mail.isDelivered)
      mail.mailer.send(() => invitationMailOf(mail, brands, { to: email, accounts: group, role, by, link }, catalogue));
    return { email, link, isMailed: mail.isDelivered };
  } catch (error) {
    if (error instanceof AdminError) throw new ConfigError(`${email} cannot be invited. ${error.message}`);
    throw error;
  }
}

/** The account groups of all brands. */
export const groupsOf = (brands: readonly Brand[]): string[] => brands.map(({ id, accounts = id }) => accounts);

/** The link of an invitation. Browsers do not send the part after #, so the token never reaches proxy logs. */
export const linkOf = (origin: string, token: string): string => `${origin}/#/invitation/${token}`;
