import type { ChapterPlace, DeletedChapter } from '../bin-states.ts';
import type { Row } from '../database.ts';
import { isOneOfNumbers } from '../dialects.ts';
import { picturesIn } from '../media-in-html.ts';
import { sql } from '../sql.ts';
import { putInBin } from './bin.ts';
import { chapterRecord, type StoredChapter } from './chapter-plan.ts';
import type { Transaction } from './transaction.ts';

/** Maximum number of earlier chapters that a deleted or moved chapter remembers. */
export const MAX_PREVIOUS = 100;

/** Deletes the chapters of a book except those with these ids, and stores them in the bin. */
export async function deleteChaptersExcept(
  transaction: Transaction,
  book: number,
  keptIds: readonly number[],
): Promise<void> {
  const { database } = transaction;
  const isDeleted = sql`c.book_id = ${book} AND NOT (${isOneOfNumbers(sql`c.id`, keptIds)})`;
  const deleted = await database.all<StoredChapter>(
    sql`SELECT c.*, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE ${isDeleted} ORDER BY c.place`,
  );
  if (deleted.length === 0) return;
  const { section } = await database.one<Row & { section: number }>(sql`SELECT section FROM books WHERE id = ${book}`);
  const order = await orderWithDeleted(transaction, book);
  for (const row of deleted) {
    const at = order.indexOf(row.id);
    const places: ChapterPlace = { previous: order.slice(Math.max(0, at - MAX_PREVIOUS), at) };
    const state: DeletedChapter = { chapter: chapterRecord(row), place: row.place };
    const media = picturesIn(row.html);
    await putInBin(transaction, {
      kind: 'chapter',
      record: row.id,
      book,
      name: row.title,
      section,
      places,
      media,
      state,
    });
  }
  await database.run(
    sql`DELETE FROM chapters WHERE ${isOneOfNumbers(
      sql`id`,
      deleted.map(({ id }) => id),
    )}`,
  );
}

/** Returns the ids of a book's chapters in order, including those in the bin. */
async function orderWithDeleted({ database }: Transaction, book: number): Promise<number[]> {
  const stored = await database.all<Row & { id: number }>(
    sql`SELECT id FROM chapters WHERE book_id = ${book} ORDER BY place`,
  );
  const deleted = await database.all<Row & { record: number; places: string }>(
    sql`SELECT record, places FROM bin WHERE kind = 'chapter' AND book_id = ${book} ORDER BY id`,
  );
  const order = stored.map(({ id }) => id);
  for (const { record, places } of deleted) order.splice(placeAfter(order, JSON.parse(places)), 0, record);
  return order;
}

/** Returns the index after the last of the previous chapters. */
export function placeAfter(order: readonly number[], { previous }: ChapterPlace): number {
  const before = new Set(previous);
  return order.findLastIndex((id) => before.has(id)) + 1;
}
