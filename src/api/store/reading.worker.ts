import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { workerData } from 'piscina';
import { withPath } from '#src/lib/storage-error.ts';
import type { Row } from './database.ts';
import type { Statement } from './sql.ts';

/** What a thread executes: an SQLite statement. */
export type Reading = Statement;

/** Rows, or the fields of an error, because structured cloning would omit most of them. */
export type ReadingResult = { readonly rows: Row[] } | { readonly error: { readonly message: string } };

const file: string = workerData;
const connection = new DatabaseSync(file, { readOnly: true });
// The cache of each thread is small, because all threads share the file cache of the system.
connection.exec(
  'PRAGMA busy_timeout = 10000; PRAGMA cache_size = -8192; PRAGMA mmap_size = 134217728; PRAGMA temp_store = MEMORY',
);
const statements = new Map<string, StatementSync>();

export function read({ text, values }: Reading): ReadingResult {
  try {
    return withPath(file, () => {
      const statement = statements.get(text) ?? connection.prepare(text);
      statements.set(text, statement);
      return { rows: statement.all(...(values as SQLInputValue[])) as Row[] };
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { error: { ...error, message: error.message } };
  }
}
