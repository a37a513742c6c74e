import { decompressJson } from '../compressed-json.ts';
import type { Row } from '../database.ts';
import { isOneOfNumbers, storedField } from '../dialects.ts';
import { ERASED } from '../erased.ts';
import { assignments } from '../insert.ts';
import { booksWithKey } from '../reads/books-with-key.ts';
import type { NewChapter } from '../records.ts';
import { type Sql, sql } from '../sql.ts';
import type { Transaction } from './transaction.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Entry {
  readonly id: number;
  readonly record: number;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** Returns the ids of the chapters of a book, including deleted and former ones. Must run before a takedown. */
export async function everyChapterOf({ database }: Transaction, key: string): Promise<number[]> {
  const books = sql`SELECT id FROM books WHERE key = ${key} UNION SELECT record FROM bin WHERE kind = 'book' AND key = ${key}`;
  const rows = await database.all<Row & { id: number }>(
    sql`SELECT id FROM chapters WHERE book_id IN (${books})
      UNION SELECT record FROM bin WHERE kind = 'chapter' AND book_id IN (${books})
      UNION SELECT record FROM revisions WHERE kind = 'chapter' AND book_id IN (${books})`,
  );
  const deleted = await database.all<Row & { state: string }>(
    sql`SELECT c.state FROM bin_chapters c JOIN bin b ON b.id = c.bin_id WHERE b.kind = 'book' AND b.key = ${key}`,
  );
  const ofDeletedBooks = deleted.flatMap(({ state }) => decompressJson<NewChapter>(state).id ?? []);
  return [...rows.map(({ id }) => id), ...ofDeletedBooks];
}

/**
 * Erases the texts of a book that was taken down from the audit log, and those of earlier books with its key. The log
 * still tells who changed which fields, and when. Must run after the takedown has been recorded.
 * @param chapters ids of the book's chapters
 */
export async function eraseTexts(transaction: Transaction, key: string, chapters: readonly number[]): Promise<void> {
  const { database } = transaction;
  if (!(await database.get(sql`SELECT 1 FROM takedowns WHERE key = ${key}`))) return;
  const books = await booksWithKey(database, key);
  const bookEntries = await entriesIn(transaction, 'book', books);
  const isOfBooks = isOneOfNumbers(
    sql`CAST(coalesce(${storedField('before', 'book_id')}, ${storedField('after', 'book_id')}) AS bigint)`,
    books,
  );
  // Entries of changes lack the book.
  const logged = await recordsIn(transaction, sql`kind = 'chapter' AND act <> 'change' AND ${isOfBooks}`);
  const chapterEntries = await entriesIn(transaction, 'chapter', [
    ...chapters,
    ...logged,
    ...bookEntries.flatMap(chaptersIn),
  ]);
  for (const entry of bookEntries) await erase(transaction, entry, 'introduction');
  for (const entry of chapterEntries) await erase(transaction, entry, 'html');
}

const recordsIn = async ({ database }: Transaction, condition: Sql): Promise<number[]> =>
  (await database.all<Row & { record: number }>(sql`SELECT DISTINCT record FROM audit_log WHERE ${condition}`)).map(
    ({ record }) => record,
  );

async function entriesIn(
  { database }: Transaction,
  kind: 'book' | 'chapter',
  records: readonly number[],
): Promise<Entry[]> {
  const rows = await database.all<Row & { id: number; record: number; before: string | null; after: string | null }>(
    sql`SELECT id, record, before, after FROM audit_log
      WHERE kind = ${kind} AND ${isOneOfNumbers(sql`record`, [...new Set(records)])}`,
  );
  const parsed = (json: string | null): Fields | null => json && JSON.parse(json);
  return rows.map(({ before, after, ...row }) => ({ ...row, before: parsed(before), after: parsed(after) }));
}

/** Returns the ids of the chapters that an entry about a book lists. */
const chaptersIn = ({ before, after }: Entry): number[] =>
  [before, after].flatMap((fields) => (fields?.['chapter_list'] ?? []) as { id: number }[]).map(({ id }) => id);

async function erase({ database }: Transaction, { id, before, after }: Entry, field: string): Promise<void> {
  const isIn = (fields: Fields | null) => fields !== null && (fields[field] ?? ERASED) !== ERASED;
  if (!isIn(before) && !isIn(after)) return;
  const erased = (fields: Fields | null) =>
    fields && JSON.stringify(isIn(fields) ? { ...fields, [field]: ERASED } : fields);
  const row = { before: erased(before), after: erased(after) };
  await database.run(sql`UPDATE audit_log SET ${assignments(row)} WHERE id = ${id}`);
}
