import { insertInto } from '../insert.ts';
import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import { sql } from '../sql.ts';
import type { Transaction } from './transaction.ts';

type SectionRow = { section: number };

/** Deletes tags, keywords and genres without books, unless they were added explicitly, and records the removals. */
export async function removeOrphans(transaction: Transaction): Promise<void> {
  const { tags, keywords, genres } = transaction.orphanCandidates;
  for (const id of tags) if (!(await hasBooks(transaction, MEMBERSHIP.tag, id))) await dropTag(transaction, id);
  for (const id of keywords)
    if (!(await hasBooks(transaction, MEMBERSHIP.keyword, id))) await dropKeyword(transaction, id);
  for (const id of genres) if (!(await hasBooks(transaction, MEMBERSHIP.genre, id))) await dropGenre(transaction, id);
}

async function hasBooks({ database }: Transaction, kind: number, target: number): Promise<boolean> {
  const query = sql`SELECT 1 FROM memberships WHERE kind = ${kind} AND target = ${target} LIMIT 1`;
  return (await database.get(query)) !== undefined;
}

async function dropTag(transaction: Transaction, id: number): Promise<void> {
  const [row] = await transaction.database.returning<SectionRow>(
    sql`DELETE FROM tags WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM genre_tags WHERE tag_id = tags.id)
      RETURNING section`,
  );
  if (row) await recordNameRemoval(transaction, 'tag', row.section, id);
}

/** Deletes a keyword unless it was added explicitly. */
export async function dropKeyword(transaction: Transaction, id: number): Promise<void> {
  const [row] = await transaction.database.returning<SectionRow>(
    sql`DELETE FROM keywords WHERE id = ${id} AND kept = 0 RETURNING section`,
  );
  if (row) await recordNameRemoval(transaction, 'keyword', row.section, id);
}

async function dropGenre(transaction: Transaction, id: number): Promise<void> {
  await transaction.database.run(sql`DELETE FROM genres WHERE id = ${id} AND kept = 0`);
}

async function recordNameRemoval(
  transaction: Transaction,
  kind: 'tag' | 'keyword',
  section: number,
  id: number,
): Promise<void> {
  await recordRemoval(transaction, kind, section, id);
  await transaction.database.run(sql`DELETE FROM name_search WHERE rowid = ${nameSearchRow(NAME_KIND[kind], id)}`);
}

/** Records a removed id, which calls with `since` return. `brand` is set if only this brand lost the book. */
export async function recordRemoval(
  transaction: Transaction,
  kind: 'book' | 'tag' | 'keyword',
  section: number,
  id: number,
  brand = '',
): Promise<void> {
  await transaction.database.run(insertInto('removals', { kind, section, seq: transaction.nextSeq(), id, brand }));
}
