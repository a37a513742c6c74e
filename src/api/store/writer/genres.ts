import type { Row } from '../database.ts';
import type { NewGenre } from '../records.ts';
import { nameId } from './names.ts';
import type { Transaction } from './transaction.ts';

/** A genre put by itself stays, with or without books, and groups exactly the tags named. */
export async function putGenre(transaction: Transaction, genre: NewGenre): Promise<number> {
  const { database } = transaction;
  const id = await nameId(transaction, 'genres', genre.section, genre.name);
  const tags = await Array.fromAsync(new Set(genre.tags), (name) => nameId(transaction, 'tags', genre.section, name));
  const before = (
    await database.all<{ tag_id: number }>('SELECT tag_id FROM genre_tags WHERE genre_id = ? ORDER BY position', id)
  ).map((row) => row.tag_id);
  const sameTags = before.join() === tags.join();
  const set =
    'UPDATE genres SET kept = 1, introduction = ?1, updated_at = ?2 WHERE id = ?3 AND (?4 OR kept = 0 OR introduction <> ?1)';
  await database.run(set, genre.introduction, transaction.now(), id, sameTags ? 0 : 1);
  if (sameTags) return id;
  await database.run('DELETE FROM genre_tags WHERE genre_id = ?', id);
  for (const [position, tag] of tags.entries())
    await database.run('INSERT INTO genre_tags VALUES (?, ?, ?)', id, position, tag);
  for (const tag of new Set([...before, ...tags])) await regroup(transaction, tag);
  return id;
}

/** A tag shows the first genre that lists it. */
async function regroup(transaction: Transaction, tag: number): Promise<void> {
  type Groups = Row & { was: number | null; is: number | null };
  const sql =
    'SELECT genre_id AS was, (SELECT min(genre_id) FROM genre_tags WHERE tag_id = tags.id) AS "is" FROM tags WHERE id = ?';
  const groups = await transaction.database.one<Groups>(sql, tag);
  transaction.orphanCandidates.tags.add(tag);
  if (groups.was === groups.is) return;
  await transaction.database.run(
    'UPDATE tags SET genre_id = ?, updated_at = ?, seq = ? WHERE id = ?',
    groups.is,
    transaction.now(),
    transaction.nextSeq(),
    tag,
  );
}
