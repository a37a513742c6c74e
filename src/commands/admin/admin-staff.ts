import { ROLES } from '#src/admin/contract/roles.ts';
import { type AdminMail, inviteToAdmin, isRole } from '#src/admin/server/index.ts';
import type { Store } from '#src/api/index.ts';
import { INVITATION_HOURS, invitations, removeInvitation } from '#src/api/store/visitors/invitations.ts';
import {
  accountsOf,
  type FoundAccount,
  grantRole,
  isReadyForRoles,
  revokeRole,
  staff,
} from '#src/api/store/visitors/staff.ts';
import { readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { systemUser } from '#src/lib/system-user.ts';

export interface AdminSwitches {
  readonly port?: string | undefined;
  readonly brand?: readonly string[] | undefined;
  readonly accounts?: string | undefined;
  readonly json: boolean;
}

const USE = 'Use: grant EMAIL ROLE, revoke EMAIL or list.';

/** Lists or changes the accounts that may use the admin. @returns the text to print */
export async function changeStaff(
  [action = '', email = '', role, ...more]: readonly string[],
  switches: AdminSwitches,
  config: Config,
  store: Store,
  mail: AdminMail,
): Promise<string> {
  if (switches.port !== undefined || switches.brand)
    throw new ConfigError(`--port applies to the server, --brand to plan. ${USE}`);
  if (more.length > 0) throw new ConfigError(`"${more[0]}" is one argument too many. ${USE}`);
  const print = (value: unknown, text: string) => `${switches.json ? JSON.stringify(value) : text}\n`;
  if (action === 'list' && email === '') return list(store, print);
  if (email === '' || (action !== 'grant' && action !== 'revoke')) throw new ConfigError(USE);
  if (action === 'grant') return grant(email, role, { switches, config, store, mail }, print);
  if (role !== undefined) throw new ConfigError(`"${role}" is one argument too many. ${USE}`);
  return revoke(email, switches.accounts, store, print);
}

type Print = (value: unknown, text: string) => string;

async function list({ visitors }: Store, print: Print): Promise<string> {
  const [all, invited] = [await staff(visitors), await invitations(visitors)];
  const lines = [
    ...all.map(({ role, email, hasSecondFactor, isVerified }) => {
      const missing = [
        ...(hasSecondFactor ? [] : ['no second factor']),
        ...(isVerified ? [] : ['address not verified']),
      ];
      return `${role.padEnd(8)}  ${email}${missing.length > 0 ? `  (${missing.join(', ')})` : ''}`;
    }),
    ...invited.map(({ role, email, expiresAt }) => `${role.padEnd(8)}  ${email}  (invited until ${expiresAt})`),
  ];
  const value = [...all, ...invited.map(({ email, role, expiresAt }) => ({ email, role, invitedUntil: expiresAt }))];
  return print(value, lines.join('\n') || 'No account has a role yet. Grant one: npm run admin -- grant EMAIL owner');
}

interface GrantContext {
  readonly switches: AdminSwitches;
  readonly config: Config;
  readonly store: Store;
  readonly mail: AdminMail;
}

/**
 * Gives a role to an address. Only an account with a verified email address and a second factor gets the role
 * immediately. Any other address gets an invitation, because its account may belong to another person.
 */
async function grant(
  address: string,
  role: string | undefined,
  { switches, config, store, mail }: GrantContext,
  print: Print,
): Promise<string> {
  if (!isRole(role)) throw new ConfigError(`The role is "${role ?? ''}". Give ${ROLES.join(', ')}.`);
  const { visitors, catalogue } = store;
  const by = systemUser();
  const { served: brands } = await readBrands(config);
  const [holder] = (await accountsOf(visitors, address.trim().toLowerCase())).filter(
    (account) => account.role !== null,
  );
  if (holder && switches.accounts !== undefined && holder.accounts !== switches.accounts)
    throw new ConfigError(
      `The account of ${address} in the group ${holder.accounts} already has a role. Revoke it first.`,
    );
  if (holder && (await isReadyForRoles(visitors, holder.id))) {
    await grantRole(visitors, holder.id, { role, by, now: new Date() });
    return print({ ...holder, role }, `${holder.email} is ${role} now.`);
  }
  const origin = config.admin.origin ?? `http://localhost:${config.admin.port}`;
  const { email, link, isMailed } = await visitors.transaction(async (transaction) => {
    if (holder) await revokeRole(transaction, holder.id);
    return inviteToAdmin(transaction, {
      email: address,
      role,
      accounts: switches.accounts,
      by,
      brands,
      mail,
      catalogue,
      origin,
    });
  });
  const sent = isMailed ? 'The link was also sent by email.' : 'No mail server is configured: send the link yourself.';
  return print(
    { email, role, link, isMailed },
    `${email} is invited as ${role}. This link works once, within ${INVITATION_HOURS} hours:\n\n  ${link}\n\n${sent} It asks for a password and a second factor.`,
  );
}

async function revoke(address: string, group: string | undefined, { visitors }: Store, print: Print): Promise<string> {
  const email = address.trim().toLowerCase();
  const wasInvited = await removeInvitation(visitors, email);
  const account = chosenAccount(await accountsOf(visitors, email), group);
  if (!account && !wasInvited)
    throw new ConfigError(
      `${email} has neither an account${group === undefined ? '' : ` in the group ${group}`} nor an invitation.`,
    );
  const hadRole = account !== undefined && (await revokeRole(visitors, account.id));
  const ended = [...(hadRole ? ['role'] : []), ...(wasInvited ? ['invitation'] : [])];
  const text = ended.length > 0 ? `${email} has no ${ended.join(' and no ')} any more.` : `${email} had no role.`;
  return print({ ...(account ?? { email }), role: null, wasInvited }, text);
}

/** Returns the account in `group` (default: in any group), preferably one with a role. */
function chosenAccount(all: readonly FoundAccount[], group: string | undefined): FoundAccount | undefined {
  const fitting = group === undefined ? all : all.filter(({ accounts }) => accounts === group);
  return fitting.find(({ role }) => role !== null) ?? fitting[0];
}
