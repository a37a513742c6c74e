import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

type Value = string | number | null;

/** Maximum time to wait while the site writes. */
const LOCK_LIMIT_MS = 120_000;

/** Opens a database of the site under test: its content, or the data of its visitors. */
function within<T>(name: 'catalogue' | 'visitors', readOnly: boolean, use: (database: DatabaseSync) => T): T {
  const state = process.env['LECTERN_E2E_STATE'];
  if (!state) throw new Error('LECTERN_E2E_STATE is not set: tests/e2e/global-setup.ts starts the site.');
  const database = new DatabaseSync(join(state, `api/${name}.db`), { readOnly, timeout: LOCK_LIMIT_MS });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Reads a row of visitors' data from the site under test. */
export const visitorRow = (sql: string, ...values: Value[]): Record<string, unknown> | undefined =>
  within('visitors', true, (database) => database.prepare(sql).get(...values));

/** Writes a row directly, as an external shop would; the contract has no call for it. */
export const addVisitorRow = (sql: string, ...values: Value[]): void =>
  within('visitors', false, (database) => void database.prepare(sql).run(...values));

/** Reads a row of content from the site under test. */
export const catalogueRow = (sql: string, ...values: Value[]): Record<string, unknown> | undefined =>
  within('catalogue', true, (database) => database.prepare(sql).get(...values));

/** Changes content. The change outlives the run, so the test must undo it. */
export const changeCatalogue = (sql: string, ...values: Value[]): void =>
  within('catalogue', false, (database) => void database.prepare(sql).run(...values));
