import { createHash } from 'node:crypto';
import type { Row } from '../database.ts';
import type { DatabaseName, Table } from './tables.ts';

/** A snapshot of a store, unaffected by concurrent writes. */
export interface Snapshot {
  /** Returns the rows of a table, in the order of their keys and in batches. */
  rows(table: Table): AsyncIterable<Row[]>;
  /** Returns the highest id that a table with assigned ids has ever had. */
  lastId(table: Table): Promise<number>;
  close(): Promise<void>;
}

/** A search index. */
export interface SearchIndex {
  readonly database: DatabaseName;
  readonly name: 'book_search' | 'name_search';
  readonly columns: readonly string[];
}

/** A store that is locked against other writers until `commit`, or until `close`, which rolls back uncommitted rows. */
export interface Target extends Snapshot {
  has(table: Table): Promise<boolean>;
  insert(table: Table | SearchIndex, rows: readonly Row[]): Promise<void>;
  setLastId(table: Table, id: number): Promise<void>;
  /** Empties the settings table, which contains rows even in a new store. */
  clear(table: Table): Promise<void>;
  commit(): Promise<void>;
}

/** Maximum number of rows, and of characters of text, in memory at a time. */
export const MAX_ROWS = 500;
const MAX_BATCH_CHARACTERS = 4_000_000;

/** Groups rows into batches. */
export function* batchesOf(rows: Iterable<Row>): Iterable<Row[]> {
  let batch: Row[] = [];
  let length = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
    if (batch.length < MAX_ROWS && length < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Counts rows and computes their checksum. */
export interface Sum {
  add(rows: readonly Row[]): void;
  /** Returns the result. Must be called only once. */
  end(): { readonly rows: number; readonly sha256: string };
}

export function createSum({ columns }: Pick<Table, 'columns'>): Sum {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(rows) {
      count += rows.length;
      for (const row of rows) hash.update(`${JSON.stringify(columns.map((column) => row[column]))}\n`);
    },
    end: () => ({ rows: count, sha256: hash.digest('hex') }),
  };
}
