import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import type { Transaction } from './transaction.ts';

type SectionRow = { section: number };

/** Takes out tags, keywords and genres that no book has any more and nobody asked to keep, and remembers them. */
export async function removeOrphans(transaction: Transaction): Promise<void> {
  const { tags, keywords, genres } = transaction.orphanCandidates;
  for (const id of tags) if (!(await hasBooks(transaction, MEMBERSHIP.tag, id))) await dropTag(transaction, id);
  for (const id of keywords)
    if (!(await hasBooks(transaction, MEMBERSHIP.keyword, id))) await dropKeyword(transaction, id);
  for (const id of genres) if (!(await hasBooks(transaction, MEMBERSHIP.genre, id))) await dropGenre(transaction, id);
}

async function hasBooks({ database }: Transaction, kind: number, target: number): Promise<boolean> {
  return (
    (await database.get('SELECT 1 FROM memberships WHERE kind = ? AND target = ? LIMIT 1', kind, target)) !== undefined
  );
}

async function dropTag(transaction: Transaction, id: number): Promise<void> {
  const row = await transaction.database.get<SectionRow>(
    'DELETE FROM tags WHERE id = ? AND NOT EXISTS (SELECT 1 FROM genre_tags WHERE tag_id = tags.id) RETURNING section',
    id,
  );
  if (row) await remember(transaction, 'tag', row.section, id);
}

/** Takes a keyword out that nobody asked to keep. */
export async function dropKeyword(transaction: Transaction, id: number): Promise<void> {
  const row = await transaction.database.get<SectionRow>(
    'DELETE FROM keywords WHERE id = ? AND kept = 0 RETURNING section',
    id,
  );
  if (row) await remember(transaction, 'keyword', row.section, id);
}

async function dropGenre(transaction: Transaction, id: number): Promise<void> {
  await transaction.database.run('DELETE FROM genres WHERE id = ? AND kept = 0', id);
}

async function remember(transaction: Transaction, kind: 'tag' | 'keyword', section: number, id: number): Promise<void> {
  await rememberRemoval(transaction, kind, section, id);
  await transaction.database.run('DELETE FROM name_search WHERE rowid = ?', nameSearchRow(NAME_KIND[kind], id));
}

/** Keeps a removed id for the answers to `since`; of a book that one brand alone lost with that brand. */
export async function rememberRemoval(
  transaction: Transaction,
  kind: 'book' | 'tag' | 'keyword',
  section: number,
  id: number,
  brand = '',
): Promise<void> {
  await transaction.database.run(
    'INSERT INTO removals (kind, section, seq, id, brand) VALUES (?, ?, ?, ?, ?)',
    kind,
    section,
    transaction.nextSeq(),
    id,
    brand,
  );
}
