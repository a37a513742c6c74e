import { randomBytes } from 'node:crypto';
import type { UserInfo } from '#src/contract/entities/visitor.ts';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';
import { insertInto } from '../insert.ts';
import { raw, sql } from '../sql.ts';
import { endSessions } from './sessions.ts';

type UserRow = Row & { id: number; email: string; name: string; coins: number; created_at: string };

const toUser = ({ id, name, email, coins, created_at }: UserRow): UserInfo => ({ id, name, email, coins, created_at });

export async function userById(database: Database, id: number): Promise<UserInfo | undefined> {
  const row = await database.get<UserRow>(sql`SELECT id, email, name, coins, created_at FROM users WHERE id = ${id}`);
  return row && toUser(row);
}

/** The stored password is empty for an account that only signs in through the OpenID provider. */
export interface StoredCredentials {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

/** Returns the account with this email in a group of brands, or without a group. Skips locked accounts. */
export async function credentialsOf(
  database: Database,
  accounts: string,
  email: string,
): Promise<StoredCredentials | undefined> {
  const query = sql`SELECT id, email, password FROM users
    WHERE email = ${email} AND accounts IN (${accounts}, '') AND locked_at IS NULL
    ORDER BY accounts DESC LIMIT 1`;
  return database.get<Row & StoredCredentials>(query);
}

/** Assigns an account to this group if it has none, because an older version created it. */
export async function claimAccount(database: Database, accounts: string, user: number): Promise<void> {
  await database.run(
    sql`UPDATE users SET accounts = ${accounts} WHERE id = ${user} AND accounts = ''
    AND NOT EXISTS (SELECT 1 FROM users other WHERE other.accounts = ${accounts} AND other.email = users.email)`,
  );
}

export async function credentialsById(database: Database, id: number): Promise<StoredCredentials | undefined> {
  return database.get<Row & StoredCredentials>(sql`SELECT id, email, password FROM users WHERE id = ${id}`);
}

/** Adds an account. @returns its id; undefined if the email already has an account in the group or without a group */
export async function addUser(
  database: Database,
  user: { accounts: string; email: string; name: string; password: string; createdAt: string },
): Promise<number | undefined> {
  const existing = sql`SELECT 1 FROM users WHERE email = ${user.email} AND accounts IN (${user.accounts}, '')`;
  if (await database.get(existing)) return undefined;
  const { accounts, email, name, password, createdAt } = user;
  const row = { accounts, email, name, password, created_at: createdAt };
  const statement = sql`${insertInto('users', row)} ON CONFLICT DO NOTHING RETURNING id`;
  return (await database.returning<Row & { id: number }>(statement))[0]?.id;
}

export async function setPassword(database: Database, user: number, password: string): Promise<void> {
  await database.run(sql`UPDATE users SET password = ${password} WHERE id = ${user}`);
}

/**
 * Gives an account to the verified owner of its email: sets the password ('' for none) and deletes all other ways to
 * sign in.
 */
export async function takeOverAccount(database: Database, user: number, password: string): Promise<void> {
  await setPassword(database, user, password);
  await endSessions(database, user);
  for (const table of ['identities', 'reset_tokens', 'known_devices'])
    await database.run(sql`DELETE FROM ${raw(table)} WHERE user_id = ${user}`);
  await setProven(database, user);
}

/** Marks the email of an account as verified: a mail sent to it has reached the visitor. */
export async function setProven(database: Database, user: number): Promise<void> {
  await database.run(sql`UPDATE users SET proven = 1 WHERE id = ${user}`);
}

export async function isProven(database: Database, user: number): Promise<boolean> {
  return (await database.get(sql`SELECT 1 FROM users WHERE id = ${user} AND proven = 1`)) !== undefined;
}

/** Returns the language of mails to the account, in the form of the parameter `lang`; '' if it never signed in. */
export async function langOf(database: Database, user: number): Promise<string> {
  return (await database.get<Row & { lang: string }>(sql`SELECT lang FROM users WHERE id = ${user}`))?.lang ?? '';
}

export async function setLang(database: Database, user: number, lang: string): Promise<void> {
  await database.run(sql`UPDATE users SET lang = ${lang} WHERE id = ${user} AND lang <> ${lang}`);
}

export async function setName(database: Database, user: number, name: string): Promise<void> {
  await database.run(sql`UPDATE users SET name = ${name} WHERE id = ${user}`);
}

/** Deletes a visitor. All their data refers to this row and is deleted with it. */
export async function removeUser(database: Database, user: number): Promise<void> {
  await database.run(sql`DELETE FROM users WHERE id = ${user}`);
}

/** Locks an account: ends its sessions and prevents sign-ins until it is unlocked. */
export async function lockUser(database: Database, user: number, at: string): Promise<void> {
  await database.run(sql`UPDATE users SET locked_at = ${at} WHERE id = ${user} AND locked_at IS NULL`);
  await database.run(sql`DELETE FROM reset_tokens WHERE user_id = ${user}`);
  await endSessions(database, user);
}

export async function unlockUser(database: Database, user: number): Promise<void> {
  await database.run(sql`UPDATE users SET locked_at = NULL WHERE id = ${user}`);
}

const STATE_MINUTES = 15;

/** The identity of a visitor at a provider. `subject` is permanent, whereas the email may change. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export async function userOfIdentity(
  database: Database,
  accounts: string,
  { issuer, subject }: Subject,
): Promise<number | undefined> {
  const query = sql`SELECT i.user_id FROM identities i JOIN users u ON u.id = i.user_id
    WHERE i.issuer = ${issuer} AND i.subject = ${subject} AND u.accounts IN (${accounts}, '') AND u.locked_at IS NULL
    ORDER BY u.accounts DESC LIMIT 1`;
  return (await database.get<Row & { user_id: number }>(query))?.user_id;
}

/** Adds an identity to an account, unless it already has it. */
export async function addIdentity(database: Database, { issuer, subject }: Subject, user: number): Promise<void> {
  await database.run(sql`INSERT INTO identities VALUES (${issuer}, ${subject}, ${user}) ON CONFLICT DO NOTHING`);
}

/** The secrets of a sign-in in progress, stored until the visitor returns from the provider. */
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
  await database.run(sql`DELETE FROM oidc_states WHERE expires_at < ${now.toISOString()}`);
  await database.run(sql`INSERT INTO oidc_states VALUES (${hash(state)}, ${brand}, ${nonce}, ${verifier}, ${ends})`);
}

