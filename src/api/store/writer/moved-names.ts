import { MEMBERSHIP } from '../membership.ts';
import { raw, sql } from '../sql.ts';
import type { OldBook } from './book-row.ts';
import { putTerms } from './names.ts';
import { recordRemoval } from './orphans.ts';
import type { Transaction } from './transaction.ts';

/**
 * For a book that moves to another section: moves its author, genres, tags and keywords as well, so that they keep
 * their URLs when the book returns. Names that other books share are not moved: the book gets the names with the same
 * spelling in the other section.
 */
export async function moveNames(transaction: Transaction, old: OldBook, section: number): Promise<void> {
  const tags = (JSON.parse(old.tags) as { id: number }[]).map(({ id }) => id);
  const [genres, keywords]: [number[], number[]] = [JSON.parse(old.genres), JSON.parse(old.keywords)];
  await moveName(transaction, { kind: 'author', table: 'authors', id: old.author_id }, old, section);
  for (const id of genres) await moveName(transaction, { kind: 'genre', table: 'genres', id }, old, section);
  for (const id of tags) await moveName(transaction, { kind: 'tag', table: 'tags', id }, old, section);
  for (const id of keywords) await moveName(transaction, { kind: 'keyword', table: 'keywords', id }, old, section);
}

interface MovedName {
  readonly kind: 'author' | 'genre' | 'tag' | 'keyword';
  readonly table: 'authors' | 'genres' | 'tags' | 'keywords';
  readonly id: number;
}

/** Conditions, other than having books, under which a name is not moved. */
const STAY_CONDITIONS = {
  authors: 'FALSE',
  genres: 'n.kept = 1',
  tags: 'EXISTS (SELECT 1 FROM genre_tags g WHERE g.tag_id = n.id)',
  keywords: 'n.kept = 1',
} as const;

async function moveName(
  transaction: Transaction,
  { kind, table, id }: MovedName,
  old: OldBook,
  section: number,
): Promise<void> {
  const { database } = transaction;
  const statement = sql`UPDATE ${raw(table)} AS n SET section = ${section}, updated_at = ${transaction.now()}
    WHERE n.id = ${id} AND NOT ${raw(STAY_CONDITIONS[table])} AND NOT EXISTS (SELECT 1 FROM memberships m
      WHERE m.kind = ${raw(MEMBERSHIP[kind])} AND m.target = n.id AND m.book_id <> ${old.id})
    AND NOT EXISTS (SELECT 1 FROM ${raw(table)} other WHERE other.section = ${section} AND other.name = n.name) RETURNING name`;
  const [row] = await database.returning<{ name: string }>(statement);
  if (!row) return;
  for (const eachSection of [old.section, section]) transaction.ids.delete(`${table} ${eachSection} ${row.name}`);
  if (kind !== 'genre') await putTerms(transaction, section, row.name);
  if (kind === 'author' || kind === 'genre') return;
  await database.run(sql`UPDATE ${raw(table)} SET seq = ${transaction.nextSeq()} WHERE id = ${id}`);
  if (old.section > 0) await recordRemoval(transaction, kind, old.section, id);
}
