import { stableJson } from '#src/lib/stable-json.ts';
import type { Publication } from '../records.ts';
import type { OldBook } from './book-row.ts';
import { isSamePublication, updateBook } from './books.ts';
import { recordOf, type StoredBook } from './edit-book.ts';
import { isShown, settled } from './publication.ts';
import type { Transaction } from './transaction.ts';

/**
 * Publishes, schedules or hides a book. It keeps its id, its lists and its chapters; one that is shown for the first time is
 * dated by that.
 * @param at the moment that it is dated by
 * @returns false where it is so already, or there is no such book
 */
export function publishBook(
  transaction: Transaction,
  key: string,
  publication: Publication,
  at = transaction.now(),
): boolean {
  const old = transaction.database.get<StoredBook>('SELECT * FROM books WHERE key = ?', key);
  if (!old || isSamePublication(transaction, old, publication)) return false;
  const record = recordOf(transaction.database, old);
  const isFirst = isShown(settled(transaction, publication)) && !wasShown(transaction, old);
  const publishedAt = isFirst ? at : record.publishedAt;
  updateBook(transaction, old, { ...record, publication, publishedAt, updatedAt: at });
  return true;
}

/** A book that leaves what is shown stands among the removals. */
function wasShown({ database }: Transaction, { id, section }: OldBook): boolean {
  const sql = `SELECT 1 FROM removals WHERE kind = 'book' AND section = ? AND id = ? LIMIT 1`;
  return database.get(sql, Math.abs(section), id) !== undefined;
}

/**
 * The same of a chapter.
 * @returns false also where the book has no such chapter
 */
export function publishChapter(
  transaction: Transaction,
  key: string,
  id: number,
  publication: Publication,
  at = transaction.now(),
): boolean {
  const old = transaction.database.get<StoredBook>('SELECT * FROM books WHERE key = ?', key);
  const record = old && recordOf(transaction.database, old);
  const chapter = record?.chapters.find((one) => one.id === id);
  const now = settled(transaction, publication);
  if (!old || !record || !chapter || stableJson(chapter.publication) === stableJson(now)) return false;
  const changed = { ...chapter, publication: now, updatedAt: at };
  const chapters = record.chapters.map((one) => (one === chapter ? changed : one));
  updateBook(transaction, old, { ...record, chapters, updatedAt: at });
  return true;
}
