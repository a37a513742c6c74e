import { randomBytes } from 'node:crypto';
import { hash } from '#src/lib/hash.ts';
import { hashPassword, verifyPassword } from '../../visitors/passwords.ts';
import type { Database, Row } from '../database.ts';

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

const SELECT = `SELECT u.id, u.email, u.name, u.proven, s.role, s.confirmed_at, u.password, s.secret, s.used_step
  FROM staff s JOIN users u ON u.id = s.user_id`;

const toStaff = ({ id, email, name, role, confirmed_at }: StaffRow): StaffAccount => ({
  id,
  email,
  name,
  role,
  hasSecondFactor: confirmed_at !== null,
});

/** What signing in is checked against. */
export interface StaffCredentials extends StaffAccount {
  readonly password: string;
  /** Base32, also while it is not confirmed yet. */
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

/** The account with a role of an address; one that is locked is none. */
export async function staffByEmail(database: Database, email: string): Promise<StaffCredentials | undefined> {
  const row = await database.get<CredentialsRow>(`${SELECT} WHERE u.email = ? AND u.locked_at IS NULL`, email);
  return row && toCredentials(row);
}

export async function staffById(database: Database, id: number): Promise<StaffCredentials | undefined> {
  const row = await database.get<CredentialsRow>(`${SELECT} WHERE u.id = ? AND u.locked_at IS NULL`, id);
  return row && toCredentials(row);
}

export interface Grant {
  readonly role: string;
  /** Who gives it. */
  readonly by: string;
  readonly now: Date;
}

/** Gives an account a role, or another one. */
export async function grantRole(database: Database, user: number, { role, by, now }: Grant): Promise<void> {
  const sql = `INSERT INTO staff (user_id, role, granted_by, granted_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (user_id) DO UPDATE SET role = excluded.role, granted_by = excluded.granted_by, granted_at = excluded.granted_at`;
  await database.run(sql, user, role, by, now.toISOString());
}

/** Takes the role away; its sessions and second factor go with it. */
export async function revokeRole(database: Database, user: number): Promise<boolean> {
  return (await database.run('DELETE FROM staff WHERE user_id = ?', user)).changes > 0;
}

/** Hours without a request, and hours at most, after which a session ends. */
const IDLE_HOURS = 12;
const MOST_HOURS = 7 * 24;
export const STAFF_SESSION_SECONDS = MOST_HOURS * 3600;
/** How seldom it is written that a session is in use. */
const SEEN_MS = 60_000;

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

/** Begins a session. @returns the token, of which the store keeps a hash alone */
export async function addStaffSession(database: Database, user: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const time = now.toISOString();
  await database.run('DELETE FROM staff_sessions WHERE created_at < ?', hoursBefore(now, MOST_HOURS));
  await database.run('INSERT INTO staff_sessions VALUES (?, ?, ?, ?)', hash(token), user, time, time);
  return token;
}

/** Whose session it is; undefined once it has ended, or its account has no role any more or is locked. */
export async function staffOfSession(database: Database, token: string, now: Date): Promise<StaffAccount | undefined> {
  const sql = `${SELECT.replace('used_step', 'used_step, t.seen_at')} JOIN staff_sessions t ON t.user_id = s.user_id
    WHERE t.token = ? AND t.created_at > ? AND t.seen_at > ? AND u.locked_at IS NULL`;
  const ends = [hoursBefore(now, MOST_HOURS), hoursBefore(now, IDLE_HOURS)];
  const row = await database.get<StaffRow & { seen_at: string }>(sql, hash(token), ...ends);
  if (!row) return undefined;
  if (now.getTime() - Date.parse(row.seen_at) > SEEN_MS)
    await database.run('UPDATE staff_sessions SET seen_at = ? WHERE token = ?', now.toISOString(), hash(token));
  return toStaff(row);
}

export async function endStaffSession(database: Database, token: string): Promise<void> {
  await database.run('DELETE FROM staff_sessions WHERE token = ?', hash(token));
}

export async function isLocked(database: Database, user: number): Promise<boolean> {
  return (await database.get('SELECT 1 FROM users WHERE id = ? AND locked_at IS NOT NULL', user)) !== undefined;
}

/** Ends all sessions of an account in the admin. */
export async function endStaffSessions(database: Database, user: number): Promise<void> {
  await database.run('DELETE FROM staff_sessions WHERE user_id = ?', user);
}

/** Takes the code of a time step. @returns false where one of it, or of a later one, was taken already */
export async function takeStep(database: Database, user: number, step: number): Promise<boolean> {
  const sql = 'UPDATE staff SET used_step = ?1 WHERE user_id = ?2 AND used_step < ?1';
  return (await database.run(sql, step, user)).changes > 0;
}

/** Before the SHA-256 of a code of at least 112 bits, which needs no slow hash (ASVS 6.5.2). */
const STRONG = 'sha256:';
/** Characters of the codes of former versions: about 50 bits, stored as SHA-256 and since then as the hash of a password made from that. */
const WEAK_CODE_LENGTH = 10;

/** People write them with and without hyphens. */
const plainCode = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Takes a recovery code. @returns false where it is wrong, or was taken already */
export async function takeRecoveryCode(database: Database, user: number, code: string): Promise<boolean> {
  const plain = plainCode(code);
  const digest = hash(plain);
  const take = async (stored: string) => {
    const sql = 'DELETE FROM recovery_codes WHERE user_id = ? AND code = ?';
    return (await database.run(sql, user, stored)).changes > 0;
  };
  if (await take(STRONG + digest)) return true;
  if (plain.length !== WEAK_CODE_LENGTH) return false;
  if (await take(digest)) return true;
  const sql = 'SELECT code FROM recovery_codes WHERE user_id = ?';
  for (const { code: stored } of await database.all<Row & { code: string }>(sql, user))
    if (!stored.startsWith(STRONG) && (await verifyPassword(digest, stored))) return take(stored);
  return false;
}

/** Protects the recovery codes of former versions by the hash of passwords. They stay valid. */
export async function protectWeakCodes(database: Database): Promise<void> {
  const sql = 'SELECT user_id, code FROM recovery_codes';
  for (const { user_id, code } of await database.all<Row & { user_id: number; code: string }>(sql)) {
    if (!/^[0-9a-f]{64}$/.test(code)) continue;
    const slow = await hashPassword(code);
    await database.run('UPDATE recovery_codes SET code = ? WHERE user_id = ? AND code = ?', slow, user_id, code);
  }
}

/** Keeps a secret that does not count before it is confirmed. */
export async function proposeSecret(database: Database, user: number, secret: string): Promise<void> {
  await database.run('UPDATE staff SET secret = ? WHERE user_id = ? AND confirmed_at IS NULL', secret, user);
}

/** The second factor counts from now on; these codes stand in for it. */
export async function confirmSecret(
  database: Database,
  user: number,
  codes: readonly string[],
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run('UPDATE staff SET confirmed_at = ? WHERE user_id = ?', now.toISOString(), user);
    await transaction.run('DELETE FROM recovery_codes WHERE user_id = ?', user);
    for (const code of codes)
      await transaction.run('INSERT INTO recovery_codes VALUES (?, ?)', user, STRONG + hash(plainCode(code)));
  });
}

