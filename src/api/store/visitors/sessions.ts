import { randomBytes } from 'node:crypto';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';

const LIFETIME_MS = 90 * 86_400_000;

/** Signs a visitor in. Only the token's hash is kept: a copy of the store signs nobody in. */
export function addSession(database: Database, user: number, now: Date): { token: string; expires_at: string } {
  const token = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + LIFETIME_MS).toISOString();
  database.run('DELETE FROM sessions WHERE expires_at < ?', now.toISOString());
  const sql = 'INSERT INTO sessions (token, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)';
  database.run(sql, hash(token), user, now.toISOString(), expires_at);
  return { token, expires_at };
}

export function userOfToken(database: Database, token: string, now: Date): number | undefined {
  const sql = 'SELECT user_id FROM sessions WHERE token = ? AND expires_at > ?';
  return database.get<Row & { user_id: number }>(sql, hash(token), now.toISOString())?.user_id;
}

export function endSession(database: Database, token: string): void {
  database.run('DELETE FROM sessions WHERE token = ?', hash(token));
}
