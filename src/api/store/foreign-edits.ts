import type { Database, Row } from './database.ts';
import { raw, sql } from './sql.ts';

/** A change that Lectern did not make, such as by manual SQL. Neither pages nor the audit log reflect it. */
export interface ForeignEdit {
  /** Name of the table. */
  readonly place: string;
  /** Id of the book, list or name that was changed. */
  readonly record: number;
  /** Display name of the record; null if it no longer exists. */
  readonly name: string | null;
  readonly act: 'insert' | 'update' | 'delete';
  /** Time of the last change, RFC 3339, UTC. */
  readonly at: string;
}

/** Sets or removes the mark by which the triggers recognise a transaction of Lectern's writer. */
export async function markWriting(database: Database, isWriting: boolean): Promise<void> {
  await database.run(sql`UPDATE meta SET value = ${isWriting ? '1' : '0'} WHERE key = 'writing'`);
}

const NAMES = raw(`CASE place
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
  ELSE (SELECT name FROM rankings WHERE id = record) END`);

/** Returns the changes that Lectern did not make, newest first. */
export async function findForeignEdits(database: Pick<Database, 'all'>, limit = 100): Promise<ForeignEdit[]> {
  const query = sql`SELECT place, record, act, at, ${NAMES} AS name FROM foreign_edits ORDER BY at DESC, place, record LIMIT ${limit}`;
  return database.all<Row & ForeignEdit>(query);
}
