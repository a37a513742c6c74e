import type { BookDates } from '#src/contract/calls/chapter.ts';
import { chapterDates, chapterShow, MAX_DATES } from '#src/contract/index.ts';
import { batches, mapConcurrently } from '#src/lib/iterables.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { type ChapterDay, dayOf } from './content-dates.ts';
import { SKIPPED_CODES, type UpstreamClient, type UpstreamReader } from './upstream-reader.ts';

/** Number of concurrent calls. The reader limits it further, together with all other calls. */
const CONCURRENT_CALLS = 4;

type StaleBook = { readonly book: number; readonly stamp: string };

/**
 * Pulls the dates on which the chapters of every book last changed, for sitemaps. Does nothing if the upstream does not
 * provide these dates or chapter texts. A book's dates are pulled again when its list entry has changed.
 */
export async function pullChapterDates(
  sql: Sql,
  reader: UpstreamReader,
  client: Pick<UpstreamClient, 'probe'>,
): Promise<void> {
  const { section } = reader.locale;
  sql.run(DELETE_OTHERS, section, section);
  const stale = sql.all<StaleBook>(STALE, section);
  if (stale.length > 0) await client.probe([chapterShow, chapterDates]);
  if (reader.lacks(chapterShow) || reader.lacks(chapterDates)) {
    sql.run('DELETE FROM chapter_dates WHERE section = ?', section);
    return;
  }
  const pulled = mapConcurrently(batches(stale, MAX_DATES), CONCURRENT_CALLS, async (books) => ({
    books,
    dates: await datesOf(books, reader),
  }));
  for await (const { books, dates } of pulled) {
    for (const { book, stamp } of books) sql.run(PUT, section, book, stamp, JSON.stringify(dates.get(book) ?? []));
  }
}

const DELETE_OTHERS = `DELETE FROM chapter_dates WHERE section = ? AND book NOT IN (SELECT id FROM books WHERE section = ?)`;

const STALE = `SELECT b.id AS book, CAST(b.version AS TEXT) AS stamp FROM books b
  LEFT JOIN chapter_dates c ON c.section = b.section AND c.book = b.id
  WHERE b.section = ? AND c.stamp IS NOT CAST(b.version AS TEXT) ORDER BY b.id`;

const PUT = `INSERT INTO chapter_dates (section, book, stamp, chapters) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET stamp = excluded.stamp, chapters = excluded.chapters`;

/**
 * Pulls the days on which chapters of these books last changed. If the response for several books is too large or
 * invalid, requests each book separately.
 */
async function datesOf(books: readonly StaleBook[], reader: UpstreamReader): Promise<Map<number, ChapterDay[]>> {
  const ids = books.map(({ book }) => book).join(',');
  const isSingle = books.length === 1;
  const data = isSingle
    ? await reader.readOfBook(chapterDates, { ids })
    : await reader.readUnless(SKIPPED_CODES, chapterDates, { ids });
  if (data) return new Map(data.items.map(({ id, chapters }) => [id, chapters.map(dayOfChapter)]));
  if (isSingle || reader.lacks(chapterDates)) return new Map();
  const daysByBook = new Map<number, ChapterDay[]>();
  for (const book of books) for (const [id, days] of await datesOf([book], reader)) daysByBook.set(id, days);
  return daysByBook;
}

const dayOfChapter = ({ id, updated_at }: BookDates['chapters'][number]): ChapterDay => [id, dayOf(updated_at)];
