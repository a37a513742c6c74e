import { createHash } from 'node:crypto';
import type { Row } from '../database.ts';
import type { DatabaseName, Table } from './tables.ts';

/** A store as it is at one moment, whoever writes to it meanwhile. */
export interface Snapshot {
  /** The rows of a table in the order of its key, some at a time. */
  rows(table: Table): AsyncIterable<Row[]>;
  /** The highest id that a counted table has given. */
  lastId(table: Table): Promise<number>;
  close(): Promise<void>;
}

/** An index of the search. */
export interface SearchIndex {
  readonly database: DatabaseName;
  readonly name: 'book_search' | 'name_search';
  readonly columns: readonly string[];
}

/** A store that nobody else writes to until `commit` or `close`, which takes everything back that was not committed. */
export interface Target extends Snapshot {
  has(table: Table): Promise<boolean>;
  insert(table: Table | SearchIndex, rows: readonly Row[]): Promise<void>;
  setLastId(table: Table, id: number): Promise<void>;
  /** Empties the table of settings, which a new store has filled. */
  clear(table: Table): Promise<void>;
  commit(): Promise<void>;
}

/** So many rows, or characters of texts, are in memory at a time. */
export const MOST_ROWS = 500;
const MOST_LENGTH = 4_000_000;

/** Gathers single rows to batches. */
export function* batchesOf(rows: Iterable<Row>): Iterable<Row[]> {
  let batch: Row[] = [];
  let length = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
    if (batch.length < MOST_ROWS && length < MOST_LENGTH) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Number and checksum of the rows that passed. */
export interface Sum {
  add(rows: readonly Row[]): void;
  /** To be asked once. */
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