export async function dropSecret(database: Database, user: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run('UPDATE staff SET secret = NULL, confirmed_at = NULL WHERE user_id = ?', user);
    await transaction.run('DELETE FROM recovery_codes WHERE user_id = ?', user);
  });
}

/** Everybody with a role, by address; also who is locked. */
export const staff = async (database: Database): Promise<(StaffAccount & { readonly isVerified: boolean })[]> =>
  (await database.all<StaffRow>(`${SELECT} ORDER BY u.email`)).map((row) => ({
    ...toStaff(row),
    isVerified: row.proven === 1,
  }));

/** Whether the account has a verified address and a second factor, so that its role can be changed at once. */
export async function isReadyForRoles(database: Database, user: number): Promise<boolean> {
  const sql = `SELECT 1 FROM staff s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = ? AND u.proven = 1 AND s.confirmed_at IS NOT NULL`;
  return (await database.get(sql, user)) !== undefined;
}

/** An account of an address, in whichever group of brands. */
export interface FoundAccount {
  readonly id: number;
  readonly email: string;
  readonly accounts: string;
  readonly role: string | null;
}

export async function accountsOf(database: Database, email: string): Promise<FoundAccount[]> {
  const sql = `SELECT u.id, u.email, u.accounts, s.role FROM users u LEFT JOIN staff s ON s.user_id = u.id
    WHERE u.email = ? ORDER BY u.id`;
  return database.all<Row & FoundAccount>(sql, email);
}
