import { randomBytes } from 'node:crypto';
import { hash } from '#src/lib/hash.ts';
import { hashPassword, verifyPassword } from '../../visitors/passwords.ts';
import type { Database, Row } from '../database.ts';
import { insertInto } from '../insert.ts';
import { raw, sql } from '../sql.ts';

/** An account that may use the admin. */
export interface StaffAccount {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly hasSecondFactor: boolean;
}

type StaffRow = Row & {
  id: number;
  email: string;
  name: string;
  role: string;
  confirmed_at: string | null;
  proven: number;
};

const COLUMNS = raw('u.id, u.email, u.name, u.proven, s.role, s.confirmed_at, u.password, s.secret, s.used_step');
const SELECT = sql`SELECT ${COLUMNS} FROM staff s JOIN users u ON u.id = s.user_id`;

const toStaff = ({ id, email, name, role, confirmed_at }: StaffRow): StaffAccount => ({
  id,
  email,
  name,
  role,
  hasSecondFactor: confirmed_at !== null,
});

/** Credentials for signing in. */
export interface StaffCredentials extends StaffAccount {
  readonly password: string;
  /** Secret of the second factor in Base32, which may still be unconfirmed; null if there is none. */
  readonly secret: string | null;
  readonly usedStep: number;
}

type CredentialsRow = StaffRow & { password: string; secret: string | null; used_step: number };

const toCredentials = (row: CredentialsRow): StaffCredentials => ({
  ...toStaff(row),
  password: row.password,
  secret: row.secret,
  usedStep: row.used_step,
});

/** Returns the account with this email, if it has a role. Skips locked accounts. */
export async function staffByEmail(database: Database, email: string): Promise<StaffCredentials | undefined> {
  const row = await database.get<CredentialsRow>(sql`${SELECT} WHERE u.email = ${email} AND u.locked_at IS NULL`);
  return row && toCredentials(row);
}

export async function staffById(database: Database, id: number): Promise<StaffCredentials | undefined> {
  const row = await database.get<CredentialsRow>(sql`${SELECT} WHERE u.id = ${id} AND u.locked_at IS NULL`);
  return row && toCredentials(row);
}

export interface Grant {
  readonly role: string;
  /** Who grants the role. */
  readonly by: string;
  readonly now: Date;
}

/** Grants a role to an account, which replaces any other role. */
export async function grantRole(database: Database, user: number, { role, by, now }: Grant): Promise<void> {
  const row = { user_id: user, role, granted_by: by, granted_at: now.toISOString() };
  const statement = sql`${insertInto('staff', row)}
    ON CONFLICT (user_id) DO UPDATE SET role = excluded.role, granted_by = excluded.granted_by, granted_at = excluded.granted_at`;
  await database.run(statement);
}

/** Revokes the role of an account, ends its sessions in the admin, and deletes its second factor. */
export async function revokeRole(database: Database, user: number): Promise<boolean> {
  return (await database.run(sql`DELETE FROM staff WHERE user_id = ${user}`)).changes > 0;
}

/** Hours without use after which a session ends, and its maximum lifetime. */
const IDLE_HOURS = 12;
const MAX_HOURS = 7 * 24;
export const STAFF_SESSION_SECONDS = MAX_HOURS * 3600;
/** Minimum interval between two updates of the last use of a session. */
const SEEN_INTERVAL_MS = 60_000;

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

/** Starts a session. @returns its token; only a hash of it is stored */
export async function addStaffSession(database: Database, user: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const time = now.toISOString();
  await database.run(sql`DELETE FROM staff_sessions WHERE created_at < ${hoursBefore(now, MAX_HOURS)}`);
  await database.run(sql`INSERT INTO staff_sessions VALUES (${hash(token)}, ${user}, ${time}, ${time})`);
  return token;
}

/** Returns the account of a session; undefined if the session has ended, or the account has no role or is locked. */
export async function staffOfSession(database: Database, token: string, now: Date): Promise<StaffAccount | undefined> {
  const query = sql`SELECT ${COLUMNS}, t.seen_at FROM staff s JOIN users u ON u.id = s.user_id
      JOIN staff_sessions t ON t.user_id = s.user_id
    WHERE t.token = ${hash(token)} AND t.created_at > ${hoursBefore(now, MAX_HOURS)}
      AND t.seen_at > ${hoursBefore(now, IDLE_HOURS)} AND u.locked_at IS NULL`;
  const row = await database.get<StaffRow & { seen_at: string }>(query);
  if (!row) return undefined;
  if (now.getTime() - Date.parse(row.seen_at) > SEEN_INTERVAL_MS)
    await database.run(sql`UPDATE staff_sessions SET seen_at = ${now.toISOString()} WHERE token = ${hash(token)}`);
  return toStaff(row);
}

export async function endStaffSession(database: Database, token: string): Promise<void> {
  await database.run(sql`DELETE FROM staff_sessions WHERE token = ${hash(token)}`);
}

