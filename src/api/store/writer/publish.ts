import { stableJson } from '#src/lib/stable-json.ts';
import type { Publication } from '../records.ts';
import { sql } from '../sql.ts';
import type { OldBook } from './book-row.ts';
import { isSamePublication, updateBook } from './books.ts';
import { recordOf, type StoredBook } from './edit-book.ts';
import { isShown, normalised } from './publication.ts';
import type { Transaction } from './transaction.ts';

/**
 * Publishes, schedules or hides a book, which keeps its id, lists and chapters. The first publication sets its date.
 * @param at date of the publication
 * @returns false if nothing changes, or the book does not exist
 */
export async function publishBook(
  transaction: Transaction,
  key: string,
  publication: Publication,
  at = transaction.now(),
): Promise<boolean> {
  const old = await transaction.database.get<StoredBook>(sql`SELECT * FROM books WHERE key = ${key}`);
  if (!old || isSamePublication(transaction, old, publication)) return false;
  const record = await recordOf(transaction.database, old);
  const isFirst = isShown(normalised(transaction, publication)) && !(await wasShown(transaction, old));
  const publishedAt = isFirst ? at : record.publishedAt;
  await updateBook(transaction, old, { ...record, publication, publishedAt, updatedAt: at });
  return true;
}

/** Whether a hidden book was published before. If so, it is among the removals. */
async function wasShown({ database }: Transaction, { id, section }: OldBook): Promise<boolean> {
  const query = sql`SELECT 1 FROM removals WHERE kind = 'book' AND section = ${Math.abs(section)} AND id = ${id} LIMIT 1`;
  return (await database.get(query)) !== undefined;
}

/**
 * Publishes, schedules or hides a chapter.
 * @returns false if nothing changes, or the book or chapter does not exist
 */
export async function publishChapter(
  transaction: Transaction,
  key: string,
  id: number,
  publication: Publication,
  at = transaction.now(),
): Promise<boolean> {
  const old = await transaction.database.get<StoredBook>(sql`SELECT * FROM books WHERE key = ${key}`);
  const record = old && (await recordOf(transaction.database, old));
  const chapter = record?.chapters.find((candidate) => candidate.id === id);
  const now = normalised(transaction, publication);
  if (!old || !record || !chapter || stableJson(chapter.publication) === stableJson(now)) return false;
  const changed = { ...chapter, publication: now, updatedAt: at };
  const chapters = record.chapters.map((stored) => (stored === chapter ? changed : stored));
  await updateBook(transaction, old, { ...record, chapters, updatedAt: at });
  return true;
}
