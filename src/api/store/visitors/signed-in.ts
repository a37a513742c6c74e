import type { SignedInDevice } from '#src/contract/calls/user.ts';
import type { Database, Row } from '../database.ts';

const MOST = 100;

type DeviceRow = Row & Omit<SignedInDevice, 'current'>;

/** Where a visitor is signed in: this session first, then the one seen last. */
export function signedInDevices(database: Database, user: number, current: number, now: Date): SignedInDevice[] {
  const rows = database.all<DeviceRow>(
    `SELECT id, browser, system, created_at, seen_at FROM sessions WHERE user_id = ?1 AND expires_at > ?2
     ORDER BY id = ?3 DESC, seen_at DESC, id DESC LIMIT ${MOST}`,
    user,
    now.toISOString(),
    current,
  );
  return rows.map((row) => ({ ...row, current: row.id === current }));
}

/** Ends one session of this visitor's, and nobody else's. */
export function endSessionOf(database: Database, user: number, session: number): void {
  database.run('DELETE FROM sessions WHERE id = ? AND user_id = ?', session, user);
}
