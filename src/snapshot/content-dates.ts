import type { Sql } from '#src/lib/sqlite.ts';
import type { Source } from '#src/view-models/source.ts';

type BookRow = { id: number; title: string; category: string; sub_category: string | null; updated_at: string };
type AuthorRow = { id: number; name: string; updated_at: string };
type ChapterRow = { book: number; id: number; updated_at: string };

/** Reads when books, authors and chapters of one section last changed. */
export const createDates = (sql: Sql, section: number): Pick<Source, 'bookDates' | 'authorDates' | 'chapterDates'> => ({
  *bookDates() {
    for (const { id, title, category, sub_category, updated_at } of sql.each<BookRow>(BOOKS, section))
      yield { id, title, category: { name: category, sub_name: sub_category }, day: dayOf(updated_at) };
  },
  *authorDates() {
    for (const { id, name, updated_at } of sql.each<AuthorRow>(AUTHORS, section))
      yield { id, name, day: dayOf(updated_at) };
  },
  *chapterDates() {
    for (const { book, id, updated_at } of sql.each<ChapterRow>(CHAPTERS, section))
      yield { bookId: book, id, day: dayOf(updated_at) };
  },
});

/** The day in UTC of an ISO timestamp. */
const dayOf = (timestamp: string) => new Date(timestamp).toISOString().slice(0, 10);

const BOOKS = `SELECT id, json ->> '$.title' AS title, json ->> '$.category.name' AS category,
  json ->> '$.category.sub_name' AS sub_category, updated_at FROM books WHERE section = ? ORDER BY id`;

/** SQLite takes `name` from the row with the newest date. */
const AUTHORS = `SELECT json ->> '$.author.id' AS id, json ->> '$.author.name' AS name,
  max(julianday(updated_at)), updated_at FROM books WHERE section = ? GROUP BY 1 ORDER BY 1`;

const CHAPTERS = `SELECT d.book, c.value ->> '$.id' AS id, c.value ->> '$.updated_at' AS updated_at
  FROM details d, json_each(d.chapters) c
  WHERE d.section = ? AND d.readable = 1 AND NOT (c.value ->> '$.locked') ORDER BY d.book, c.key`;