export async function isLocked(database: Database, user: number): Promise<boolean> {
  return (await database.get(sql`SELECT 1 FROM users WHERE id = ${user} AND locked_at IS NOT NULL`)) !== undefined;
}

/** Ends all sessions of an account in the admin. */
export async function endStaffSessions(database: Database, user: number): Promise<void> {
  await database.run(sql`DELETE FROM staff_sessions WHERE user_id = ${user}`);
}

/**
 * Marks the code of a time step as used.
 * @returns false if the code of this step or of a later one was already used
 */
export async function takeStep(database: Database, user: number, step: number): Promise<boolean> {
  const statement = sql`UPDATE staff SET used_step = ${step} WHERE user_id = ${user} AND used_step < ${step}`;
  return (await database.run(statement)).changes > 0;
}

/** Prefix of a stored SHA-256. Codes with at least 112 bits need no slow hash (ASVS 6.5.2). */
const STRONG_PREFIX = 'sha256:';
/**
 * Length of codes of older versions. They have only about 50 bits, so their SHA-256 is hashed again like a password.
 */
const WEAK_CODE_LENGTH = 10;

/** Normalises a code, because it may be typed with or without hyphens, and in upper or lower case. */
const plainCode = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Uses a recovery code. @returns false if it is wrong or already used */
export async function takeRecoveryCode(database: Database, user: number, code: string): Promise<boolean> {
  const plain = plainCode(code);
  const digest = hash(plain);
  const take = async (stored: string) => {
    const statement = sql`DELETE FROM recovery_codes WHERE user_id = ${user} AND code = ${stored}`;
    return (await database.run(statement)).changes > 0;
  };
  if (await take(STRONG_PREFIX + digest)) return true;
  if (plain.length !== WEAK_CODE_LENGTH) return false;
  if (await take(digest)) return true;
  const query = sql`SELECT code FROM recovery_codes WHERE user_id = ${user}`;
  for (const { code: stored } of await database.all<Row & { code: string }>(query))
    if (!stored.startsWith(STRONG_PREFIX) && (await verifyPassword(digest, stored))) return take(stored);
  return false;
}

/** Protects recovery codes of older versions with the hash for passwords. They remain valid. */
export async function protectWeakCodes(database: Database): Promise<void> {
  const query = sql`SELECT user_id, code FROM recovery_codes`;
  for (const { user_id, code } of await database.all<Row & { user_id: number; code: string }>(query)) {
    if (!/^[0-9a-f]{64}$/.test(code)) continue;
    const slow = await hashPassword(code);
    await database.run(sql`UPDATE recovery_codes SET code = ${slow} WHERE user_id = ${user_id} AND code = ${code}`);
  }
}

/** Stores a secret, which becomes valid when it is confirmed. */
export async function proposeSecret(database: Database, user: number, secret: string): Promise<void> {
  await database.run(sql`UPDATE staff SET secret = ${secret} WHERE user_id = ${user} AND confirmed_at IS NULL`);
}

/** Activates the second factor, with recovery codes that can replace it. */
export async function confirmSecret(
  database: Database,
  user: number,
  codes: readonly string[],
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(sql`UPDATE staff SET confirmed_at = ${now.toISOString()} WHERE user_id = ${user}`);
    await transaction.run(sql`DELETE FROM recovery_codes WHERE user_id = ${user}`);
    for (const code of codes)
      await transaction.run(sql`INSERT INTO recovery_codes VALUES (${user}, ${STRONG_PREFIX + hash(plainCode(code))})`);
  });
}

export async function dropSecret(database: Database, user: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(sql`UPDATE staff SET secret = NULL, confirmed_at = NULL WHERE user_id = ${user}`);
    await transaction.run(sql`DELETE FROM recovery_codes WHERE user_id = ${user}`);
  });
}

/** Returns all accounts with a role, by email, including locked ones. */
export const staff = async (database: Database): Promise<(StaffAccount & { readonly isVerified: boolean })[]> =>
  (await database.all<StaffRow>(sql`${SELECT} ORDER BY u.email`)).map((row) => ({
    ...toStaff(row),
    isVerified: row.proven === 1,
  }));

/** Whether the account has a verified email and a second factor, so that its role can be changed immediately. */
export async function isReadyForRoles(database: Database, user: number): Promise<boolean> {
  const query = sql`SELECT 1 FROM staff s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = ${user} AND u.proven = 1 AND s.confirmed_at IS NOT NULL`;
  return (await database.get(query)) !== undefined;
}

/** An account found by its email address, in any account group. */
export interface FoundAccount {
  readonly id: number;
  readonly email: string;
  readonly accounts: string;
  readonly role: string | null;
}

export async function accountsOf(database: Database, email: string): Promise<FoundAccount[]> {
  const query = sql`SELECT u.id, u.email, u.accounts, s.role FROM users u LEFT JOIN staff s ON s.user_id = u.id
    WHERE u.email = ${email} ORDER BY u.id`;
  return database.all<Row & FoundAccount>(query);
}
