import { stableJson } from '#src/lib/stable-json.ts';
import type { NewBook, NewChapter, RecordState } from '../records.ts';
import { sql } from '../sql.ts';
import { noteChange } from './audit.ts';
import { deleteChaptersExcept } from './bin-chapters.ts';
import { updateBook } from './books.ts';
import { storedChapters } from './chapter-plan.ts';
import { BOOK, check } from './check.ts';
import { recordOf, type StoredBook } from './edit-book.ts';
import { movedIds } from './moved-chapters.ts';
import type { Transaction } from './transaction.ts';

/**
 * Changes the text, order and publication of chapters by hand, and adds and removes chapters. The audit log contains
 * the texts, so that edits can be undone.
 * @param moved id of the chapter that the editor moves, because a new order may have several explanations
 * @returns false if nothing changes, or the book does not exist
 */
export async function editChapters(
  transaction: Transaction,
  key: string,
  change: (chapters: readonly NewChapter[]) => readonly NewChapter[],
  moved?: number,
): Promise<boolean> {
  const { database, movedChapters } = transaction;
  if (moved !== undefined) movedChapters.add(moved);
  const old = await database.get<StoredBook>(sql`SELECT * FROM books WHERE key = ${key}`);
  if (!old) return false;
  const record = await recordOf(database, old);
  const { chapters } = check(BOOK, { ...record, chapters: change(record.chapters) }, record.title) as NewBook;
  if (stableJson(chapters) === stableJson(record.chapters)) return false;
  const before = await statesOf(transaction, old.id);
  // If the list is empty, all chapters are deleted here, because `updateBook` would keep hidden ones.
  if (chapters.length === 0) await deleteChaptersExcept(transaction, old.id, []);
  await updateBook(transaction, old, { ...record, chapters, updatedAt: transaction.now() });
  const after = await statesOf(transaction, old.id);
  const movedNow = movedIds([...before.keys()], [...after.keys()], movedChapters);
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    await noteChange(transaction, 'chapter', was, was && is && !movedNow.has(id) ? inPlaceOf(was, is) : is);
  }
  return true;
}

/** Ignores a different place, because adding or removing earlier chapters does not change a chapter. */
const inPlaceOf = (was: RecordState, is: RecordState): RecordState => ({
  ...is,
  fields: { ...is.fields, place: was.fields['place'] },
});

/** Returns the states of the chapters for the audit log, by id and in order. */
const statesOf = async ({ database }: Transaction, book: number): Promise<ReadonlyMap<number, RecordState>> =>
  new Map(
    (await storedChapters(database, book)).map(
      ({ id, place, title, part, kind, price, free_from, state, publish_at, html }) => [
        id,
        {
          id,
          name: title,
          fields: { book_id: book, place, title, part, kind, price, free_from, state, publish_at, html },
        },
      ],
    ),
  );
