import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import type { Transaction } from './transaction.ts';

type SectionRow = { section: number };

/** Takes out tags, keywords and genres that no book has any more and nobody asked to keep, and remembers them. */
export function removeOrphans(transaction: Transaction): void {
  const { tags, keywords, genres } = transaction.orphanCandidates;
  for (const id of tags) if (!hasBooks(transaction, MEMBERSHIP.tag, id)) dropTag(transaction, id);
  for (const id of keywords) if (!hasBooks(transaction, MEMBERSHIP.keyword, id)) dropKeyword(transaction, id);
  for (const id of genres) if (!hasBooks(transaction, MEMBERSHIP.genre, id)) dropGenre(transaction, id);
}

function hasBooks({ database }: Transaction, kind: number, target: number): boolean {
  return database.get('SELECT 1 FROM memberships WHERE kind = ? AND target = ? LIMIT 1', kind, target) !== undefined;
}

function dropTag(transaction: Transaction, id: number): void {
  const row = transaction.database.get<SectionRow>(
    'DELETE FROM tags WHERE id = ? AND NOT EXISTS (SELECT 1 FROM genre_tags WHERE tag_id = tags.id) RETURNING section',
    id,
  );
  if (row) remember(transaction, 'tag', row.section, id);
}

/** Takes a keyword out that nobody asked to keep. */
export function dropKeyword(transaction: Transaction, id: number): void {
  const row = transaction.database.get<SectionRow>(
    'DELETE FROM keywords WHERE id = ? AND kept = 0 RETURNING section',
    id,
  );
  if (row) remember(transaction, 'keyword', row.section, id);
}

function dropGenre(transaction: Transaction, id: number): void {
  transaction.database.run('DELETE FROM genres WHERE id = ? AND kept = 0', id);
}

function remember(transaction: Transaction, kind: 'tag' | 'keyword', section: number, id: number): void {
  rememberRemoval(transaction, kind, section, id);
  transaction.database.run('DELETE FROM name_search WHERE rowid = ?', nameSearchRow(NAME_KIND[kind], id));
}

/** Keeps a removed id for the answers to `since`; of a book that one brand alone lost with that brand. */
export function rememberRemoval(
  transaction: Transaction,
  kind: 'book' | 'tag' | 'keyword',
  section: number,
  id: number,
  brand = '',
): void {
  transaction.database.run(
    'INSERT INTO removals (kind, section, seq, id, brand) VALUES (?, ?, ?, ?, ?)',
    kind,
    section,
    transaction.nextSeq(),
    id,
    brand,
  );
}
