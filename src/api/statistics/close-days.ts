import type { LivingLists } from '../living-lists/index.ts';
import type { Database, Row } from '../store/database.ts';
import { raw, sql } from '../store/sql.ts';
import { dayBefore, dayOf } from './types.ts';

/** How long after its end a day is closed, so that processes have stored their last batches. */
const GRACE_MS = 10 * 60_000;
/** How many days rows of chapters, origins and words are kept by day. Older rows are added up by month. */
const DAYS_BY_DAY = 62;
/** How long counts are kept, in days and in months. */
const RETENTION_DAYS = 731;
const RETENTION_MONTHS = 24;
/** Minimum number of devices that searched for a word on one day, for the word to be kept. */
export const MIN_SEARCHERS = 3;

/** Whether a day has not been closed at this time. */
export const isOpen = (day: string, now: Date): boolean => day >= firstOpenDay(now);

/** The first day that `closeDays` does not close at this time. */
export const firstOpenDay = (now: Date): string => dayOf(new Date(now.getTime() - GRACE_MS));

/** Number of books whose devices are counted in one transaction. */
const BOOKS_PER_TRANSACTION = 20;

/**
 * Closes the days that have ended: counts their devices, deletes the devices and the salt, adds up old rows by month and
 * deletes rows older than two years. The work is divided into short transactions, so that calls do not wait for it. If it
 * is interrupted, the next call continues.
 * @returns the closed days
 */
