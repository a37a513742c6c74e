import { randomBytes } from 'node:crypto';
import type { Share } from '#src/contract/calls/share.ts';
import type { Database, Row } from '../database.ts';
import { insertInto } from '../insert.ts';
import { sql } from '../sql.ts';

/** How long a link is valid after it was last shared. */
const LIFETIME_MS = 180 * 86_400_000;

export interface ShareRow {
  readonly kind: string;
  readonly target_id: number;
}

/** Returns the token of a device for a target: a new one, or the existing one, whose lifetime is extended. */
export async function putShare(
  database: Database,
  device: string,
  kind: string,
  target: number,
  now: Date,
): Promise<Share> {
  const expires = new Date(now.getTime() + LIFETIME_MS).toISOString();
  await database.run(sql`DELETE FROM shares WHERE expires_at <= ${now.toISOString()}`);
  const token = randomBytes(18).toString('base64url');
  const dates = { created_at: now.toISOString(), expires_at: expires };
  const statement = sql`${insertInto('shares', { token, device, kind, target_id: target, ...dates })}
    ON CONFLICT (device, kind, target_id) DO UPDATE SET expires_at = excluded.expires_at RETURNING token, expires_at`;
  const [row] = (await database.returning<Row & Share>(statement)) as [Share];
  return { token: row.token, expires_at: row.expires_at };
}

export async function shareOfToken(database: Database, token: string, now: Date): Promise<ShareRow | undefined> {
  const query = sql`SELECT kind, target_id FROM shares WHERE token = ${token} AND expires_at > ${now.toISOString()}`;
  return database.get<Row & ShareRow>(query);
}
