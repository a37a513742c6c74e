import type { Database, Row } from '../database.ts';
import type { AuditedRecord } from './audit.ts';
import type { OldBook } from './book-row.ts';
import { removeBook } from './books.ts';
import type { Transaction } from './transaction.ts';

/**
 * Removes a book for good: calls about it are answered 410, or 451 with the reason, and its key is not put again.
 * @returns false where there is no such book
 */
export async function takeDownBook(transaction: Transaction, key: string, reason: string | null): Promise<boolean> {
  const { database } = transaction;
  const book = await database.get<OldBook & { cover: string | null }>('SELECT * FROM books WHERE key = ?', key);
  if (!book) return false;
  const sql = 'INSERT INTO takedowns (book_id, key, title, section, reason, at, media) VALUES (?, ?, ?, ?, ?, ?, ?)';
  const values = [
    book.title,
    Math.abs(book.section),
    reason,
    transaction.now(),
    JSON.stringify(await mediaOf(database, book)),
  ];
  await database.run(sql, book.id, key, ...values);
  return removeBook(transaction, key);
}

/** Takes a takedown back: the book can be imported again, as a new one. */
export const allowBook = async ({ database }: Transaction, key: string): Promise<boolean> =>
  (await database.run('DELETE FROM takedowns WHERE key = ?', key)).changes > 0;

const PICTURE = /\/media\/(pictures\/[A-Za-z0-9_][A-Za-z0-9._-]*)/g;

/** Files below the media folder that a book shows. */
async function mediaOf(database: Database, { id, cover }: OldBook & { cover: string | null }): Promise<string[]> {
  const texts = `SELECT t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.book_id = ?
    AND instr(t.html, '/media/pictures/') > 0`;
  const pictures = (await database.all<{ html: string }>(texts, id)).flatMap(({ html }) =>
    Array.from(html.matchAll(PICTURE), ([, name = '']) => name),
  );
  const banners = await database.all<{ image: string }>(
    'SELECT image FROM banners WHERE book_id = ? AND image IS NOT NULL',
    id,
  );
  const covers = cover === null ? [] : [String(JSON.parse(cover).url).slice('/media/'.length)];
  return [...new Set([...covers, ...banners.map(({ image }) => image), ...pictures])];
}

export const auditedTakedown = (key: string): AuditedRecord => ({
  kind: 'takedown',
  async read(database) {
    const sql = 'SELECT book_id AS id, title AS name, reason, at FROM takedowns WHERE key = ?';
    const row = await database.get<Row & { id: number; name: string }>(sql, key);
    if (!row) return undefined;
    const { id, name, ...fields } = row;
    return { id, name, fields: { key, ...fields } };
  },
});
