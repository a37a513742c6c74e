import type { Database, Row } from '../store/database.ts';
import { indexedBy, joinAfter, numbersAsRows } from '../store/dialects.ts';
import { raw, sql } from '../store/sql.ts';

/** A book of a day whose devices are about to be counted and deleted. */
export interface BookOfDay {
  readonly day: string;
  readonly brand: string;
  readonly section: number;
  readonly book_id: number;
}

/** Maximum number of readers per network, day and book. The devices of one network may belong to one person. */
const MAX_READERS_PER_NETWORK = 3;
/** Maximum number of books per device and day. Devices that read more are robots or shared, and do not count. */
const MAX_BOOKS_PER_DEVICE = 20;

/** Removes the networks of devices that read too many books, so that the devices do not count. */
export async function excludeDevices(transaction: Database, day: string, brand: string): Promise<void> {
  const ofDay = sql`statistics_devices WHERE day = ${day} AND brand = ${brand}`;
  await transaction.run(sql`UPDATE statistics_devices SET network = 0 WHERE day = ${day} AND brand = ${brand} AND network > 0
    AND device IN (SELECT device FROM ${ofDay} AND chapter_id = 0 AND network > 0 AND book_id > 0 AND has_read = 1
      GROUP BY device HAVING count(*) > ${raw(MAX_BOOKS_PER_DEVICE)})`);
}

/**
 * Stores the readers of a book, and its pairs with the books of the section that follow it. The devices of these books
 * must still be stored, and those of earlier books deleted: then each pair is counted once, even after an interruption.
 * @param lastChapter id of the last chapter; 0 if the book is not finished
 */
export async function foldBook(transaction: Database, book: BookOfDay, lastChapter: number): Promise<void> {
  const { day, brand, section, book_id } = book;
  const max = raw(MAX_READERS_PER_NETWORK);
  await transaction.run(sql`INSERT INTO living_books (brand, day, section, book_id, readers, finishers)
    SELECT brand, day, section, book_id,
      sum(CASE WHEN chapter_id > 0 THEN 0 WHEN devices > ${max} THEN ${max} ELSE devices END),
      sum(CASE WHEN chapter_id > 0 THEN 1 ELSE 0 END)
    FROM (SELECT brand, day, section, book_id, chapter_id, network, count(*) AS devices FROM statistics_devices
      WHERE day = ${day} AND brand = ${brand} AND section = ${section} AND book_id = ${book_id}
        AND (chapter_id = 0 OR chapter_id = ${lastChapter}) AND network > 0 AND has_read = 1
      GROUP BY brand, day, section, book_id, chapter_id, network) n
    GROUP BY brand, day, section, book_id ON CONFLICT (brand, day, section, book_id) DO NOTHING`);
  await transaction.run(sql`INSERT INTO living_pairs (brand, section, book_id, other_id, month, readers, days, networks)
    SELECT brand, section, book_id, other_id, ${day.slice(0, 7)},
      sum(CASE WHEN devices > ${max} THEN ${max} ELSE devices END), 1, count(*)
    FROM (SELECT a.brand, a.section, a.book_id, b.book_id AS other_id, b.network, count(*) AS devices
      FROM statistics_devices a ${joinAfter} statistics_devices b ${indexedBy('statistics_devices_of_lists')} ON b.day = a.day AND b.brand = a.brand
        AND b.section = a.section AND b.device = a.device AND b.book_id > a.book_id AND b.chapter_id = 0 AND b.network > 0
        AND b.has_read = 1
      WHERE a.day = ${day} AND a.brand = ${brand} AND a.section = ${section} AND a.book_id = ${book_id}
        AND a.chapter_id = 0 AND a.network > 0 AND a.has_read = 1
      GROUP BY a.brand, a.section, a.book_id, b.book_id, b.network) n
    GROUP BY brand, section, book_id, other_id
    ON CONFLICT (brand, section, book_id, other_id, month) DO UPDATE SET
      readers = living_pairs.readers + excluded.readers, days = living_pairs.days + 1,
      networks = CASE WHEN excluded.networks > living_pairs.networks THEN excluded.networks
        ELSE living_pairs.networks END`);
}

type ChapterRow = Row & { id: number; chapter: number | null };

/** The last chapters of the finished books among these. */
export async function lastChapters(catalogue: Database, books: readonly number[]): Promise<Map<number, number>> {
  const rows = await catalogue.all<ChapterRow>(sql`SELECT b.id, (SELECT c.id FROM chapters c
      WHERE c.book_id = b.id AND c.number > 0 ORDER BY c.number DESC LIMIT 1) AS chapter
    FROM ${numbersAsRows(books)} JOIN books b ON b.id = j.value WHERE b.status = 'finished' AND b.section > 0`);
  return new Map(rows.flatMap(({ id, chapter }) => (chapter === null ? [] : [[id, chapter] as const])));
}