export async function closeDays(database: Database, now: Date, lists?: LivingLists): Promise<string[]> {
  const firstOpen = firstOpenDay(now);
  const ended = await database.all<{ day: string }>(sql`SELECT day FROM statistics_salts WHERE day < ${firstOpen}
    UNION SELECT min(day) FROM statistics_devices WHERE day < ${firstOpen} HAVING min(day) IS NOT NULL
    UNION SELECT min(day) FROM statistics_searchers WHERE day < ${firstOpen} HAVING min(day) IS NOT NULL ORDER BY day`);
  for (const { day } of ended) {
    await database.transaction((transaction) => closeSites(transaction, day, lists));
    while (await database.transaction((transaction) => closeBooks(transaction, day, lists)))
      await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  if (ended.length > 0) await rollUp(database, dayOf(now));
  return ended.map(({ day }) => day);
}

const DEVICES = raw('count(*), sum(has_read)');
const REPLACE = raw('DO UPDATE SET devices = excluded.devices, readers = excluded.readers');

/** Ends the day, and counts the devices of sites and searches, which are deleted. */
async function closeSites(database: Database, day: string, lists?: LivingLists): Promise<void> {
  // Without a salt, no more devices are added to the day.
  await database.run(sql`DELETE FROM statistics_salts WHERE day = ${day}`);
  await lists?.beginClosing(database, day);
  const ofSites = sql`statistics_devices WHERE day = ${day} AND book_id = 0`;
  await database.run(sql`INSERT INTO statistics_sites (day, brand, section, devices, readers)
    SELECT day, brand, section, ${DEVICES} FROM ${ofSites} GROUP BY day, brand, section
    ON CONFLICT (day, brand, section) ${REPLACE}`);
  await database.run(sql`DELETE FROM ${ofSites}`);
  const ofWord = sql`statistics_searchers s WHERE s.day = period AND s.brand = statistics_words.brand
    AND s.section = statistics_words.section AND s.key = statistics_words.key`;
  await database.run(sql`UPDATE statistics_words SET devices = (SELECT count(*) FROM ${ofWord})
    WHERE period = ${day} AND EXISTS (SELECT 1 FROM ${ofWord})`);
  await database.run(sql`DELETE FROM statistics_searchers WHERE day = ${day}`);
  await database.run(sql`DELETE FROM statistics_batches WHERE day < ${day}`);
}

/** Counts the devices of some books and deletes them. @returns whether there were any */
async function closeBooks(database: Database, day: string, lists?: LivingLists): Promise<boolean> {
  type Book = Row & { brand: string; section: number; book_id: number };
  const books = await database.all<Book>(sql`SELECT DISTINCT brand, section, book_id FROM statistics_devices
    WHERE day = ${day} ORDER BY brand, section, book_id LIMIT ${BOOKS_PER_TRANSACTION}`);
  for (const { brand, section, book_id } of books) {
    const ofBook = sql`statistics_devices WHERE day = ${day} AND brand = ${brand} AND section = ${section}
      AND book_id = ${book_id}`;
    await database.run(sql`INSERT INTO statistics_books (day, brand, section, book_id, devices, readers)
      SELECT day, brand, section, book_id, ${DEVICES} FROM ${ofBook} AND chapter_id = 0 GROUP BY day, brand, section, book_id
      ON CONFLICT (day, brand, section, book_id) ${REPLACE}`);
    await database.run(sql`INSERT INTO statistics_chapters (period, brand, section, book_id, chapter_id, devices, readers)
      SELECT day, brand, section, book_id, chapter_id, ${DEVICES} FROM ${ofBook} AND chapter_id > 0
      GROUP BY day, brand, section, book_id, chapter_id
      ON CONFLICT (period, brand, section, book_id, chapter_id) ${REPLACE}`);
    await lists?.closeBook(database, { day, brand, section, book_id });
    await database.run(sql`DELETE FROM ${ofBook}`);
  }
  return books.length > 0;
}

/** Adds up old rows by month, and deletes what is older than two years. */
async function rollUp(database: Database, today: string): Promise<void> {
  const before = dayBefore(today, DAYS_BY_DAY);
  const old = await database.all<{ period: string }>(sql`SELECT period FROM statistics_chapters
      WHERE period < ${before} AND length(period) = 10
    UNION SELECT period FROM statistics_origins WHERE period < ${before} AND length(period) = 10
    UNION SELECT period FROM statistics_words WHERE period < ${before} AND length(period) = 10`);
  for (const { period } of old) await database.transaction((transaction) => addToMonth(transaction, period));
  const firstDay = dayBefore(today, RETENTION_DAYS);
  const firstMonth = monthBefore(today, RETENTION_MONTHS);
  await database.transaction(async (transaction) => {
    for (const table of ['statistics_sites', 'statistics_books'])
      await transaction.run(sql`DELETE FROM ${raw(table)} WHERE day < ${firstDay}`);
    for (const table of ['statistics_chapters', 'statistics_origins', 'statistics_words'])
      await transaction.run(sql`DELETE FROM ${raw(table)} WHERE period < ${firstMonth}`);
    const month = monthBefore(before, 1);
    await transaction.run(sql`DELETE FROM statistics_words
      WHERE period <= ${month} AND length(period) = 7 AND devices < ${MIN_SEARCHERS}`);
  });
}

/** The month that is a number of months before the month of a day, such as `2026-03`. */
function monthBefore(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return dayOf(date).slice(0, 7);
}

const MONTHLY = [
  {
    table: 'statistics_chapters',
    key: 'brand, section, book_id, chapter_id',
    counts: ['views', 'reads', 'unlocks', 'devices', 'readers'],
  },
  { table: 'statistics_origins', key: 'brand, section, book_id, origin', counts: ['views'] },
  { table: 'statistics_words', key: 'brand, section, key', other: 'word, ', counts: ['times'], largest: 'devices' },
] as const;

async function addToMonth(database: Database, day: string): Promise<void> {
  for (const { table, key, counts, ...more } of MONTHLY) {
    const other = 'other' in more ? more.other : '';
    const largest = 'largest' in more ? [more.largest] : [];
    const columns = raw(`${key}, ${other}${[...counts, ...largest].join()}`);
    const changes = [
      ...counts.map((name) => `${name} = ${table}.${name} + excluded.${name}`),
      ...largest.map(
        (name) => `${name} = CASE WHEN ${table}.${name} > excluded.${name}
        THEN ${table}.${name} ELSE excluded.${name} END`,
      ),
    ];
    await database.run(sql`INSERT INTO ${raw(table)} (period, ${columns})
      SELECT ${day.slice(0, 7)}, ${columns} FROM ${raw(table)} WHERE period = ${day}
      ON CONFLICT (period, ${raw(key)}) DO UPDATE SET ${raw(changes.join())}`);
    await database.run(sql`DELETE FROM ${raw(table)} WHERE period = ${day}`);
  }
}
