import type { Book } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { Source } from '#src/view-models/source.ts';

type BookRow = {
  id: number;
  title: string;
  category: string;
  sub_category: string | null;
  brands: string | null;
  updated_at: string;
};
type AuthorRow = { id: number; name: string; updated_at: string };
/** `dates` of the upstream, or all `chapters` of a prerendered book. */
type ChapterRow = { book: number; dates: string | null; chapters: string | null };
/** Id of a chapter, and the day on which it last changed. */
export type ChapterDay = readonly [id: number, day: string];

type Dates = Pick<Source, 'bookDates' | 'newestBooks' | 'updatedBooks' | 'authorDates' | 'chapterDates'>;

/** Reads when books, authors and chapters of one section last changed. */
export const createDates = (sql: Sql, section: number): Dates => ({
  *bookDates() {
    for (const { id, title, category, sub_category, brands, updated_at } of sql.each<BookRow>(BOOKS, section)) {
      const book = { id, title, category: { name: category, sub_name: sub_category }, day: dayOf(updated_at) };
      yield brands === null ? book : { ...book, brands: JSON.parse(brands) };
    }
  },
  newestBooks: (count) => readBooks(sql, NEWEST, section, count),
  updatedBooks: (count) => readBooks(sql, UPDATED, section, count),
  *authorDates() {
    for (const { id, name, updated_at } of sql.each<AuthorRow>(AUTHORS, section))
      yield { id, name, day: dayOf(updated_at) };
  },
  *chapterDates() {
    for (const { book, dates, chapters } of sql.each<ChapterRow>(CHAPTERS, section, section)) {
      for (const [id, day] of dates === null ? daysOf(chapters) : readDates(dates)) yield { bookId: book, id, day };
    }
  },
});

const readBooks = (sql: Sql, query: string, section: number, count: number): Book[] =>
  sql.all<{ json: string }>(query, section, count).map(({ json }) => JSON.parse(json));

const NEWEST = 'SELECT json FROM books WHERE section = ? ORDER BY id DESC LIMIT ?';
const UPDATED = 'SELECT json FROM books WHERE section = ? ORDER BY julianday(updated_at) DESC, id DESC LIMIT ?';

const readDates = (json: string): ChapterDay[] => JSON.parse(json);

const daysOf = (json: string | null): ChapterDay[] =>
  (JSON.parse(json ?? '[]') as Chapter[]).map(({ id, updated_at }) => [id, dayOf(updated_at)]);

/** The day in UTC of an ISO timestamp. */
export const dayOf = (timestamp: string) => new Date(timestamp).toISOString().slice(0, 10);

const BOOKS = `SELECT id, json ->> '$.title' AS title, json ->> '$.category.name' AS category,
  json ->> '$.category.sub_name' AS sub_category,
  json ->> '$.brands' AS brands, updated_at FROM books WHERE section = ? ORDER BY id`;

/** SQLite takes `name` from the row with the newest date. */
const AUTHORS = `SELECT json ->> '$.author.id' AS id, json ->> '$.author.name' AS name,
  max(julianday(updated_at)), updated_at FROM books WHERE section = ? GROUP BY 1 ORDER BY 1`;

/** Of prerendered books the whole lists are there, also where the upstream tells no dates. */
const CHAPTERS = `SELECT book, chapters AS dates, NULL AS chapters FROM chapter_dates WHERE section = ?
  UNION ALL SELECT d.book, NULL, d.chapters FROM details d LEFT JOIN chapter_dates c USING (section, book)
    WHERE d.section = ? AND d.readable = 1 AND c.book IS NULL ORDER BY book`;