/** Returns and deletes the secrets of a state, which is valid only once and for the brand that it was created for. */
export async function takeOidcState(
  database: Database,
  state: string,
  brand: string,
  now: Date,
): Promise<OidcState | undefined> {
  const statement = sql`DELETE FROM oidc_states
    WHERE state = ${hash(state)} AND brand = ${brand} AND expires_at > ${now.toISOString()} RETURNING nonce, verifier`;
  const [row] = await database.returning<Row & { nonce: string; verifier: string }>(statement);
  return row && { nonce: row.nonce, verifier: row.verifier };
}

export const RESET_MINUTES = 30;

/** Creates a token with which a new password can be set once. Earlier tokens become invalid. */
export async function addReset(database: Database, user: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const ends = new Date(now.getTime() + RESET_MINUTES * 60_000).toISOString();
  await database.transaction(async (transaction) => {
    await transaction.run(sql`DELETE FROM reset_tokens WHERE user_id = ${user} OR expires_at < ${now.toISOString()}`);
    await transaction.run(sql`INSERT INTO reset_tokens VALUES (${hash(token)}, ${user}, ${ends})`);
  });
  return token;
}

/** Uses a token. @returns the user whose password may be set; undefined if it was used, has expired or is unknown */
export async function takeReset(
  database: Database,
  accounts: string,
  token: string,
  now: Date,
): Promise<number | undefined> {
  const statement = sql`DELETE FROM reset_tokens WHERE token = ${hash(token)} AND expires_at > ${now.toISOString()}
    AND user_id IN (SELECT id FROM users WHERE accounts IN (${accounts}, '')) RETURNING user_id`;
  return (await database.returning<Row & { user_id: number }>(statement))[0]?.user_id;
}
