import type { Database, Row } from '../store/database.ts';
import { textsAsRows } from '../store/dialects.ts';
import { raw, sql } from '../store/sql.ts';
import { MIN_SEARCHERS } from './close-days.ts';
import { dayBefore } from './types.ts';

/** Reads the stored counts for the admin. Devices of days that have not been closed are counted when they are read. */

type PageRow = Row & { views: number; devices: number; reads: number; readers: number };
type DayRow = PageRow & {
  day: string;
  shelved: number;
  unlocks: number;
  searches: number;
  unanswered: number;
  sign_ups: number;
};
type OpenRow = Row & { devices: number; readers: number };
type BookRow = PageRow & { book_id: number; shelved: number; unlocks: number };
type ChapterRow = PageRow & { chapter_id: number };
type OriginRow = Row & { origin: string; views: number };
type WordRow = Row & { word: string; section: number; times: number; devices: number };

/** The days of a period, oldest first. @param last the last day */
export const daysUntil = (last: string, number: number): string[] =>
  Array.from({ length: number }, (_, index) => dayBefore(last, number - 1 - index));

const OPEN = raw('count(*) AS devices, coalesce(sum(has_read), 0) AS readers');

/** Counts of a brand by day, in all languages. */
export async function dayFigures(database: Database, brand: string, from: string): Promise<DayRow[]> {
  const rows =
    await database.all<DayRow>(sql`SELECT day, sum(views) AS views, sum(devices) AS devices, sum(reads) AS reads,
      sum(readers) AS readers, sum(shelved) AS shelved, sum(unlocks) AS unlocks, sum(searches) AS searches,
      sum(unanswered) AS unanswered, sum(sign_ups) AS sign_ups
    FROM statistics_sites WHERE day >= ${from} AND brand = ${brand} GROUP BY day ORDER BY day`);
  const open = await database.all<OpenRow & { day: string }>(sql`SELECT day, ${OPEN} FROM statistics_devices
    WHERE day >= ${from} AND brand = ${brand} AND book_id = 0 GROUP BY day`);
  const byDay = new Map(open.map(({ day, ...row }) => [day, row]));
  return rows.map((row) => added(row, byDay.get(row.day)));
}

/** The books with the most readers, then with the most views. */
export async function bookFigures(database: Database, brand: string, from: string, limit: number): Promise<BookRow[]> {
  const rows = await database.all<BookRow>(sql`SELECT book_id, sum(views) AS views, sum(devices) AS devices,
      sum(reads) AS reads, sum(readers) AS readers, sum(shelved) AS shelved, sum(unlocks) AS unlocks
    FROM statistics_books WHERE day >= ${from} AND brand = ${brand} GROUP BY book_id
    ORDER BY sum(readers) DESC, sum(reads) DESC, sum(views) DESC, book_id LIMIT ${limit}`);
  const open = await database.all<OpenRow & { book_id: number }>(sql`SELECT book_id, ${OPEN} FROM statistics_devices
    WHERE day >= ${from} AND brand = ${brand} AND book_id > 0 AND chapter_id = 0 GROUP BY book_id`);
  const byBook = new Map(open.map(({ book_id, ...row }) => [book_id, row]));
  return rows
    .map((row) => added(row, byBook.get(row.book_id)))
    .toSorted((one, other) => other.readers - one.readers || other.views - one.views || one.book_id - other.book_id);
}

/** Counts of a book's chapters. @param periods days and months */
export async function chapterFigures(
  database: Database,
  { brand, section, book }: { readonly brand: string; readonly section: number; readonly book: number },
  periods: readonly string[],
): Promise<Map<number, PageRow>> {
  const key = sql`s.brand = ${brand} AND s.section = ${section} AND s.book_id = ${book}`;
  const rows = await database.all<ChapterRow>(sql`SELECT s.chapter_id, sum(views) AS views, sum(devices) AS devices,
      sum(reads) AS reads, sum(readers) AS readers
    FROM ${textsAsRows(periods)} JOIN statistics_chapters s ON s.period = j.value AND ${key} GROUP BY s.chapter_id`);
  const open = await database.all<OpenRow & { chapter_id: number }>(sql`SELECT s.chapter_id, ${OPEN}
    FROM ${textsAsRows(periods)} JOIN statistics_devices s ON s.day = j.value AND ${key} AND s.chapter_id > 0
    GROUP BY s.chapter_id`);
  const byChapter = new Map(open.map(({ chapter_id, ...row }) => [chapter_id, row]));
  return new Map(rows.map((row) => [row.chapter_id, added(row, byChapter.get(row.chapter_id))]));
}

/** Where visitors came from. @param book 0 for all pages */
export const originFigures = (
  database: Database,
  { brand, book }: { readonly brand: string; readonly book: number },
  from: string,
  limit: number,
): Promise<OriginRow[]> =>
  database.all<OriginRow>(sql`SELECT origin, sum(views) AS views FROM statistics_origins
    WHERE period >= ${from} AND brand = ${brand} ${book > 0 ? sql`AND book_id = ${book}` : sql``}
    GROUP BY origin ORDER BY sum(views) DESC, origin LIMIT ${limit}`);

/**
 * Words without results that enough devices searched for on one day. Devices of several days cannot be added: they may be
 * the same device.
 */
export async function wordFigures(database: Database, brand: string, from: string, limit: number): Promise<WordRow[]> {
  const devices = sql`CASE WHEN w.devices > 0 THEN w.devices ELSE (SELECT count(*) FROM statistics_searchers s
    WHERE s.day = w.period AND s.brand = w.brand AND s.section = w.section AND s.key = w.key) END`;
  return database.all<WordRow>(sql`SELECT min(word) AS word, section, sum(times) AS times, max(${devices}) AS devices
    FROM statistics_words w WHERE period >= ${from} AND brand = ${brand} GROUP BY section, key
    HAVING max(${devices}) >= ${raw(MIN_SEARCHERS)} ORDER BY sum(times) DESC, key LIMIT ${limit}`);
}

const added = <R extends PageRow>(row: R, open: OpenRow | undefined): R =>
  open ? { ...row, devices: row.devices + open.devices, readers: row.readers + open.readers } : row;
