import { LecternError } from '#src/lib/errors.ts';
import { fold } from '#src/lib/fold-letters.ts';
import type { Row } from '../database.ts';
import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import type { NameKind, RecordState } from '../records.ts';
import { noteChange } from './audit.ts';
import { countBook } from './authors.ts';
import { replaceInBook } from './book-names.ts';
import { indexName } from './names.ts';
import type { Transaction } from './transaction.ts';

const TABLES = { author: 'authors', tag: 'tags', keyword: 'keywords', genre: 'genres' } as const;

interface NameRow extends Row {
  id: number;
  section: number;
  name: string;
}

const rowById = ({ database }: Transaction, kind: NameKind, id: number) =>
  database.get<NameRow>(`SELECT id, section, name FROM ${TABLES[kind]} WHERE id = ?`, id);

const rowByName = ({ database }: Transaction, kind: NameKind, section: number, name: string) =>
  database.get<NameRow>(`SELECT id, section, name FROM ${TABLES[kind]} WHERE section = ? AND name = ?`, section, name);

/**
 * Gives an author, tag, keyword or genre another name; its books show it, and its former addresses lead to it.
 * @returns false where it has this name already, or there is no such one
 * @throws LecternError STORE_NAME_TAKEN where another one of its section has the name
 */
export async function renameName(transaction: Transaction, kind: NameKind, id: number, name: string): Promise<boolean> {
  const row = await rowById(transaction, kind, id);
  if (!row || row.name === name) return false;
  const other = await rowByName(transaction, kind, row.section, name);
  if (other)
    throw new LecternError(
      'STORE_NAME_TAKEN',
      `There is a ${kind} "${name}" already, with the id ${other.id}. Merge them.`,
    );
  await rename(transaction, kind, row, name);
  await unifyTwin(transaction, kind, row, name);
  return true;
}

/**
 * Makes one of two: books of the first are of the second from then on, and the addresses of the first lead to those of the
 * second. @returns false where one of them is not there
 * @throws LecternError STORE_REFUSED for two of different sections, or one and itself
 */
export async function mergeNames(
  transaction: Transaction,
  kind: NameKind,
  from: number,
  into: number,
): Promise<boolean> {
  const [first, second] = [await rowById(transaction, kind, from), await rowById(transaction, kind, into)];
  if (!first || !second) return false;
  if (from === into || first.section !== second.section)
    throw new LecternError('STORE_REFUSED', `A ${kind} is merged into another one of its own section.`);
  await merge(transaction, kind, first, second);
  await unifyTwin(transaction, kind, first, second.name);
  return true;
}

/** Books that visitors do not see lie in the section of the same number below zero, with names of their own there. */
async function unifyTwin(
  transaction: Transaction,
  kind: NameKind,
  { section, name: before }: NameRow,
  name: string,
): Promise<void> {
  const twin = await rowByName(transaction, kind, -section, before);
  if (!twin) return;
  const other = await rowByName(transaction, kind, -section, name);
  if (other) await merge(transaction, kind, twin, other);
  else await rename(transaction, kind, twin, name);
}

async function rename(transaction: Transaction, kind: NameKind, row: NameRow, name: string): Promise<void> {
  const { database } = transaction;
  const isIndexed = kind !== 'genre';
  const key = kind === 'tag' || kind === 'keyword' ? ', name_key = ?4, seq = ?5' : '';
  const more = key === '' ? [] : [fold(name), transaction.nextSeq()];
  const sql = `UPDATE ${TABLES[kind]} SET name = ?1, updated_at = ?2${key} WHERE id = ?3`;
  await database.run(sql, name, transaction.now(), row.id, ...more);
  transaction.ids.delete(`${TABLES[kind]} ${row.section} ${row.name}`);
  if (isIndexed) {
    await dropFromSearch(transaction, kind, row.id);
    await indexName(transaction, kind, row.section, row.id, name);
  }
  await remember(transaction, kind, row, row.id);
  // Who takes a former name back has no former one of this name.
  await database.run('DELETE FROM former_names WHERE kind = ? AND id = ? AND name = ?', kind, row.id, name);
  for (const book of await booksOf(transaction, kind, row.id))
    await replaceInBook(transaction, book, { kind, from: row.id, into: { id: row.id, name } });
  const state = (one: string): RecordState => ({
    id: row.id,
    name: one,
    fields: { section: Math.abs(row.section), name: one },
  });
  await noteChange(transaction, kind, state(row.name), state(name));
}

