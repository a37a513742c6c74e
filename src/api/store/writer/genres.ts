import type { Row } from '../database.ts';
import { assignments } from '../insert.ts';
import type { NewGenre } from '../records.ts';
import { sql } from '../sql.ts';
import { nameId } from './names.ts';
import type { Transaction } from './transaction.ts';

/** Stores a genre that is kept even without books, and that groups exactly these tags. */
export async function putGenre(transaction: Transaction, genre: NewGenre): Promise<number> {
  const { database } = transaction;
  const id = await nameId(transaction, 'genres', genre.section, genre.name);
  const tags = await Array.fromAsync(new Set(genre.tags), (name) => nameId(transaction, 'tags', genre.section, name));
  const before = (
    await database.all<{ tag_id: number }>(sql`SELECT tag_id FROM genre_tags WHERE genre_id = ${id} ORDER BY position`)
  ).map((row) => row.tag_id);
  const sameTags = before.join() === tags.join();
  const { introduction } = genre;
  const differs = sameTags ? sql` AND (kept = 0 OR introduction <> ${introduction})` : sql``;
  const row = { kept: 1, introduction, updated_at: transaction.now() };
  await database.run(sql`UPDATE genres SET ${assignments(row)} WHERE id = ${id}${differs}`);
  if (sameTags) return id;
  await database.run(sql`DELETE FROM genre_tags WHERE genre_id = ${id}`);
  for (const [position, tag] of tags.entries())
    await database.run(sql`INSERT INTO genre_tags VALUES (${id}, ${position}, ${tag})`);
  for (const tag of new Set([...before, ...tags])) await regroup(transaction, tag);
  return id;
}

/** Updates the genre of a tag. A tag belongs to the first genre that lists it. */
async function regroup(transaction: Transaction, tag: number): Promise<void> {
  type Groups = Row & { was: number | null; is: number | null };
  const query = sql`SELECT genre_id AS was,
      (SELECT min(genre_id) FROM genre_tags WHERE tag_id = tags.id) AS "is" FROM tags WHERE id = ${tag}`;
  const groups = await transaction.database.one<Groups>(query);
  transaction.orphanCandidates.tags.add(tag);
  if (groups.was === groups.is) return;
  await transaction.database.run(
    sql`UPDATE tags SET genre_id = ${groups.is}, updated_at = ${transaction.now()}, seq = ${transaction.nextSeq()}
      WHERE id = ${tag}`,
  );
}
