import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';
import { NO_LIMIT } from '../dialects.ts';
import { insertInto } from '../insert.ts';
import { sql } from '../sql.ts';

export async function rememberDevice(database: Database, uuid: string, platform: string, now: Date): Promise<void> {
  const time = now.toISOString();
  const statement = sql`${insertInto('devices', { uuid, platform, first_seen: time, last_seen: time })}
    ON CONFLICT (uuid) DO UPDATE SET platform = excluded.platform, last_seen = excluded.last_seen`;
  await database.run(statement);
}

export const isRegistered = async (database: Database, uuid: string): Promise<boolean> =>
  (await database.get(sql`SELECT 1 FROM devices WHERE uuid = ${uuid}`)) !== undefined;

/** Maximum number of known devices per account. Beyond it, the least recently used one is forgotten. */
const MAX_DEVICES = 20;

/** Records that the device has signed in to the account. */
export async function addKnownDevice(database: Database, user: number, uuid: string, now: Date): Promise<void> {
  const put = sql`${insertInto('known_devices', { user_id: user, device: hash(uuid), seen_at: now.toISOString() })}
    ON CONFLICT (user_id, device) DO UPDATE SET seen_at = excluded.seen_at`;
  await database.run(put);
  const beyond = sql`SELECT device FROM known_devices WHERE user_id = ${user}
    ORDER BY seen_at DESC LIMIT ${NO_LIMIT} OFFSET ${MAX_DEVICES}`;
  await database.run(sql`DELETE FROM known_devices WHERE user_id = ${user} AND device IN (${beyond})`);
}

/** Whether the device has signed in to the account before. */
export const isKnownDevice = async (database: Database, user: number, uuid: string): Promise<boolean> =>
  (await database.get(sql`SELECT 1 FROM known_devices WHERE user_id = ${user} AND device = ${hash(uuid)}`)) !==
  undefined;

/** Who helps: the account of a signed-in visitor, on any device, or else the device. */
export interface Helper {
  readonly user: number | undefined;
  readonly device: string;
}

const nameOf = ({ user, device }: Helper) => (user === undefined ? device : `user:${user}`);

/** Records that a helper has helped. Each helper counts only once per event. */
export async function addHelpClick(database: Database, event: number, helper: Helper, now: Date): Promise<void> {
  await database.run(
    sql`${insertInto('help_clicks', { event_id: event, device: nameOf(helper), at: now.toISOString() })} ON CONFLICT DO NOTHING`,
  );
}

/** Returns the number of helpers of an event, and whether this visitor or device is one of them. */
export async function helpClicks(
  database: Database,
  event: number,
  helper: Helper,
): Promise<{ total: number; own: boolean }> {
  type ClickRow = Row & { total: number; own: number };
  const query = sql`SELECT count(*) AS total, count(*) FILTER (WHERE device IN (${helper.device}, ${nameOf(helper)})) AS own
    FROM help_clicks WHERE event_id = ${event}`;
  const { total, own } = await database.one<ClickRow>(query);
  return { total, own: own > 0 };
}
