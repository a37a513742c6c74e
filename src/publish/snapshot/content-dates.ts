import type { Book } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { DatedBook, Source } from '#src/shell/page/source.ts';

type BookRow = {
  id: number;
  title: string;
  category: string;
  sub_category: string | null;
  brands: string | null;
  author: number;
  author_name: string;
  updated_at: string;
};
/**
 * A book's chapters. For most books: `dates` from the upstream. For a prerendered book without dates: `chapters`, its
 * complete chapter list.
 */
type ChapterRow = { book: number; dates: string | null; chapters: string | null };
/** A chapter's id and the day it last changed. */
export type ChapterDay = readonly [id: number, day: string];

type Dates = Pick<Source, 'bookDates' | 'newestBooks' | 'updatedBooks' | 'chapterDates'>;

/** Reads the dates of the last changes to a section's books and chapters. */
export const createDates = (sql: Sql, section: number): Dates => ({
  *bookDates() {
    for (const row of sql.each<BookRow>(BOOKS, section)) {
      const book = datedBook(row);
      yield row.brands === null ? book : { ...book, brands: JSON.parse(row.brands) };
    }
  },
  newestBooks: (count) => readBooks(sql, NEWEST, section, count),
  updatedBooks: (count) => readBooks(sql, UPDATED, section, count),
  *chapterDates() {
    for (const { book, dates, chapters } of sql.each<ChapterRow>(CHAPTERS, section, section)) {
      for (const [id, day] of dates === null ? daysOf(chapters) : readDates(dates)) yield { bookId: book, id, day };
    }
  },
});

function datedBook({ id, title, category, sub_category, author, author_name, updated_at }: BookRow): DatedBook {
  const updated = new Date(updated_at);
  return {
    id,
    title,
    category: { name: category, sub_name: sub_category },
    author: { id: author, name: author_name },
    updated: updated.getTime(),
    day: updated.toISOString().slice(0, 10),
  };
}

const readBooks = (sql: Sql, query: string, section: number, count: number): Book[] =>
  sql.all<{ json: string }>(query, section, count).map(({ json }) => JSON.parse(json));

const NEWEST = 'SELECT json FROM books WHERE section = ? ORDER BY id DESC LIMIT ?';
const UPDATED = 'SELECT json FROM books WHERE section = ? ORDER BY julianday(updated_at) DESC, id DESC LIMIT ?';

const readDates = (json: string): ChapterDay[] => JSON.parse(json);

const daysOf = (json: string | null): ChapterDay[] =>
  (JSON.parse(json ?? '[]') as Chapter[]).map(({ id, updated_at }) => [id, dayOf(updated_at)]);

/** Converts an ISO timestamp to a day in UTC. */
export const dayOf = (timestamp: string) => new Date(timestamp).toISOString().slice(0, 10);

const BOOKS = `SELECT id, json ->> '$.title' AS title, json ->> '$.category.name' AS category,
  json ->> '$.category.sub_name' AS sub_category,
  json ->> '$.author.id' AS author, json ->> '$.author.name' AS author_name, json ->> '$.brands' AS brands, updated_at
  FROM books WHERE section = ? ORDER BY id`;

/**
 * Query for chapters with their dates. If the upstream provides no dates, prerendered books have their complete chapter
 * lists.
 */
const CHAPTERS = `SELECT book, chapters AS dates, NULL AS chapters FROM chapter_dates WHERE section = ?
  UNION ALL SELECT d.book, NULL, d.chapters FROM details d LEFT JOIN chapter_dates c USING (section, book)
    WHERE d.section = ? AND d.readable = 1 AND c.book IS NULL ORDER BY book`;
