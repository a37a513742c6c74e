import type { Database, Row } from '../database.ts';

export function rememberDevice(database: Database, uuid: string, platform: string, now: Date): void {
  const sql = `INSERT INTO devices (uuid, platform, first_seen, last_seen) VALUES (?1, ?2, ?3, ?3)
    ON CONFLICT DO UPDATE SET platform = ?2, last_seen = ?3`;
  database.run(sql, uuid, platform, now.toISOString());
}

/** Counts the device's help once, however often it comes. */
export function addHelpClick(database: Database, event: number, device: string, now: Date): void {
  database.run(
    'INSERT OR IGNORE INTO help_clicks (event_id, device, at) VALUES (?, ?, ?)',
    event,
    device,
    now.toISOString(),
  );
}

export function helpClicks(database: Database, event: number, device: string): { total: number; own: boolean } {
  type ClickRow = Row & { total: number; own: number };
  const sql = `SELECT count(*) AS total, coalesce(sum(device = ?), 0) AS own FROM help_clicks WHERE event_id = ?`;
  const { total, own } = database.one<ClickRow>(sql, device, event);
  return { total, own: own > 0 };
}
