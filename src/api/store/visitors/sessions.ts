import { randomBytes } from 'node:crypto';
import type { SignedInDevice } from '#src/contract/calls/user.ts';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';
import { endStaffSessions } from './staff.ts';

/** A session nobody renews ends after this time. */
export const SESSION_MS = 90 * 86_400_000;
/** Nor does any last longer than this, however often it is renewed: then the visitor signs in again. */
const MOST_SESSION_MS = 365 * 86_400_000;
const ACCESS_MS = 15 * 60_000;
/** The site asks for the next token a minute before this one ends. */
export const RENEW_SECONDS = 14 * 60;
/** Two tabs may renew at once, and an answer may be lost: for this long the token before the last one counts too. */
const GRACE_MS = 30_000;

export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** What the visitor holds of a session; the store keeps hashes alone, so that a copy of it signs nobody in. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** When the access token ends. */
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

/** Begins a session. */
export async function addSession(
  database: Database,
  user: number,
  { browser, system }: Device,
  now: Date,
): Promise<Tokens> {
  return database.transaction(async (transaction) => {
    await transaction.run('DELETE FROM sessions WHERE expires_at < ?', now.toISOString());
    await transaction.run('DELETE FROM access_tokens WHERE expires_at < ?', now.toISOString());
    const { id } = await transaction.run(
      `INSERT INTO sessions (user_id, browser, system, created_at, seen_at, renewed_at, expires_at)
       VALUES (?1, ?2, ?3, ?4, ?4, ?4, ?5)`,
      user,
      browser,
      system,
      now.toISOString(),
      after(now, SESSION_MS),
    );
    return addTokens(transaction, id, 0, now);
  });
}

async function addTokens(database: Database, session: number, generation: number, now: Date): Promise<Tokens> {
  const tokens = { access: newToken(), refresh: newToken(), expires_at: after(now, ACCESS_MS) };
  await database.run('INSERT INTO access_tokens VALUES (?, ?, ?)', hash(tokens.access), session, tokens.expires_at);
  await database.run('INSERT INTO refresh_tokens VALUES (?, ?, ?)', hash(tokens.refresh), session, generation);
  return tokens;
}

/**
 * The next pair of tokens for a refresh token that has not been used yet, or was used within the grace. Used again
 * later it is in two hands, and the whole session ends.
 */
export async function renewSession(
  database: Database,
  accounts: string,
  refresh: string,
  now: Date,
): Promise<{ user: number; tokens: Tokens } | undefined> {
  return database.transaction(async (transaction) => {
    const row = await transaction.get<SessionRow & { own: number }>(
      `SELECT s.id, s.user_id, s.generation, s.created_at, s.renewed_at, r.generation AS own
       FROM refresh_tokens r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id
       WHERE r.token = ? AND s.expires_at > ? AND u.accounts IN (?, '')`,
      hash(refresh),
      now.toISOString(),
      accounts,
    );
    if (!row) return undefined;
    const recent = now.getTime() - Date.parse(row.renewed_at) <= GRACE_MS;
    const isLast = row.own === row.generation;
    if (!isLast && !(recent && row.own === row.generation - 1)) {
      await endSession(transaction, row.id);
      return undefined;
    }
    return { user: row.user_id, tokens: await nextTokens(transaction, row, isLast, now) };
  });
}

async function nextTokens(
  database: Database,
  { id, generation, created_at }: SessionRow,
  isLast: boolean,
  now: Date,
): Promise<Tokens> {
  const time = now.toISOString();
  await database.run('DELETE FROM access_tokens WHERE session_id = ? AND expires_at < ?', id, time);
  if (!isLast) return addTokens(database, id, generation, now);
  await database.run(
    'UPDATE sessions SET generation = ?, renewed_at = ?, seen_at = ?, expires_at = ? WHERE id = ?',
    generation + 1,
    time,
    time,
    earlier(after(now, SESSION_MS), after(new Date(created_at), MOST_SESSION_MS)),
    id,
  );
  return addTokens(database, id, generation + 1, now);
}

/** Whose session a bearer token belongs to; undefined once it or its session has ended, and in another group of brands. */
export async function sessionOfToken(
  database: Database,
  accounts: string,
  token: string,
  now: Date,
): Promise<{ id: number; user: number } | undefined> {
  const row = await database.get<Row & { id: number; user_id: number }>(
    `SELECT s.id, s.user_id FROM access_tokens a JOIN sessions s ON s.id = a.session_id JOIN users u ON u.id = s.user_id
     WHERE a.token = ?1 AND a.expires_at > ?2 AND s.expires_at > ?2 AND u.accounts IN (?3, '')`,
    hash(token),
    now.toISOString(),
    accounts,
  );
  return row && { id: row.id, user: row.user_id };
}

/** How long after sign-in a session may change how an account without a password signs in. */
const FRESH_MS = 15 * 60_000;

/** Whether the visitor signed in recently. Renewing a session does not count. */
export async function isFresh(database: Database, session: number, now: Date): Promise<boolean> {
  const sql = 'SELECT 1 FROM sessions WHERE id = ? AND created_at > ?';
  return (await database.get(sql, session, after(now, -FRESH_MS))) !== undefined;
}

export async function endSession(database: Database, id: number): Promise<void> {
  await database.run('DELETE FROM sessions WHERE id = ?', id);
}

/** Ends the session a refresh token belongs to, used or not. */
export async function endSessionOfRefresh(database: Database, refresh: string): Promise<void> {
  await database.run(
    'DELETE FROM sessions WHERE id = (SELECT session_id FROM refresh_tokens WHERE token = ?)',
    hash(refresh),
  );
}

/** Ends the visitor's sessions, but for the one to keep, and those in the admin. */
export async function endSessions(database: Database, user: number, keep = 0): Promise<void> {
  await endStaffSessions(database, user);
  await database.run('DELETE FROM sessions WHERE user_id = ? AND id <> ?', user, keep);
}

const MOST = 100;

type DeviceRow = Row & Omit<SignedInDevice, 'current'>;

/** Where a visitor is signed in: this session first, then the one seen last. */
export async function signedInDevices(
  database: Database,
  user: number,
  current: number,
  now: Date,
): Promise<SignedInDevice[]> {
  const rows = await database.all<DeviceRow>(
    `SELECT id, browser, system, created_at, seen_at FROM sessions WHERE user_id = ?1 AND expires_at > ?2
     ORDER BY id = ?3 DESC, seen_at DESC, id DESC LIMIT ${MOST}`,
    user,
    now.toISOString(),
    current,
  );
  return rows.map((row) => ({ ...row, current: row.id === current }));
}

/** Ends one session of this visitor's, and nobody else's. */
export async function endSessionOf(database: Database, user: number, session: number): Promise<void> {
  await database.run('DELETE FROM sessions WHERE id = ? AND user_id = ?', session, user);
}
