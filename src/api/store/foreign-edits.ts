import type { Database, Row } from './database.ts';

/** A record that something else than the writer changed, such as a hand in SQL: no page and no log knows of it. */
export interface ForeignEdit {
  /** The table. */
  readonly place: string;
  /** Id of the book, the list or the name that the row is of. */
  readonly record: number;
  /** By which people know it; null where there is no such record any more. */
  readonly name: string | null;
  readonly act: 'insert' | 'update' | 'delete';
  /** RFC 3339, UTC: the last time. */
  readonly at: string;
}

/** Says that the writer writes, within a transaction whose last act says that it does not any more. */
export async function markWriting(database: Database, isWriting: boolean): Promise<void> {
  await database.run(`UPDATE meta SET value = ? WHERE key = 'writing'`, isWriting ? '1' : '0');
}

const NAMES = `CASE place
  WHEN 'books' THEN (SELECT title FROM books WHERE id = record)
  WHEN 'chapters' THEN (SELECT title FROM books WHERE id = record)
  WHEN 'chapter_texts' THEN (SELECT b.title FROM chapters c JOIN books b ON b.id = c.book_id WHERE c.id = record)
  WHEN 'authors' THEN (SELECT name FROM authors WHERE id = record)
  WHEN 'genres' THEN (SELECT name FROM genres WHERE id = record)
  WHEN 'tags' THEN (SELECT name FROM tags WHERE id = record)
  WHEN 'keywords' THEN (SELECT name FROM keywords WHERE id = record)
  WHEN 'banners' THEN (SELECT title FROM banners WHERE id = record)
  WHEN 'help_events' THEN (SELECT inviter FROM help_events WHERE id = record)
  WHEN 'shelves' THEN (SELECT name FROM shelves WHERE id = record)
  WHEN 'shelf_books' THEN (SELECT name FROM shelves WHERE id = record)
  ELSE (SELECT name FROM rankings WHERE id = record) END`;

/** What was changed outside of the writer, the newest first. */
export async function findForeignEdits(database: Pick<Database, 'all'>, limit = 100): Promise<ForeignEdit[]> {
  const sql = `SELECT place, record, act, at, ${NAMES} AS name FROM foreign_edits ORDER BY at DESC, place, record LIMIT ?`;
  return database.all<Row & ForeignEdit>(sql, limit);
}
