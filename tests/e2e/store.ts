import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Works on what visitors left behind in the site under test. */
function withVisitors<T>(readOnly: boolean, use: (database: DatabaseSync) => T): T {
  const state = process.env['LECTERN_E2E_STATE'];
  if (!state) throw new Error('LECTERN_E2E_STATE is not set: tests/e2e/global-setup.ts starts the site.');
  const database = new DatabaseSync(join(state, 'api/visitors.db'), { readOnly, timeout: 5000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** A row of what visitors left behind in the site under test. */
export const visitorRow = (sql: string, ...values: (string | number)[]): Record<string, unknown> | undefined =>
  withVisitors(true, (database) => database.prepare(sql).get(...values));

/** Writes a row as the shop would: no call of the contract sells anything. */
export const addVisitorRow = (sql: string, ...values: (string | number | null)[]): void =>
  withVisitors(false, (database) => void database.prepare(sql).run(...values));
