import { LecternError } from '#src/lib/errors.ts';
import type { BinKind } from '../audit-kinds.ts';
import { BIN_DAYS } from '../bin-states.ts';
import { compressJson } from '../compressed-json.ts';
import type { Row } from '../database.ts';
import { insertInto, insertRow } from '../insert.ts';
import { type Sql, sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';
import { noteChange } from './audit.ts';
import { dropRevisionsOfBook, dropRevisionsOfChapter } from './revisions.ts';
import type { Transaction } from './transaction.ts';

/** A deleted record that can be restored. */
export type BinRow = Row & {
  id: number;
  kind: BinKind;
  record: number;
  book_id: number | null;
  name: string;
  section: number;
  brand: string;
  key: string | null;
  deleted_at: string;
  deleted_by: string;
  deleted_how: string;
  /** JSON: `ListPlace[]` of a book, `ChapterPlace` of a chapter. */
  places: string;
  /** JSON: files below the media folder. */
  media: string;
  /** Compressed JSON (bin-states.ts). */
  state: string;
};

/** Thrown if a record cannot be restored because another one has its name. */
export class NameTakenError extends LecternError {
  /** A free name. */
  readonly suggestion: string;

  constructor(message: string, suggestion: string) {
    super('STORE_NAME_TAKEN', message);
    this.suggestion = suggestion;
  }
}

/** Thrown if a record cannot be restored because the record that it belongs to does not exist. */
export class ParentMissingError extends LecternError {
  constructor(message: string) {
    super('STORE_IN_USE', message);
  }
}

interface Deleted {
  readonly kind: BinKind;
  readonly record: number;
  /** The book that the record belongs to, or is. */
  readonly book?: number | null;
  readonly name: string;
  readonly section: number;
  readonly brand?: string;
  /** The key of a book. */
  readonly key?: string;
  readonly places?: unknown;
  readonly media?: readonly string[];
  readonly state: unknown;
}

/** Stores a record that is being deleted. @returns the id in the bin */
export async function putInBin({ database, author, now }: Transaction, deleted: Deleted): Promise<number> {
  const { kind, record, book = null, name, section, brand = '', key = null, places = [], media = [], state } = deleted;
  return insertRow(database, 'bin', {
    kind,
    record,
    book_id: book,
    name,
    section: Math.abs(section),
    brand,
    key,
    deleted_at: now(),
    deleted_by: author.who,
    deleted_how: author.how,
    places: JSON.stringify(places),
    media: JSON.stringify(media),
    state: compressJson(state),
  });
}

export const putChapterInBin = ({ database }: Transaction, bin: number, place: number, chapter: unknown) =>
  database.run(insertInto('bin_chapters', { bin_id: bin, place, state: compressJson(chapter) }));

export const binRow = ({ database }: Transaction, id: number): Promise<BinRow | undefined> =>
  database.get<BinRow>(sql`SELECT * FROM bin WHERE id = ${id}`);

export const binRowOf = ({ database }: Transaction, kind: BinKind, record: number): Promise<BinRow | undefined> =>
  database.get<BinRow>(sql`SELECT * FROM bin WHERE kind = ${kind} AND record = ${record}`);

export async function dropFromBin({ database }: Transaction, id: number): Promise<void> {
  await database.run(sql`DELETE FROM bin WHERE id = ${id}`);
}

/** Returns the message for a record whose book does not exist. */
export async function missingBook(transaction: Transaction, book: number): Promise<ParentMissingError> {
  const deleted = await binRowOf(transaction, 'book', book);
  return new ParentMissingError(
    deleted
      ? `It belongs to the book “${deleted.name}”, which is also deleted. Restore the book first.`
      : 'It belongs to a book that no longer exists.',
  );
}

/** Deletes a record from the bin permanently, with its versions. @returns false if it does not exist */
export async function purge(transaction: Transaction, id: number): Promise<boolean> {
  const row = await binRow(transaction, id);
  if (!row) return false;
  await purgeRow(transaction, row);
  return true;
}

async function purgeRow(transaction: Transaction, row: BinRow): Promise<void> {
  const { kind, record, name, deleted_at, deleted_by } = row;
  await dropFromBin(transaction, row.id);
  if (kind === 'chapter') await dropRevisionsOfChapter(transaction, record);
  if (kind === 'book') {
    await dropRevisionsOfBook(transaction, record);
    await transaction.database.run(sql`DELETE FROM bin WHERE book_id = ${record}`);
  }
  const fields = { kind, record, name, deleted_at, deleted_by };
  await noteChange(transaction, 'bin', { id: row.id, name, fields });
}

const expired = (now: string): Sql =>
  sql`deleted_at <= ${toTimestamp(new Date(Date.parse(now) - BIN_DAYS * 86_400_000))}`;

/** Deletes the records that were deleted longer ago than they are kept. */
export async function purgeExpired(transaction: Transaction): Promise<void> {
  const query = sql`SELECT * FROM bin WHERE ${expired(transaction.now())} ORDER BY deleted_at, id`;
  for (const row of await transaction.database.all<BinRow>(query)) await purgeRow(transaction, row);
}

/**
 * Erases everything about a book from the bin: the book itself, its chapters, lists that were deleted with it, and
 * earlier books with its key.
 */
export async function eraseFromBin(transaction: Transaction, book: number, key: string): Promise<void> {
  const { database } = transaction;
  const rows = await database.all<BinRow>(
    sql`SELECT * FROM bin WHERE book_id = ${book}
      OR book_id IN (SELECT record FROM bin WHERE kind = 'book' AND key = ${key})`,
  );
  for (const row of rows) {
    await dropFromBin(transaction, row.id);
    if (row.kind === 'book') await dropRevisionsOfBook(transaction, row.record);
  }
}
