import type { ChapterPlace, DeletedChapter } from '../bin-states.ts';
import { decompressJson } from '../compressed-json.ts';
import type { Row } from '../database.ts';
import type { NewChapter } from '../records.ts';
import { sql } from '../sql.ts';
import { audited } from './audit.ts';
import { auditedBook } from './audited-records.ts';
import { type BinRow, dropFromBin, missingBook } from './bin.ts';
import { placeAfter } from './bin-chapters.ts';
import { editChapters } from './edit-chapters.ts';
import type { Transaction } from './transaction.ts';

/**
 * Restores a chapter with its id, after the chapter that it followed.
 * @throws ParentMissingError if its book does not exist
 */
export async function restoreChapter(transaction: Transaction, row: BinRow): Promise<number> {
  const { database } = transaction;
  const book = row.book_id ?? 0;
  const stored = await database.get<Row & { key: string }>(sql`SELECT key FROM books WHERE id = ${book}`);
  if (!stored) throw await missingBook(transaction, book);
  const { chapter, place } = decompressJson<DeletedChapter>(row.state);
  const places: ChapterPlace = JSON.parse(row.places);
  transaction.restoredChapters.add(row.record);
  await dropFromBin(transaction, row.id);
  const insert = (chapters: readonly NewChapter[]) => {
    const ids = chapters.map(({ id }) => id ?? 0);
    const isAnchored = places.previous.length === 0 || places.previous.some((id) => ids.includes(id));
    return chapters.toSpliced(isAnchored ? placeAfter(ids, places) : place - 1, 0, chapter);
  };
  await audited(transaction, auditedBook(stored.key), () => editChapters(transaction, stored.key, insert));
  return row.record;
}
