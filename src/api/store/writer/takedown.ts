import type { Database, Row } from '../database.ts';
import { contains } from '../dialects.ts';
import { insertInto } from '../insert.ts';
import { picturesIn } from '../media-in-html.ts';
import { sql } from '../sql.ts';
import type { AuditedRecord } from './audit.ts';
import { eraseFromBin } from './bin.ts';
import type { OldBook } from './book-row.ts';
import { removeBook } from './books.ts';
import { check, TAKEDOWN } from './check.ts';
import { dropRevisionsOfBook } from './revisions.ts';
import type { Transaction } from './transaction.ts';

/**
 * Removes a book permanently. Calls for it return 410, or 451 if there is a legal reason, and its key is rejected.
 * @returns false if the book does not exist
 * @throws LecternError STORE_REFUSED if the reason cannot be stored
 */
export async function takeDownBook(transaction: Transaction, key: string, reason: string | null): Promise<boolean> {
  const { database } = transaction;
  const book = await database.get<OldBook & { key: string; cover: string | null }>(
    sql`SELECT * FROM books WHERE key = ${key}`,
  );
  if (!book) return takeDownDeleted(transaction, key, reason);
  const media = JSON.stringify(await mediaOf(database, book));
  const { id, title, section } = book;
  check(TAKEDOWN, { reason }, title);
  const row = { book_id: id, key, title, section: Math.abs(section), reason, at: transaction.now(), media };
  await database.run(insertInto('takedowns', row));
  const isRemoved = await removeBook(transaction, key);
  await dropRevisionsOfBook(transaction, id);
  await eraseFromBin(transaction, id, key);
  return isRemoved;
}

/** Takes down a book that was deleted, but can still be restored. */
async function takeDownDeleted(transaction: Transaction, key: string, reason: string | null): Promise<boolean> {
  const { database } = transaction;
  const book = await database.get<Row & { record: number; name: string; section: number }>(
    sql`SELECT record, name, section FROM bin WHERE kind = 'book' AND key = ${key} ORDER BY id DESC LIMIT 1`,
  );
  if (!book) return false;
  check(TAKEDOWN, { reason }, book.name);
  const media = JSON.stringify([...(await mediaInBin(database, book.record, key))]);
  await eraseFromBin(transaction, book.record, key);
  const row = {
    book_id: book.record,
    key,
    title: book.name,
    section: book.section,
    reason,
    at: transaction.now(),
    media,
  };
  await database.run(insertInto('takedowns', row));
  return true;
}

/** Ends a takedown: the book can be imported again, as a new one. */
export const allowBook = async ({ database }: Transaction, key: string): Promise<boolean> =>
  (await database.run(sql`DELETE FROM takedowns WHERE key = ${key}`)).changes > 0;

/** Returns the files of everything in the bin that belongs to a book, or to earlier books with its key. */
async function mediaInBin(database: Database, book: number, key: string): Promise<Set<string>> {
  const ids = sql`SELECT record FROM bin WHERE kind = 'book' AND key = ${key}`;
  const rows = await database.all<{ media: string }>(
    sql`SELECT media FROM bin WHERE book_id = ${book} OR book_id IN (${ids})
      UNION ALL SELECT media FROM revisions WHERE book_id IN (${ids})`,
  );
  return new Set(rows.flatMap(({ media }): string[] => JSON.parse(media)));
}

/** Returns the files of a book, as paths below the media folder. */
async function mediaOf(
  database: Database,
  { id, key, cover }: OldBook & { key: string; cover: string | null },
): Promise<string[]> {
  const texts = sql`SELECT t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.book_id = ${id}
    AND ${contains(sql`t.html`, '/media/pictures/')}`;
  const pictures = (await database.all<{ html: string }>(texts)).flatMap(({ html }) => picturesIn(html));
  const revisions = await database.all<{ media: string }>(sql`SELECT media FROM revisions WHERE book_id = ${id}`);
  const former = revisions.flatMap(({ media }): string[] => JSON.parse(media));
  const banners = await database.all<{ image: string }>(
    sql`SELECT image FROM banners WHERE book_id = ${id} AND image IS NOT NULL`,
  );
  const covers = cover === null ? [] : [String(JSON.parse(cover).url).slice('/media/'.length)];
  return [
    ...new Set([
      ...covers,
      ...banners.map(({ image }) => image),
      ...pictures,
      ...former,
      ...(await mediaInBin(database, id, key)),
    ]),
  ];
}

export const auditedTakedown = (key: string): AuditedRecord => ({
  kind: 'takedown',
  async read(database) {
    const query = sql`SELECT book_id AS id, title AS name, reason, at FROM takedowns WHERE key = ${key}`;
    const row = await database.get<Row & { id: number; name: string }>(query);
    if (!row) return undefined;
    const { id, name, ...fields } = row;
    return { id, name, fields: { key, ...fields } };
  },
});
