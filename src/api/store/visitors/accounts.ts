import { randomBytes } from 'node:crypto';
import type { UserInfo } from '#src/contract/entities/visitor.ts';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';
import { endSessions } from './sessions.ts';

type UserRow = Row & { id: number; email: string; name: string; coins: number; created_at: string };

const toUser = ({ id, name, email, coins, created_at }: UserRow): UserInfo => ({ id, name, email, coins, created_at });

export async function userById(database: Database, id: number): Promise<UserInfo | undefined> {
  const row = await database.get<UserRow>('SELECT id, email, name, coins, created_at FROM users WHERE id = ?', id);
  return row && toUser(row);
}

/** The stored password is empty for an account that signs in at the OpenID provider alone. */
export interface StoredCredentials {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

/** The account of an address in a group of brands, or one that no group has yet; one that is locked is none. */
export async function credentialsOf(
  database: Database,
  accounts: string,
  email: string,
): Promise<StoredCredentials | undefined> {
  const sql = `SELECT id, email, password FROM users WHERE email = ? AND accounts IN (?, '') AND locked_at IS NULL
    ORDER BY accounts DESC LIMIT 1`;
  return database.get<Row & StoredCredentials>(sql, email, accounts);
}

/** An account from before there were groups belongs from now on to this one; one that belongs to a group stays there. */
export async function claimAccount(database: Database, accounts: string, user: number): Promise<void> {
  await database.run(
    `UPDATE users SET accounts = ?1 WHERE id = ?2 AND accounts = ''
    AND NOT EXISTS (SELECT 1 FROM users other WHERE other.accounts = ?1 AND other.email = users.email)`,
    accounts,
    user,
  );
}

export async function credentialsById(database: Database, id: number): Promise<StoredCredentials | undefined> {
  return database.get<Row & StoredCredentials>('SELECT id, email, password FROM users WHERE id = ?', id);
}

/** @returns the id, or undefined where the address has an account in the group already, or one that no group has yet */
export async function addUser(
  database: Database,
  user: { accounts: string; email: string; name: string; password: string; createdAt: string },
): Promise<number | undefined> {
  const known = `SELECT 1 FROM users WHERE email = ? AND accounts IN (?, '')`;
  if (await database.get(known, user.email, user.accounts)) return undefined;
  const sql = `INSERT INTO users (accounts, email, name, password, created_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`;
  const { changes, id } = await database.run(sql, user.accounts, user.email, user.name, user.password, user.createdAt);
  return changes === 0 ? undefined : id;
}

export async function setPassword(database: Database, user: number, password: string): Promise<void> {
  await database.run('UPDATE users SET password = ? WHERE id = ?', password, user);
}

/**
 * Hands an account to the verified owner of its address: sets the password ('' for none) and deletes every other way to
 * sign in.
 */
export async function takeOverAccount(database: Database, user: number, password: string): Promise<void> {
  await setPassword(database, user, password);
  await endSessions(database, user);
  for (const table of ['identities', 'reset_tokens', 'known_devices'])
    await database.run(`DELETE FROM ${table} WHERE user_id = ?`, user);
  await setProven(database, user);
}

/** Mail to the account's address has reached the visitor. */
export async function setProven(database: Database, user: number): Promise<void> {
  await database.run('UPDATE users SET proven = 1 WHERE id = ?', user);
}

export async function isProven(database: Database, user: number): Promise<boolean> {
  return (await database.get('SELECT 1 FROM users WHERE id = ? AND proven = 1', user)) !== undefined;
}

/** The language of the account's mails, as in the calls' parameter `lang`; '' if it never signed in. */
export async function langOf(database: Database, user: number): Promise<string> {
  return (await database.get<Row & { lang: string }>('SELECT lang FROM users WHERE id = ?', user))?.lang ?? '';
}

export async function setLang(database: Database, user: number, lang: string): Promise<void> {
  await database.run('UPDATE users SET lang = ?1 WHERE id = ?2 AND lang <> ?1', lang, user);
}

export async function setName(database: Database, user: number, name: string): Promise<void> {
  await database.run('UPDATE users SET name = ? WHERE id = ?', name, user);
}

/** All that belongs to a visitor hangs on this row. */
export async function removeUser(database: Database, user: number): Promise<void> {
  await database.run('DELETE FROM users WHERE id = ?', user);
}

/** Ends its sessions; nobody signs in to it until it is unlocked. */
export async function lockUser(database: Database, user: number, at: string): Promise<void> {
  await database.run('UPDATE users SET locked_at = ? WHERE id = ? AND locked_at IS NULL', at, user);
  await database.run('DELETE FROM reset_tokens WHERE user_id = ?', user);
  await endSessions(database, user);
}

export async function unlockUser(database: Database, user: number): Promise<void> {
  await database.run('UPDATE users SET locked_at = NULL WHERE id = ?', user);
}

/** Tables with what belongs to a visitor, and the columns that it is told. */
const BELONGINGS = {
  library: 'kind, id, at, value',
  unlocks: 'book_id, chapter_id, unlocked_at',
  payments: 'book_id, chapter_id, coins, voucher_id, paid_at',
  recharges: 'id, coins, amount, state, created_at',
  vouchers: 'id, name, coins, used_on, expires_at, created_at',
  sessions: 'browser, system, created_at, seen_at, expires_at',
  identities: 'issuer, subject',
  reports: 'brand, book_id, chapter_id, kind, passage, text, created_at, settled_at',
} as const;

/** Everything that is kept of a visitor, for whom it asks to see it; no password and no token. */
export async function exportOf(database: Database, user: number): Promise<Readonly<Record<string, unknown>>> {
  const account = await database.one<Row>(
    'SELECT id, accounts, email, name, coins, created_at, proven, lang FROM users WHERE id = ?',
    user,
  );
  const belongings = await Array.fromAsync(Object.entries(BELONGINGS), async ([table, columns]) => [
    table,
    await database.all<Row>(`SELECT ${columns} FROM ${table} WHERE user_id = ?`, user),
  ]);
  return { account, ...Object.fromEntries(belongings) };
}

const STATE_MINUTES = 15;

/** Who somebody is at a provider; `subject` is for good, the address may change. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export async function userOfIdentity(
  database: Database,
  accounts: string,
  { issuer, subject }: Subject,
): Promise<number | undefined> {
  const sql = `SELECT i.user_id FROM identities i JOIN users u ON u.id = i.user_id
    WHERE i.issuer = ? AND i.subject = ? AND u.accounts IN (?, '') AND u.locked_at IS NULL ORDER BY u.accounts DESC LIMIT 1`;
  return (await database.get<Row & { user_id: number }>(sql, issuer, subject, accounts))?.user_id;
}

/** Adds nothing where it belongs to an account already. */
export async function addIdentity(database: Database, { issuer, subject }: Subject, user: number): Promise<void> {
  await database.run('INSERT INTO identities VALUES (?, ?, ?) ON CONFLICT DO NOTHING', issuer, subject, user);
}

/** What has to come back with a visitor who was sent to the provider. */
export interface OidcState {
  readonly nonce: string;
  readonly verifier: string;
}

export async function addOidcState(
  database: Database,
  { state, brand, nonce, verifier }: OidcState & { state: string; brand: string },
  now: Date,
): Promise<void> {
  const ends = new Date(now.getTime() + STATE_MINUTES * 60_000).toISOString();
  await database.run('DELETE FROM oidc_states WHERE expires_at < ?', now.toISOString());
  await database.run('INSERT INTO oidc_states VALUES (?, ?, ?, ?, ?)', hash(state), brand, nonce, verifier, ends);
}

/** Takes a state, once and on the brand it was made for. */
export async function takeOidcState(
  database: Database,
  state: string,
  brand: string,
  now: Date,
): Promise<OidcState | undefined> {
  const sql = `DELETE FROM oidc_states WHERE state = ? AND brand = ? AND expires_at > ? RETURNING nonce, verifier`;
  const row = await database.get<Row & { nonce: string; verifier: string }>(sql, hash(state), brand, now.toISOString());
  return row && { nonce: row.nonce, verifier: row.verifier };
}

export const RESET_MINUTES = 30;

/** A token that sets a new password, once; those asked for before are worth nothing any more. */
export async function addReset(database: Database, user: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const ends = new Date(now.getTime() + RESET_MINUTES * 60_000).toISOString();
  await database.transaction(async (transaction) => {
    await transaction.run('DELETE FROM reset_tokens WHERE user_id = ? OR expires_at < ?', user, now.toISOString());
    await transaction.run('INSERT INTO reset_tokens VALUES (?, ?, ?)', hash(token), user, ends);
  });
  return token;
}

/** Takes the token. @returns whose password it sets; undefined where it was used, is too old or never was */
export async function takeReset(
  database: Database,
  accounts: string,
  token: string,
  now: Date,
): Promise<number | undefined> {
  const sql = `DELETE FROM reset_tokens WHERE token = ? AND expires_at > ?
    AND user_id IN (SELECT id FROM users WHERE accounts IN (?, '')) RETURNING user_id`;
  return (await database.get<Row & { user_id: number }>(sql, hash(token), now.toISOString(), accounts))?.user_id;
}
