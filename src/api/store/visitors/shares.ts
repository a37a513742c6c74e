import { randomBytes } from 'node:crypto';
import type { Share } from '#src/contract/calls/share.ts';
import type { Database, Row } from '../database.ts';

/** Counted from when a link was last shared. */
const LIFETIME_MS = 180 * 86_400_000;

export interface ShareRow {
  readonly kind: string;
  readonly target_id: number;
}

/** The device's token of the target: a new one, or the known one for as long again. */
export async function putShare(
  database: Database,
  device: string,
  kind: string,
  target: number,
  now: Date,
): Promise<Share> {
  const expires = new Date(now.getTime() + LIFETIME_MS).toISOString();
  await database.run('DELETE FROM shares WHERE expires_at <= ?', now.toISOString());
  const sql = `INSERT INTO shares (token, device, kind, target_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (device, kind, target_id) DO UPDATE SET expires_at = excluded.expires_at RETURNING token, expires_at`;
  const token = randomBytes(18).toString('base64url');
  const row = await database.one<Row & Share>(sql, token, device, kind, target, now.toISOString(), expires);
  return { token: row.token, expires_at: row.expires_at };
}

export async function shareOfToken(database: Database, token: string, now: Date): Promise<ShareRow | undefined> {
  const sql = 'SELECT kind, target_id FROM shares WHERE token = ? AND expires_at > ?';
  return database.get<Row & ShareRow>(sql, token, now.toISOString());
}
