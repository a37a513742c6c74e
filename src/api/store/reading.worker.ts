import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { workerData } from 'piscina';
import { withPath } from '#src/lib/storage-error.ts';
import type { Row } from './database.ts';

/** What a thread is asked. */
export interface Reading {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Rows; or what an error had, most of which a message between threads leaves out. */
export type ReadingResult = { readonly rows: Row[] } | { readonly error: { readonly message: string } };

const file: string = workerData;
const connection = new DatabaseSync(file, { readOnly: true });
// A small cache of its own: the system's is shared by all threads.
connection.exec(
  'PRAGMA busy_timeout = 10000; PRAGMA cache_size = -8192; PRAGMA mmap_size = 134217728; PRAGMA temp_store = MEMORY',
);
const statements = new Map<string, StatementSync>();

export function read({ sql, values }: Reading): ReadingResult {
  try {
    return withPath(file, () => {
      const statement = statements.get(sql) ?? connection.prepare(sql);
      statements.set(sql, statement);
      return { rows: statement.all(...values) as Row[] };
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { error: { ...error, message: error.message } };
  }
}
