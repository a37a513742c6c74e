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
export async function publishBook(
  transaction: Transaction,
  key: string,
  publication: Publication,
  at = transaction.now(),
): Promise<boolean> {
  const old = await transaction.database.get<StoredBook>('SELECT * FROM books WHERE key = ?', key);
  if (!old || isSamePublication(transaction, old, publication)) return false;
  const record = await recordOf(transaction.database, old);
  const isFirst = isShown(settled(transaction, publication)) && !(await wasShown(transaction, old));
  const publishedAt = isFirst ? at : record.publishedAt;
  await updateBook(transaction, old, { ...record, publication, publishedAt, updatedAt: at });
  return true;
}

/** A book that leaves what is shown stands among the removals. */
async function wasShown({ database }: Transaction, { id, section }: OldBook): Promise<boolean> {
  const sql = `SELECT 1 FROM removals WHERE kind = 'book' AND section = ? AND id = ? LIMIT 1`;
  return (await database.get(sql, Math.abs(section), id)) !== undefined;
}

/**
 * The same of a chapter.
 * @returns false also where the book has no such chapter
 */
export async function publishChapter(
  transaction: Transaction,
  key: string,
  id: number,
  publication: Publication,
  at = transaction.now(),
): Promise<boolean> {
  const old = await transaction.database.get<StoredBook>('SELECT * FROM books WHERE key = ?', key);
  const record = old && (await recordOf(transaction.database, old));
  const chapter = record?.chapters.find((one) => one.id === id);
  const now = settled(transaction, publication);
  if (!old || !record || !chapter || stableJson(chapter.publication) === stableJson(now)) return false;
  const changed = { ...chapter, publication: now, updatedAt: at };
  const chapters = record.chapters.map((one) => (one === chapter ? changed : one));
  await updateBook(transaction, old, { ...record, chapters, updatedAt: at });
  return true;
}
