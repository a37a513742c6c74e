import type { BookDates } from '#src/contract/calls/chapter.ts';
import type { Chapter, ChapterContent } from '#src/contract/entities/chapter.ts';
import type { Database, Row } from '../database.ts';
import { joinAfter, numbersAsRows } from '../dialects.ts';
import { raw, sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';
import { type Offering, offered } from './offered.ts';
import { CHAPTER_COLUMNS, type ChapterRow, toChapter } from './rows.ts';

export async function chapterList(database: Database, book: number, now: Date): Promise<Chapter[]> {
  const query = sql`SELECT ${CHAPTER_COLUMNS} FROM chapters c WHERE c.book_id = ${book} AND c.number > 0 ORDER BY c.number`;
  return (await database.all<ChapterRow>(query)).map((row) => toChapter(row, now));
}

/**
 * Returns the chapters of books, by book and in reading order. Omits books that the brand does not offer in the
 * section.
 */
export async function chapterDatesOf(
  database: Database,
  { section, brand }: Offering,
  books: readonly number[],
): Promise<BookDates[]> {
  // Without `joinAfter`, SQLite would start with all books of the section and read all their chapters.
  const query = sql`SELECT c.book_id AS book, c.id, c.updated_at FROM ${numbersAsRows(books)}
    ${joinAfter} books b ON b.id = j.value AND b.section = ${section} AND ${offered('b', brand)}
    ${joinAfter} chapters c ON c.book_id = b.id AND c.number > 0 ORDER BY c.book_id, c.number`;
  const rows = await database.all<{ book: number; id: number; updated_at: string }>(query);
  const byBook = Map.groupBy(rows, ({ book }) => book);
  return Array.from(byBook, ([id, chapters]) => ({
    id,
    chapters: chapters.map((chapter) => ({ id: chapter.id, updated_at: chapter.updated_at })),
  }));
}

/** Returns the complete chapter, with the previous and the next one. If it is locked, the caller shortens the text. */
export async function chapterContent(
  database: Database,
  book: number,
  id: number,
  now: Date,
): Promise<ChapterContent | undefined> {
  type ContentRow = ChapterRow & { html: string; previous_id: number | null; next_id: number | null };
  const neighbour = (step: number) =>
    sql`(SELECT id FROM chapters n WHERE n.book_id = c.book_id AND n.number = c.number + ${raw(step)})`;
  const row = await database.get<ContentRow>(
    sql`SELECT ${CHAPTER_COLUMNS}, t.html, ${neighbour(-1)} AS previous_id, ${neighbour(1)} AS next_id
     FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.id = ${id} AND c.book_id = ${book} AND c.number > 0`,
  );
  if (!row) return undefined;
  const html = await withoutHiddenLinks(database, book, row.html);
  return { ...toChapter(row, now), book_id: book, html, previous_id: row.previous_id, next_id: row.next_id };
}

const CHAPTER_LINK = / href="chapter:(\d+)(?:#[^"]*)?"/g;

/** Removes the `href` of links to unpublished chapters. */
async function withoutHiddenLinks(database: Database, book: number, html: string): Promise<string> {
  if (!html.includes(' href="chapter:')) return html;
  const query = sql`SELECT id FROM chapters WHERE book_id = ${book} AND number < 0`;
  const hidden = new Set((await database.all<Row & { id: number }>(query)).map(({ id }) => String(id)));
  return hidden.size === 0 ? html : html.replaceAll(CHAPTER_LINK, (link, id: string) => (hidden.has(id) ? '' : link));
}

/** Returns the whole text of a chapter; empty if it has none. */
export async function chapterHtml(database: Database, id: number): Promise<string> {
  const query = sql`SELECT html FROM chapter_texts WHERE chapter_id = ${id}`;
  return (await database.get<Row & { html: string }>(query))?.html ?? '';
}

/** Returns the ids of the chapters of a book that are not free at `now`. */
export async function pricedChapters(database: Database, book: number, now: Date): Promise<number[]> {
  const query = sql`SELECT id FROM chapters WHERE book_id = ${book} AND number > 0 AND price IS NOT NULL
    AND (free_from IS NULL OR free_from > ${toTimestamp(now)})`;
  return (await database.all<Row & { id: number }>(query)).map(({ id }) => id);
}
