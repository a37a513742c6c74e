import { insertRow } from '../insert.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import { sql } from '../sql.ts';
import { indexName } from './names.ts';
import type { Transaction } from './transaction.ts';

/**
 * Returns the id of an author, who is added if missing. An introduction that is not empty replaces the stored one.
 * @param restoredId id of the author before it was deleted, which an added one gets
 */
export async function authorId(
  transaction: Transaction,
  section: number,
  author: { name: string; introduction: string },
  restoredId?: number,
): Promise<number> {
  type AuthorRow = { id: number; introduction: string };
  const stored = await transaction.database.get<AuthorRow>(
    sql`SELECT id, introduction FROM authors WHERE section = ${section} AND name = ${author.name}`,
  );
  if (!stored) return addAuthor(transaction, section, author, restoredId);
  if (author.introduction !== '' && author.introduction !== stored.introduction) {
    await transaction.database.run(
      sql`UPDATE authors SET introduction = ${author.introduction}, updated_at = ${transaction.now()}
        WHERE id = ${stored.id}`,
    );
  }
  return stored.id;
}

async function addAuthor(
  transaction: Transaction,
  section: number,
  author: { name: string; introduction: string },
  restoredId: number | undefined,
): Promise<number> {
  const { name, introduction } = author;
  const isFree =
    restoredId !== undefined && !(await transaction.database.get(sql`SELECT 1 FROM authors WHERE id = ${restoredId}`));
  const row = { ...(isFree && { id: restoredId }), section, name, introduction, updated_at: transaction.now() };
  const id = await insertRow(transaction.database, 'authors', row);
  await indexName(transaction, 'author', section, id, author.name);
  return id;
}

/** Changes the number of books of an author by one. An author without books is deleted. */
export async function countBook(transaction: Transaction, author: number, step: 1 | -1): Promise<void> {
  await transaction.database.run(
    sql`UPDATE authors SET books = books + ${step}, updated_at = ${transaction.now()} WHERE id = ${author}`,
  );
  if (step === 1) return;
  const { changes } = await transaction.database.run(sql`DELETE FROM authors WHERE id = ${author} AND books = 0`);
  if (changes > 0)
    await transaction.database.run(
      sql`DELETE FROM name_search WHERE rowid = ${nameSearchRow(NAME_KIND.author, author)}`,
    );
}

/** Sets the introduction of an author. @returns false if it is unchanged, or the author does not exist */
export async function setIntroduction(
  { database, now }: Transaction,
  id: number,
  introduction: string,
): Promise<boolean> {
  const statement = sql`UPDATE authors SET introduction = ${introduction}, updated_at = ${now()}
    WHERE id = ${id} AND introduction <> ${introduction}`;
  return (await database.run(statement)).changes > 0;
}
