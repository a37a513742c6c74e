import { setImmediate } from 'node:timers/promises';
import { dayBefore } from '../statistics/types.ts';
import type { Database, Row } from '../store/database.ts';
import { numbersAsRows } from '../store/dialects.ts';
import type { Store } from '../store/index.ts';
import { sql } from '../store/sql.ts';
import { type CountedBook, rankBooks } from './rank-books.ts';
import { createSimilarBooks } from './similar-books.ts';
import { type StoredList, storeLists } from './store-lists.ts';
import { firstPairMonth, readPairs } from './stored-pairs.ts';
import { FIGURE_DAYS, LISTED_DAYS, MIN_WEEK_READERS, weekReaders } from './weeks.ts';

/** How long readers by day are kept. */
const KEPT_DAYS = 92;
/** Number of weeks with counts before there are lists. Earlier, there is nothing to compare with. */
const MIN_WEEKS = 2;
/** How long after its publication a book is new. */
const NEW_DAYS = 60;
const BOOKS_PER_QUERY = 1000;

interface Readers {
  readonly readers: Uint32Array;
  total: number;
  /** The readers of the days that lists consist of; earlier days are only compared with them. */
  listed: number;
  finishers?: Uint32Array;
}
type BooksOfSections = Map<number, Map<number, Readers>>;

/**
 * Computes the lists of a brand for a day, and stores what has changed. Repeating it changes nothing.
 * @returns the number of changed lists; undefined if the lists of this day have been computed
 */
export async function computeLists(store: Store, brand: string, lastDay: string): Promise<number | undefined> {
  const { counts } = store;
  const stored = await counts.get<{ day: string }>(sql`SELECT day FROM living_days WHERE brand = ${brand}`);
  if (stored && stored.day >= lastDay) return undefined;
  const { sections, weeks } = await readReaders(counts, brand, lastDay);
  const hasEnough = weeks >= MIN_WEEKS;
  let changes = 0;
  for (const section of await sectionsOf(counts, brand, sections)) {
    const books = sections.get(section) ?? new Map<number, Readers>();
    const lists = hasEnough ? await listsOf(store, { brand, section, lastDay, weeks }, books) : [];
    changes += await storeLists(counts, { brand, section, day: lastDay }, lists);
  }
  await finish(counts, brand, lastDay);
  return changes;
}

interface Place {
  readonly brand: string;
  readonly section: number;
  readonly lastDay: string;
  readonly weeks: number;
}

async function listsOf(store: Store, place: Place, books: ReadonlyMap<number, Readers>): Promise<StoredList[]> {
  const { brand, section, lastDay } = place;
  const ranked = await rankSection(store.catalogue, books, place);
  const similar = createSimilarBooks((book) => books.get(book)?.total ?? 0);
  await readPairs(store.counts, { brand, section, firstMonth: firstPairMonth(lastDay) }, similar.add);
  return [...ranked, ...[...similar.result()].map(([subject, entries]) => ({ list: 'similar', subject, entries }))];
}

/** Reads the readers of all books, one day at a time, so that calls run in between. */
async function readReaders(database: Database, brand: string, lastDay: string) {
  const sections: BooksOfSections = new Map();
  type ReadersRow = Row & { section: number; book_id: number; readers: number; finishers: number };
  let counted = 0;
  for (let index = 0; index < FIGURE_DAYS; index += 1) {
    const rows = await database.all<ReadersRow>(sql`SELECT section, book_id, readers, finishers FROM living_books
      WHERE brand = ${brand} AND day = ${dayBefore(lastDay, index)}`);
    for (const row of rows) {
      const books = getOrAdd(sections, row.section, () => new Map<number, Readers>());
      const book = getOrAdd(books, row.book_id, () => newReaders());
      book.readers[index] = row.readers;
      book.total += row.readers;
      if (index < LISTED_DAYS) book.listed += row.readers;
      if (row.finishers > 0) {
        book.finishers ??= new Uint32Array(FIGURE_DAYS);
        book.finishers[index] = row.finishers;
      }
    }
    if (rows.length > 0) counted = index + 1;
    await setImmediate();
  }
  return { sections, weeks: Math.floor(counted / 7) };
}

const newReaders = (): Readers => ({ readers: new Uint32Array(FIGURE_DAYS), total: 0, listed: 0 });

/** The sections with readers or lists. */
async function sectionsOf(database: Database, brand: string, counted: BooksOfSections): Promise<number[]> {
  const rows = await database.all<{ section: number }>(sql`SELECT DISTINCT section FROM living_lists
    WHERE brand = ${brand}`);
  return [...new Set([...counted.keys(), ...rows.map(({ section }) => section)])].sort((one, other) => one - other);
}

async function rankSection(catalogue: Database, books: ReadonlyMap<number, Readers>, { lastDay, weeks }: Place) {
  // Most books of a large catalogue have too few readers for any list.
  const read = [...books].filter(([, { listed }]) => listed >= MIN_WEEK_READERS);
  const popular = read.filter(([, { readers }]) => weekReaders(readers, 0, weeks) >= MIN_WEEK_READERS);
  const genres = await genresOfNewBooks(
    catalogue,
    popular.map(([id]) => id),
    dayBefore(lastDay, NEW_DAYS),
  );
  const counted = read.map(([id, counts]): CountedBook => ({ id, ...counts, newIn: genres.get(id) }));
  return rankBooks(counted, weeks);
}

/** The genres of the books that were published since a day. */
async function genresOfNewBooks(catalogue: Database, ids: readonly number[], firstDay: string) {
  type GenresRow = Row & { id: number; genres: string };
  const genres = new Map<number, number[]>();
  for (let start = 0; start < ids.length; start += BOOKS_PER_QUERY) {
    const rows = await catalogue.all<GenresRow>(sql`SELECT b.id, b.genres
      FROM ${numbersAsRows(ids.slice(start, start + BOOKS_PER_QUERY))} JOIN books b ON b.id = j.value
      WHERE b.section > 0 AND b.published_at >= ${firstDay}`);
    for (const row of rows) genres.set(row.id, JSON.parse(row.genres));
  }
  return genres;
}

/** Deletes old counts and records that the day is done. */
const finish = (database: Database, brand: string, lastDay: string) =>
  database.transaction(async (transaction) => {
    const firstDay = dayBefore(lastDay, KEPT_DAYS);
    await transaction.run(sql`DELETE FROM living_books WHERE brand = ${brand} AND day < ${firstDay}`);
    await transaction.run(sql`DELETE FROM living_pairs WHERE brand = ${brand} AND (month < ${firstPairMonth(lastDay)}
      OR (month < ${lastDay.slice(0, 7)} AND readers = 1))`);
    await transaction.run(sql`INSERT INTO living_days (brand, day) VALUES (${brand}, ${lastDay})
      ON CONFLICT (brand) DO UPDATE SET day = excluded.day`);
  });

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
