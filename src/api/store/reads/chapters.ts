import type { BookDates } from '#src/contract/calls/chapter.ts';
import type { Chapter, ChapterContent } from '#src/contract/entities/chapter.ts';
import type { Database, Row } from '../database.ts';
import { toTimestamp } from '../timestamp.ts';
import { type Offering, offered } from './offered.ts';
import { CHAPTER_COLUMNS, type ChapterRow, toChapter } from './rows.ts';

export async function chapterList(database: Database, book: number, now: Date): Promise<Chapter[]> {
  const sql = `SELECT ${CHAPTER_COLUMNS} FROM chapters c WHERE c.book_id = ? AND c.number > 0 ORDER BY c.number`;
  return (await database.all<ChapterRow>(sql, book)).map((row) => toChapter(row, now));
}

/** The chapters of those of the books that the brand offers in the section, by book and in reading order. */
export async function chapterDatesOf(
  database: Database,
  { section, brand }: Offering,
  books: readonly number[],
): Promise<BookDates[]> {
  // CROSS JOIN keeps SQLite from beginning with all books of the section, and reading all their chapters.
  const sql = `SELECT c.book_id AS book, c.id, c.updated_at FROM json_each(?) j
    CROSS JOIN books b ON b.id = j.value AND b.section = ? AND ${offered('b')}
    CROSS JOIN chapters c ON c.book_id = b.id AND c.number > 0 ORDER BY c.book_id, c.number`;
  const rows = await database.all<{ book: number; id: number; updated_at: string }>(
    sql,
    JSON.stringify(books),
    section,
    brand,
  );
  const byBook = Map.groupBy(rows, ({ book }) => book);
  return Array.from(byBook, ([id, chapters]) => ({
    id,
    chapters: chapters.map((chapter) => ({ id: chapter.id, updated_at: chapter.updated_at })),
  }));
}

/** The whole chapter with its neighbours; a caller that may not read it all shortens the text. */
export async function chapterContent(
  database: Database,
  book: number,
  id: number,
  now: Date,
): Promise<ChapterContent | undefined> {
  type ContentRow = ChapterRow & { html: string; previous_id: number | null; next_id: number | null };
  const neighbour = (step: number) =>
    `(SELECT id FROM chapters n WHERE n.book_id = c.book_id AND n.number = c.number + ${step})`;
  const row = await database.get<ContentRow>(
    `SELECT ${CHAPTER_COLUMNS}, t.html, ${neighbour(-1)} AS previous_id, ${neighbour(1)} AS next_id
     FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.id = ? AND c.book_id = ? AND c.number > 0`,
    id,
    book,
  );
  if (!row) return undefined;
  const html = await withoutHiddenLinks(database, book, row.html);
  return { ...toChapter(row, now), book_id: book, html, previous_id: row.previous_id, next_id: row.next_id };
}

const CHAPTER_LINK = / href="chapter:(\d+)(?:#[^"]*)?"/g;

/** A link to a chapter that is not shown keeps its text alone. */
async function withoutHiddenLinks(database: Database, book: number, html: string): Promise<string> {
  if (!html.includes(' href="chapter:')) return html;
  const sql = 'SELECT id FROM chapters WHERE book_id = ? AND number < 0';
  const hidden = new Set((await database.all<Row & { id: number }>(sql, book)).map(({ id }) => String(id)));
  return hidden.size === 0 ? html : html.replaceAll(CHAPTER_LINK, (link, id: string) => (hidden.has(id) ? '' : link));
}

/** The whole text of a chapter; empty where it has none. */
export async function chapterHtml(database: Database, id: number): Promise<string> {
  return (
    (await database.get<Row & { html: string }>('SELECT html FROM chapter_texts WHERE chapter_id = ?', id))?.html ?? ''
  );
}

/** Ids of the chapters of the book that cost something. */
export async function pricedChapters(database: Database, book: number, now: Date): Promise<number[]> {
  const sql = `SELECT id FROM chapters WHERE book_id = ? AND number > 0 AND price IS NOT NULL AND (free_from IS NULL OR free_from > ?)`;
  return (await database.all<Row & { id: number }>(sql, book, toTimestamp(now))).map(({ id }) => id);
}
