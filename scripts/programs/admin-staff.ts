import { createInterface } from 'node:readline/promises';
import { isRole, ROLES } from '#src/admin/index.ts';
import type { Store } from '#src/api/index.ts';
import { addUser } from '#src/api/store/visitors/accounts.ts';
import { accountsOf, type FoundAccount, grantRole, revokeRole, staff } from '#src/api/store/visitors/staff.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import { loadBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { systemUser } from '#src/lib/system-user.ts';

export interface AdminSwitches {
  readonly port?: string | undefined;
  readonly brand?: readonly string[] | undefined;
  readonly new: boolean;
  readonly accounts?: string | undefined;
  readonly json: boolean;
}

const USE = 'Use: grant EMAIL ROLE, revoke EMAIL or list.';

/** Says or changes who may use the admin. @returns what to print */
export async function changeStaff(
  [action = '', email = '', role, ...more]: readonly string[],
  switches: AdminSwitches,
  config: Config,
  store: Store,
): Promise<string> {
  if (switches.port !== undefined || switches.brand)
    throw new ConfigError(`--port is for the server, --brand for plan. ${USE}`);
  if (more.length > 0) throw new ConfigError(`"${more[0]}" is too much. ${USE}`);
  const print = (value: unknown, text: string) => `${switches.json ? JSON.stringify(value) : text}\n`;
  if (action === 'list' && email === '') {
    const list = await staff(store.visitors);
    const lines = list.map(
      (one) => `${one.role.padEnd(8)}  ${one.email}${one.hasSecondFactor ? '  (second factor)' : ''}`,
    );
    return print(list, lines.join('\n') || 'Nobody has a role. Give one: npm run admin -- grant EMAIL owner');
  }
  if (email === '' || (action !== 'grant' && action !== 'revoke')) throw new ConfigError(USE);
  if (action === 'grant') {
    if (!isRole(role)) throw new ConfigError(`The role is "${role ?? ''}". Give ${ROLES.join(', ')}.`);
    const account = switches.new
      ? await newAccount(email, switches, config, store)
      : await chosenAccount(email, switches.accounts, store);
    await grantRole(store.visitors, account.id, { role, by: systemUser(), now: new Date() });
    return print({ ...account, role }, `${account.email} is ${role} now.`);
  }
  if (role !== undefined) throw new ConfigError(`"${role}" is too much. ${USE}`);
  const account = await chosenAccount(email, switches.accounts, store);
  const hadRole = await revokeRole(store.visitors, account.id);
  return print({ ...account, role: null }, `${account.email} ${hadRole ? 'has no role any more' : 'had no role'}.`);
}

/** @throws ConfigError unless the address has one account, or one in the group that is named */
async function chosenAccount(email: string, group: string | undefined, store: Store): Promise<FoundAccount> {
  const all = await accountsOf(store.visitors, email.trim().toLowerCase());
  const fitting = group === undefined ? all : all.filter(({ accounts }) => accounts === group);
  // Who has a role already is meant: an address signs in to the admin with one account.
  const [account, ...others] = fitting.some(({ role }) => role) ? fitting.filter(({ role }) => role) : fitting;
  const [other] = all.filter(({ role, id }) => role && id !== account?.id);
  if (account && other)
    throw new ConfigError(`The account of ${email} in the group ${other.accounts} has a role. Revoke that one first.`);
  if (account && others.length === 0) return account;
  if (!account)
    throw new ConfigError(
      `There is no account ${email}${group === undefined ? '' : ` in the group ${group}`}. Register at a brand's site, or give --new and a password on standard input.`,
    );
  const groups = fitting.map(({ accounts }) => accounts).join(', ');
  throw new ConfigError(`${email} has accounts in several groups: ${groups}. Say which by --accounts NAME.`);
}

/** Makes the account in the group that is named, or that of the first brand. @throws ConfigError */
async function newAccount(
  address: string,
  { accounts: group }: AdminSwitches,
  config: Config,
  store: Store,
): Promise<FoundAccount> {
  const email = address.trim().toLowerCase();
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email)) throw new ConfigError(`"${address}" is no mail address.`);
  if ((await accountsOf(store.visitors, email)).length > 0)
    throw new ConfigError(`There is an account ${email} already. Leave --new out.`);
  const groups = (await loadBrands(config.brands)).map(({ id, accounts = id }) => accounts);
  const accounts = group ?? groups[0] ?? '';
  if (!groups.includes(accounts))
    throw new ConfigError(`No brand has the group ${accounts}. There are: ${[...new Set(groups)].join(', ')}.`);
  const user = { accounts, email, name: email.split('@')[0] ?? email, createdAt: new Date().toISOString() };
  const id = await addUser(store.visitors, { ...user, password: await hashPassword(await passwordGiven()) });
  if (id === undefined) throw new ConfigError(`There is an account ${email} already. Leave --new out.`);
  return { id, email, accounts, role: null };
}

const LEAST_LENGTH = 12;

/** The first line of standard input. @throws ConfigError for one that is too short */
async function passwordGiven(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password of the new account (it is shown while you type): ');
  const lines = createInterface({ input: process.stdin });
  const first = await lines[Symbol.asyncIterator]().next();
  lines.close();
  const password = first.done ? '' : first.value;
  if (password.length >= LEAST_LENGTH && password.length <= 200) return password;
  throw new ConfigError(
    `The password has to have ${LEAST_LENGTH} to 200 letters. Give it as a line on standard input.`,
  );
}
