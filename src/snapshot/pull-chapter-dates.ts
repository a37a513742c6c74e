import type { BookDates } from '#src/contract/calls/chapter.ts';
import { chapterDates, chapterShow, DATES_MOST } from '#src/contract/index.ts';
import { batches, mapConcurrently } from '#src/lib/iterables.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { type ChapterDay, dayOf } from './content-dates.ts';
import { SKIPPED_CODES, type UpstreamClient, type UpstreamReader } from './upstream-reader.ts';

/** Calls at a time. The reader limits them together with all others. */
const CONCURRENT_CALLS = 4;

type StaleBook = { readonly book: number; readonly stamp: string };

/**
 * Pulls when the chapters of every book last changed, for sitemaps, where the upstream tells it and has chapters to
 * read. A book is asked for again when its entry in the lists has changed.
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
  const pulled = mapConcurrently(batches(stale, DATES_MOST), CONCURRENT_CALLS, async (books) => ({
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

/** The days by book. Where the answer for several books is too long or wrong, each is asked for alone. */
async function datesOf(books: readonly StaleBook[], reader: UpstreamReader): Promise<Map<number, ChapterDay[]>> {
  const ids = books.map(({ book }) => book).join(',');
  const isAlone = books.length === 1;
  const data = isAlone
    ? await reader.readOfBook(chapterDates, { ids })
    : await reader.readUnless(SKIPPED_CODES, chapterDates, { ids });
  if (data) return new Map(data.items.map(({ id, chapters }) => [id, chapters.map(dayOfChapter)]));
  if (isAlone || reader.lacks(chapterDates)) return new Map();
  const alone = new Map<number, ChapterDay[]>();
  for (const book of books) for (const [id, days] of await datesOf([book], reader)) alone.set(id, days);
  return alone;
}

const dayOfChapter = ({ id, updated_at }: BookDates['chapters'][number]): ChapterDay => [id, dayOf(updated_at)];
