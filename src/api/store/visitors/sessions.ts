import { randomBytes } from 'node:crypto';
import type { SignedInDevice } from '#src/contract/calls/user.ts';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';
import { insertRow } from '../insert.ts';
import { raw, sql } from '../sql.ts';
import { endStaffSessions } from './staff.ts';

/** Time after which a session expires unless it is renewed. */
export const SESSION_MS = 90 * 86_400_000;
/** Maximum lifetime of a session, even if it is renewed. Then the visitor must sign in again. */
const MAX_SESSION_MS = 365 * 86_400_000;
const ACCESS_MS = 15 * 60_000;
/** Time after which the site requests the next access token, a minute before this one expires. */
export const RENEW_SECONDS = 14 * 60;
/** How long a used refresh token remains valid, because two tabs may renew at once or a response may be lost. */
const GRACE_MS = 30_000;

export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** The tokens of a visitor's session. Only their hashes are stored, so a copy of the store gives no access. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** Expiry of the access token. */
  readonly expires_at: string;
}

type SessionRow = Row & {
  id: number;
  user_id: number;
  generation: number;
  created_at: string;
  renewed_at: string;
};

const newToken = () => randomBytes(32).toString('base64url');
const earlier = (a: string, b: string) => (a < b ? a : b);
const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

export async function addSession(
  database: Database,
  user: number,
  { browser, system }: Device,
  now: Date,
): Promise<Tokens> {
  return database.transaction(async (transaction) => {
    await transaction.run(sql`DELETE FROM sessions WHERE expires_at < ${now.toISOString()}`);
    await transaction.run(sql`DELETE FROM access_tokens WHERE expires_at < ${now.toISOString()}`);
    const time = now.toISOString();
    const dates = { created_at: time, seen_at: time, renewed_at: time, expires_at: after(now, SESSION_MS) };
    const id = await insertRow(transaction, 'sessions', { user_id: user, browser, system, ...dates });
    return addTokens(transaction, id, 0, now);
  });
}

async function addTokens(database: Database, session: number, generation: number, now: Date): Promise<Tokens> {
  const tokens = { access: newToken(), refresh: newToken(), expires_at: after(now, ACCESS_MS) };
  await database.run(sql`INSERT INTO access_tokens VALUES (${hash(tokens.access)}, ${session}, ${tokens.expires_at})`);
  await database.run(sql`INSERT INTO refresh_tokens VALUES (${hash(tokens.refresh)}, ${session}, ${generation})`);
  return tokens;
}

/**
 * Returns the next pair of tokens for a refresh token that is unused, or was used within the grace period. Later reuse
 * means that it was stolen, so the session ends.
 */
export async function renewSession(
  database: Database,
  accounts: string,
  refresh: string,
  now: Date,
): Promise<{ user: number; tokens: Tokens } | undefined> {
  return database.transaction(async (transaction) => {
    const row = await transaction.get<SessionRow & { own: number }>(
      sql`SELECT s.id, s.user_id, s.generation, s.created_at, s.renewed_at, r.generation AS own
       FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id
       WHERE r.token = ${hash(refresh)} AND s.expires_at > ${now.toISOString()} AND u.accounts IN (${accounts}, '')`,
    );
    if (!row) return undefined;
    const recent = now.getTime() - Date.parse(row.renewed_at) <= GRACE_MS;
    const isLatest = row.own === row.generation;
    if (!isLatest && !(recent && row.own === row.generation - 1)) {
      await endSession(transaction, row.id);
      return undefined;
    }
    return { user: row.user_id, tokens: await nextTokens(transaction, row, isLatest, now) };
  });
}

async function nextTokens(
  database: Database,
  { id, generation, created_at }: SessionRow,
  isLatest: boolean,
  now: Date,
): Promise<Tokens> {
  const time = now.toISOString();
  await database.run(sql`DELETE FROM access_tokens WHERE session_id = ${id} AND expires_at < ${time}`);
  if (!isLatest) return addTokens(database, id, generation, now);
  const expires = earlier(after(now, SESSION_MS), after(new Date(created_at), MAX_SESSION_MS));
  await database.run(
    sql`UPDATE sessions SET generation = ${generation + 1}, renewed_at = ${time}, seen_at = ${time}, expires_at = ${expires}
      WHERE id = ${id}`,
  );
  return addTokens(database, id, generation + 1, now);
}

/**
 * Returns the session of a bearer token; undefined if the token or the session has expired, or belongs to another group
 * of brands.
 */
export async function sessionOfToken(
  database: Database,
  accounts: string,
  token: string,
  now: Date,
): Promise<{ id: number; user: number } | undefined> {
  const row = await database.get<Row & { id: number; user_id: number }>(
    sql`SELECT s.id, s.user_id FROM access_tokens a JOIN sessions s ON s.id = a.session_id JOIN users u ON u.id = s.user_id
      WHERE a.token = ${hash(token)} AND a.expires_at > ${now.toISOString()} AND s.expires_at > ${now.toISOString()}
        AND u.accounts IN (${accounts}, '')`,
  );
  return row && { id: row.id, user: row.user_id };
}

/** How long after signing in a visitor may change the sign-in methods of an account without a password. */
const FRESH_MS = 15 * 60_000;

/** Whether the visitor signed in recently. Renewing a session does not count. */
export async function isFresh(database: Database, session: number, now: Date): Promise<boolean> {
  const query = sql`SELECT 1 FROM sessions WHERE id = ${session} AND created_at > ${after(now, -FRESH_MS)}`;
  return (await database.get(query)) !== undefined;
}

export async function endSession(database: Database, id: number): Promise<void> {
  await database.run(sql`DELETE FROM sessions WHERE id = ${id}`);
}

/** Ends the session of a refresh token, whether used or not. */
export async function endSessionOfRefresh(database: Database, refresh: string): Promise<void> {
  await database.run(
    sql`DELETE FROM sessions WHERE id = (SELECT session_id FROM refresh_tokens WHERE token = ${hash(refresh)})`,
  );
}

/** Ends all sessions of a visitor, including those in the admin. Only the session `keep` is kept. */
export async function endSessions(database: Database, user: number, keep = 0): Promise<void> {
  await endStaffSessions(database, user);
  await database.run(sql`DELETE FROM sessions WHERE user_id = ${user} AND id <> ${keep}`);
}

const MAX_LISTED = 100;

type DeviceRow = Row & Omit<SignedInDevice, 'current'>;

/** Returns the sessions of a visitor: the current one first, then by last use. */
export async function signedInDevices(
  database: Database,
  user: number,
  current: number,
  now: Date,
): Promise<SignedInDevice[]> {
  const rows = await database.all<DeviceRow>(
    sql`SELECT id, browser, system, created_at, seen_at FROM sessions
     WHERE user_id = ${user} AND expires_at > ${now.toISOString()}
     ORDER BY id = ${current} DESC, seen_at DESC, id DESC LIMIT ${raw(MAX_LISTED)}`,
  );
  return rows.map((row) => ({ ...row, current: row.id === current }));
}

/** Ends a session if it belongs to this visitor. */
export async function endSessionOf(database: Database, user: number, session: number): Promise<void> {
  await database.run(sql`DELETE FROM sessions WHERE id = ${session} AND user_id = ${user}`);
}
