import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';

export async function rememberDevice(database: Database, uuid: string, platform: string, now: Date): Promise<void> {
  const sql = `INSERT INTO devices (uuid, platform, first_seen, last_seen) VALUES (?1, ?2, ?3, ?3)
    ON CONFLICT (uuid) DO UPDATE SET platform = ?2, last_seen = ?3`;
  await database.run(sql, uuid, platform, now.toISOString());
}

export const isRegistered = async (database: Database, uuid: string): Promise<boolean> =>
  (await database.get('SELECT 1 FROM devices WHERE uuid = ?', uuid)) !== undefined;

/** Devices of an account that are known; the one that was not seen for longest is forgotten first. */
const MOST_KNOWN = 20;

/** The device has signed in to the account. */
export async function knowDevice(database: Database, user: number, uuid: string, now: Date): Promise<void> {
  const put = `INSERT INTO known_devices (user_id, device, seen_at) VALUES (?, ?, ?)
    ON CONFLICT (user_id, device) DO UPDATE SET seen_at = excluded.seen_at`;
  await database.run(put, user, hash(uuid), now.toISOString());
  const beyond = 'SELECT device FROM known_devices WHERE user_id = ?1 ORDER BY seen_at DESC LIMIT -1 OFFSET ?2';
  await database.run(`DELETE FROM known_devices WHERE user_id = ?1 AND device IN (${beyond})`, user, MOST_KNOWN);
}

/** Whether the device has signed in to the account before. */
export const isKnownDevice = async (database: Database, user: number, uuid: string): Promise<boolean> =>
  (await database.get('SELECT 1 FROM known_devices WHERE user_id = ? AND device = ?', user, hash(uuid))) !== undefined;

/** Who helps: a signed-in visitor, on whatever device, or the device. */
export interface Helper {
  readonly user: number | undefined;
  readonly device: string;
}

const nameOf = ({ user, device }: Helper) => (user === undefined ? device : `user:${user}`);

/** Counts the help once, however often it comes. */
export async function addHelpClick(database: Database, event: number, helper: Helper, now: Date): Promise<void> {
  await database.run(
    'INSERT INTO help_clicks (event_id, device, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    event,
    nameOf(helper),
    now.toISOString(),
  );
}

/** @returns all help for the event, and whether some is of this visitor or this device */
export async function helpClicks(
  database: Database,
  event: number,
  helper: Helper,
): Promise<{ total: number; own: boolean }> {
  type ClickRow = Row & { total: number; own: number };
  const sql = `SELECT count(*) AS total, count(*) FILTER (WHERE device IN (?, ?)) AS own FROM help_clicks WHERE event_id = ?`;
  const { total, own } = await database.one<ClickRow>(sql, helper.device, nameOf(helper), event);
  return { total, own: own > 0 };
}
