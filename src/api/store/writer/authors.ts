import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import { indexName } from './names.ts';
import type { Transaction } from './transaction.ts';

/** @returns the author's id; an introduction that is not empty replaces the one known. */
export async function authorId(
  transaction: Transaction,
  section: number,
  author: { name: string; introduction: string },
): Promise<number> {
  type AuthorRow = { id: number; introduction: string };
  const known = await transaction.database.get<AuthorRow>(
    'SELECT id, introduction FROM authors WHERE section = ? AND name = ?',
    section,
    author.name,
  );
  if (!known) return addAuthor(transaction, section, author);
  if (author.introduction !== '' && author.introduction !== known.introduction) {
    await transaction.database.run(
      'UPDATE authors SET introduction = ?, updated_at = ? WHERE id = ?',
      author.introduction,
      transaction.now(),
      known.id,
    );
  }
  return known.id;
}

async function addAuthor(
  transaction: Transaction,
  section: number,
  author: { name: string; introduction: string },
): Promise<number> {
  const sql = 'INSERT INTO authors (section, name, introduction, updated_at) VALUES (?, ?, ?, ?)';
  const { id } = await transaction.database.run(sql, section, author.name, author.introduction, transaction.now());
  await indexName(transaction, 'author', section, id, author.name);
  return id;
}

/** Counts a book to (1) or off (-1) its author; an author without books goes. */
export async function countBook(transaction: Transaction, author: number, step: 1 | -1): Promise<void> {
  await transaction.database.run(
    'UPDATE authors SET books = books + ?, updated_at = ? WHERE id = ?',
    step,
    transaction.now(),
    author,
  );
  if (step === 1) return;
  const { changes } = await transaction.database.run('DELETE FROM authors WHERE id = ? AND books = 0', author);
  if (changes > 0)
    await transaction.database.run('DELETE FROM name_search WHERE rowid = ?', nameSearchRow(NAME_KIND.author, author));
}

/** @returns false where it is so already, or there is no such author */
export async function setIntroduction(
  { database, now }: Transaction,
  id: number,
  introduction: string,
): Promise<boolean> {
  const sql = 'UPDATE authors SET introduction = ?1, updated_at = ?2 WHERE id = ?3 AND introduction <> ?1';
  return (await database.run(sql, introduction, now(), id)).changes > 0;
}