async function merge(transaction: Transaction, kind: NameKind, from: NameRow, into: NameRow): Promise<void> {
  const { database, orphanCandidates } = transaction;
  const books = await booksOf(transaction, kind, from.id);
  for (const book of books) await replaceInBook(transaction, book, { kind, from: from.id, into });
  if (kind === 'author') await moveBooks(transaction, from.id, into.id, books.length);
  if (kind === 'tag') await moveTag(transaction, from.id, into.id);
  if (kind === 'genre') await moveGenre(transaction, from.id, into.id);
  if (kind === 'genre' || kind === 'keyword') {
    const kept = `UPDATE ${TABLES[kind]} SET kept = max(kept, (SELECT kept FROM ${TABLES[kind]} WHERE id = ?)) WHERE id = ?`;
    await database.run(kept, from.id, into.id);
    await database.run(`UPDATE ${TABLES[kind]} SET kept = 0 WHERE id = ?`, from.id);
  }
  if (kind !== 'author') orphanCandidates[TABLES[kind]].add(from.id);
  await remember(transaction, kind, from, into.id);
  await database.run('UPDATE former_names SET now = ? WHERE kind = ? AND now = ?', into.id, kind, from.id);
  // The feed tells of the former name.
  if (kind === 'tag' || kind === 'keyword')
    await database.run(`UPDATE ${TABLES[kind]} SET seq = ? WHERE id = ?`, transaction.nextSeq(), into.id);
  const fields = { section: Math.abs(from.section), name: from.name, books, merged_into: into.id };
  await noteChange(transaction, kind, { id: from.id, name: from.name, fields }, undefined);
}

const booksOf = async ({ database }: Transaction, kind: NameKind, id: number): Promise<number[]> =>
  (
    await database.all<{ id: number }>(
      'SELECT book_id AS id FROM memberships WHERE kind = ? AND target = ? ORDER BY book_id',
      MEMBERSHIP[kind],
      id,
    )
  ).map((row) => row.id);

async function remember({ database }: Transaction, kind: NameKind, row: NameRow, now: number): Promise<void> {
  const sql =
    'INSERT INTO former_names VALUES (?, ?, ?, ?) ON CONFLICT (kind, id, name) DO UPDATE SET now = excluded.now';
  await database.run(sql, kind, row.id, row.name, now);
}

async function dropFromSearch({ database }: Transaction, kind: keyof typeof NAME_KIND, id: number): Promise<void> {
  await database.run('DELETE FROM name_search WHERE rowid = ?', nameSearchRow(NAME_KIND[kind], id));
}

async function moveBooks(transaction: Transaction, from: number, into: number, books: number): Promise<void> {
  for (let book = 0; book < books; book += 1) {
    await countBook(transaction, into, 1);
    await countBook(transaction, from, -1);
  }
}

/** Genres that group the one group the other. */
async function moveTag({ database }: Transaction, from: number, into: number): Promise<void> {
  const both =
    'DELETE FROM genre_tags WHERE tag_id = ?1 AND genre_id IN (SELECT genre_id FROM genre_tags WHERE tag_id = ?2)';
  await database.run(both, from, into);
  await database.run('UPDATE genre_tags SET tag_id = ?2 WHERE tag_id = ?1', from, into);
  await database.run(
    'UPDATE tags SET genre_id = (SELECT min(genre_id) FROM genre_tags WHERE tag_id = ?1) WHERE id = ?1',
    into,
  );
}

/** Its tags come after those of the other. */
async function moveGenre({ database }: Transaction, from: number, into: number): Promise<void> {
  const both =
    'DELETE FROM genre_tags WHERE genre_id = ?1 AND tag_id IN (SELECT tag_id FROM genre_tags WHERE genre_id = ?2)';
  await database.run(both, from, into);
  const last = 'coalesce((SELECT max(position) FROM genre_tags WHERE genre_id = ?2), -1)';
  await database.run(
    `UPDATE genre_tags SET position = position + 1 + ${last}, genre_id = ?2 WHERE genre_id = ?1`,
    from,
    into,
  );
  await database.run('UPDATE tags SET genre_id = ?2 WHERE genre_id = ?1', from, into);
}
