import { LecternError } from '#src/lib/errors.ts';
import { fold } from '#src/lib/fold-letters.ts';
import type { Row } from '../database.ts';
import { assignments, insertInto } from '../insert.ts';
import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import type { NameKind, RecordState } from '../records.ts';
import { raw, sql } from '../sql.ts';
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
  database.get<NameRow>(sql`SELECT id, section, name FROM ${raw(TABLES[kind])} WHERE id = ${id}`);

const rowByName = ({ database }: Transaction, kind: NameKind, section: number, name: string) =>
  database.get<NameRow>(
    sql`SELECT id, section, name FROM ${raw(TABLES[kind])} WHERE section = ${section} AND name = ${name}`,
  );

/**
 * Renames an author, tag, keyword or genre. Its books get the new name, and its former URLs redirect to the new ones.
 * @returns false if it already has this name, or does not exist
 * @throws LecternError STORE_NAME_TAKEN if the name exists in its section
 */
export async function renameName(transaction: Transaction, kind: NameKind, id: number, name: string): Promise<boolean> {
  const row = await rowById(transaction, kind, id);
  if (!row || row.name === name) return false;
  const other = await rowByName(transaction, kind, row.section, name);
  if (other)
    throw new LecternError(
      'STORE_NAME_TAKEN',
      `The ${kind} "${name}" already exists, with the id ${other.id}. Merge them instead.`,
    );
  await rename(transaction, kind, row, name);
  await unifyTwin(transaction, kind, row, name);
  return true;
}

/**
 * Merges two names. Books of the first get the second, and the URLs of the first redirect to those of the second.
 * @returns false if one of them does not exist
 * @throws LecternError STORE_REFUSED for names of different sections, or if both are the same name
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
    throw new LecternError('STORE_REFUSED', `A ${kind} can only be merged into another one of the same section.`);
  await merge(transaction, kind, first, second);
  await unifyTwin(transaction, kind, first, second.name);
  return true;
}

/** Applies the change to the same name of hidden books, which is a separate row in the negated section. */
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
  const isInFeed = kind === 'tag' || kind === 'keyword';
  const columns = {
    name,
    updated_at: transaction.now(),
    ...(isInFeed && { name_key: fold(name), seq: transaction.nextSeq() }),
  };
  await database.run(sql`UPDATE ${raw(TABLES[kind])} SET ${assignments(columns)} WHERE id = ${row.id}`);
  transaction.ids.delete(`${TABLES[kind]} ${row.section} ${row.name}`);
  if (isIndexed) {
    await dropFromSearch(transaction, kind, row.id);
    await indexName(transaction, kind, row.section, row.id, name);
  }
  await recordFormerName(transaction, kind, row, row.id);
  // If a name returns to a former spelling, that spelling is no longer a former name.
  await database.run(sql`DELETE FROM former_names WHERE kind = ${kind} AND id = ${row.id} AND name = ${name}`);
  for (const book of await booksOf(transaction, kind, row.id))
    await replaceInBook(transaction, book, { kind, from: row.id, into: { id: row.id, name } });
  const state = (shownName: string): RecordState => ({
    id: row.id,
    name: shownName,
    fields: { section: Math.abs(row.section), name: shownName },
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
    const table = raw(TABLES[kind]);
    const isKept = sql`EXISTS (SELECT 1 FROM ${table} WHERE id = ${from.id} AND kept = 1)`;
    await database.run(sql`UPDATE ${table} SET kept = 1 WHERE id = ${into.id} AND ${isKept}`);
    await database.run(sql`UPDATE ${table} SET kept = 0 WHERE id = ${from.id}`);
  }
  if (kind !== 'author') orphanCandidates[TABLES[kind]].add(from.id);
  await recordFormerName(transaction, kind, from, into.id);
  await database.run(sql`UPDATE former_names SET now = ${into.id} WHERE kind = ${kind} AND now = ${from.id}`);
  // The change feed must list the former name.
  if (kind === 'tag' || kind === 'keyword')
    await database.run(sql`UPDATE ${raw(TABLES[kind])} SET seq = ${transaction.nextSeq()} WHERE id = ${into.id}`);
  const fields = { section: Math.abs(from.section), name: from.name, books, merged_into: into.id };
  await noteChange(transaction, kind, { id: from.id, name: from.name, fields }, undefined);
}

const booksOf = async ({ database }: Transaction, kind: NameKind, id: number): Promise<number[]> =>
  (
    await database.all<{ id: number }>(
      sql`SELECT book_id AS id FROM memberships WHERE kind = ${MEMBERSHIP[kind]} AND target = ${id} ORDER BY book_id`,
    )
  ).map((row) => row.id);

async function recordFormerName({ database }: Transaction, kind: NameKind, row: NameRow, now: number): Promise<void> {
  const statement = sql`${insertInto('former_names', { kind, id: row.id, name: row.name, now })}
    ON CONFLICT (kind, id, name) DO UPDATE SET now = excluded.now`;
  await database.run(statement);
}

async function dropFromSearch({ database }: Transaction, kind: keyof typeof NAME_KIND, id: number): Promise<void> {
  await database.run(sql`DELETE FROM name_search WHERE rowid = ${nameSearchRow(NAME_KIND[kind], id)}`);
}

async function moveBooks(transaction: Transaction, from: number, into: number, books: number): Promise<void> {
  for (let book = 0; book < books; book += 1) {
    await countBook(transaction, into, 1);
    await countBook(transaction, from, -1);
  }
}

/** Moves the genre memberships of tag `from` to tag `into`. */
async function moveTag({ database }: Transaction, from: number, into: number): Promise<void> {
  const both = sql`DELETE FROM genre_tags
    WHERE tag_id = ${from} AND genre_id IN (SELECT genre_id FROM genre_tags WHERE tag_id = ${into})`;
  await database.run(both);
  await database.run(sql`UPDATE genre_tags SET tag_id = ${into} WHERE tag_id = ${from}`);
  await database.run(
    sql`UPDATE tags SET genre_id = (SELECT min(genre_id) FROM genre_tags WHERE tag_id = ${into}) WHERE id = ${into}`,
  );
}

/** Appends the tags of genre `from` to those of genre `into`. */
async function moveGenre({ database }: Transaction, from: number, into: number): Promise<void> {
  const both = sql`DELETE FROM genre_tags
    WHERE genre_id = ${from} AND tag_id IN (SELECT tag_id FROM genre_tags WHERE genre_id = ${into})`;
  await database.run(both);
  const last = sql`coalesce((SELECT max(position) FROM genre_tags WHERE genre_id = ${into}), -1)`;
  await database.run(
    sql`UPDATE genre_tags SET position = position + 1 + ${last}, genre_id = ${into} WHERE genre_id = ${from}`,
  );
  await database.run(sql`UPDATE tags SET genre_id = ${into} WHERE genre_id = ${from}`);
}
