import { MEMBERSHIP } from '../membership.ts';
import type { OldBook } from './book-row.ts';
import { putTerms } from './names.ts';
import { rememberRemoval } from './orphans.ts';
import type { Transaction } from './transaction.ts';

/**
 * Takes the author, genres, tags and keywords that this book alone has along to another section, so that their addresses are the same
 * when the book comes back. The others stay, and the book gets those of the other section by their names.
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

/** What holds a name where it is besides other books. */
const HELD = {
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
  const sql = `UPDATE ${table} AS n SET section = ?1, updated_at = ?2 WHERE n.id = ?3 AND NOT ${HELD[table]}
    AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.kind = ${MEMBERSHIP[kind]} AND m.target = n.id AND m.book_id <> ?4)
    AND NOT EXISTS (SELECT 1 FROM ${table} other WHERE other.section = ?1 AND other.name = n.name) RETURNING name`;
  const row = await database.get<{ name: string }>(sql, section, transaction.now(), id, old.id);
  if (!row) return;
  for (const one of [old.section, section]) transaction.ids.delete(`${table} ${one} ${row.name}`);
  if (kind !== 'genre') await putTerms(transaction, section, row.name);
  if (kind === 'author' || kind === 'genre') return;
  await database.run(`UPDATE ${table} SET seq = ? WHERE id = ?`, transaction.nextSeq(), id);
  if (old.section > 0) await rememberRemoval(transaction, kind, old.section, id);
}
