import { randomBytes } from 'node:crypto';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';

export const RESET_MINUTES = 30;

/** A token that sets a new password, once; those asked for before are worth nothing any more. */
export function addReset(database: Database, user: number, now: Date): string {
  const token = randomBytes(32).toString('base64url');
  const ends = new Date(now.getTime() + RESET_MINUTES * 60_000).toISOString();
  database.transaction(() => {
    database.run('DELETE FROM reset_tokens WHERE user_id = ? OR expires_at < ?', user, now.toISOString());
    database.run('INSERT INTO reset_tokens VALUES (?, ?, ?)', hash(token), user, ends);
  });
  return token;
}

/** Takes the token. @returns whose password it sets; undefined where it was used, is too old or never was */
export function takeReset(database: Database, token: string, now: Date): number | undefined {
  const sql = 'DELETE FROM reset_tokens WHERE token = ? AND expires_at > ? RETURNING user_id';
  return database.get<Row & { user_id: number }>(sql, hash(token), now.toISOString())?.user_id;
}
