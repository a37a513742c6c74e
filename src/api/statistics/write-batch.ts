import type { Database, Row } from '../store/database.ts';
import { recordsAsRows } from '../store/dialects.ts';
import { insertInto } from '../store/insert.ts';
import { joined, raw, type Sql, sql } from '../store/sql.ts';
import type { Sums } from './sums.ts';

/** Identifies a batch: batches of a process are numbered from 1. */
export interface BatchId {
  readonly process: string;
  readonly batch: number;
  /** UTC day on which the batch is stored. */
  readonly day: string;
}

/** Maximum number of rows per brand and day, because visitors can invent origins and words. */
const MAX_ROWS = { statistics_origins: 2000, statistics_words: 5000 } as const;

interface Target {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  readonly counts: readonly string[];
  /** A column that only a new row gets. */
  readonly initial?: string;
}

const SITES: Target = {
  table: 'statistics_sites',
  key: ['day', 'brand', 'section'],
  counts: ['views', 'reads', 'shelved', 'unlocks', 'searches', 'unanswered', 'sign_ups'],
};
const BOOKS: Target = {
  table: 'statistics_books',
  key: ['day', 'brand', 'section', 'book_id'],
  counts: ['views', 'reads', 'shelved', 'unlocks'],
};
const CHAPTERS: Target = {
  table: 'statistics_chapters',
  key: ['period', 'brand', 'section', 'book_id', 'chapter_id'],
  counts: ['views', 'reads', 'unlocks'],
};
const ORIGINS: Target = {
  table: 'statistics_origins',
  key: ['period', 'brand', 'section', 'book_id', 'origin'],
  counts: ['views'],
};
const WORDS: Target = {
  table: 'statistics_words',
  key: ['period', 'brand', 'section', 'key'],
  counts: ['times'],
  initial: 'word',
};

const TEXTS = ['day', 'period', 'brand', 'origin', 'key', 'word'];
const columnsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, TEXTS.includes(name) ? 'text' : 'bigint'] as const));

type Records = readonly Readonly<Record<string, string | number>>[];

/**
 * Stores a batch in one transaction. A batch that is already stored changes nothing, so that a caller that did not get
 * an answer can repeat the call.
 */
export async function writeBatch(database: Database, { process, batch, day }: BatchId, sums: Sums): Promise<void> {
  await database.transaction(async (transaction) => {
    const claim = sql`${insertInto('statistics_batches', { process, batch, day })}
      ON CONFLICT (process) DO UPDATE SET batch = excluded.batch, day = excluded.day
      WHERE statistics_batches.batch < excluded.batch`;
    if ((await transaction.run(claim)).changes === 0) return;
    await increase(transaction, SITES, sums.sites);
    await increase(transaction, BOOKS, sums.books);
    await increase(transaction, CHAPTERS, sums.chapters);
    await increaseLimited(transaction, ORIGINS, sums.origins, MAX_ROWS.statistics_origins);
    await increaseLimited(transaction, WORDS, sums.words, MAX_ROWS.statistics_words);
    await addDevices(transaction, sums);
  });
}

/** Adds the counts of rows to the stored ones. @param condition which rows `r` are stored */
async function increase(
  database: Database,
  { table, key, counts, initial }: Target,
  rows: Records,
  condition: Sql = sql`true`,
): Promise<void> {
  if (rows.length === 0) return;
  const names = [...key, ...counts, ...(initial === undefined ? [] : [initial])];
  const sums = joined(counts.map((name) => raw(`${name} = ${table}.${name} + excluded.${name}`)));
  await database.run(sql`INSERT INTO ${raw(table)} (${raw(names.join())})
    SELECT ${raw(names.map((name) => `r.${name}`).join())} FROM ${recordsAsRows(rows, columnsOf(names))} WHERE ${condition}
    ON CONFLICT (${raw(key.join())}) DO UPDATE SET ${sums}`);
}

/** Does the same as `increase`, but adds no row to a brand and day that has the maximum number. */
async function increaseLimited(
  database: Database,
  target: Target,
  rows: readonly (Records[number] & { readonly period: string; readonly brand: string })[],
  maxRows: number,
): Promise<void> {
  const { table, key } = target;
  const groups = Map.groupBy(rows, ({ period, brand }) => `${period} ${brand}`);
  for (const group of groups.values()) {
    const [{ period, brand }] = group as [(typeof group)[number]];
    const query = sql`SELECT count(*) AS number FROM ${raw(table)} WHERE period = ${period} AND brand = ${brand}`;
    const { number } = await database.one<Row & { number: number }>(query);
    const same = raw(key.map((name) => `s.${name} = r.${name}`).join(' AND '));
    const isStored = sql`EXISTS (SELECT 1 FROM ${raw(table)} s WHERE ${same})`;
    await increase(database, target, group, number < maxRows ? sql`true` : isStored);
  }
}

/** Adds devices to the days that have not been closed. */
async function addDevices(database: Database, { devices, searchers }: Sums): Promise<void> {
  const isOpen = sql`EXISTS (SELECT 1 FROM statistics_salts s WHERE s.day = r.day)`;
  if (devices.length > 0) {
    const names = ['day', 'brand', 'section', 'book_id', 'chapter_id', 'device', 'network', 'has_read'];
    await database.run(sql`INSERT INTO statistics_devices (${raw(names.join())})
      SELECT ${raw(names.map((name) => `r.${name}`).join())} FROM ${recordsAsRows(devices, columnsOf(names))} WHERE ${isOpen}
      ON CONFLICT (day, brand, section, book_id, chapter_id, device) DO UPDATE SET has_read = 1
      WHERE excluded.has_read = 1 AND statistics_devices.has_read = 0`);
  }
  if (searchers.length > 0) {
    const names = ['day', 'brand', 'section', 'key', 'device'];
    await database.run(sql`INSERT INTO statistics_searchers (${raw(names.join())})
      SELECT ${raw(names.map((name) => `r.${name}`).join())} FROM ${recordsAsRows(searchers, columnsOf(names))} WHERE ${isOpen}
      ON CONFLICT (day, brand, section, key, device) DO NOTHING`);
  }
}
