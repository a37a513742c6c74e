import type { BinKind } from '../audit-kinds.ts';
import type { BinRowValues, DeletedRecord } from '../bin-states.ts';
import { decompressJson } from '../compressed-json.ts';
import type { Row } from '../database.ts';
import { assignments, insertInto } from '../insert.ts';
import { currentNames } from '../reads/current-names.ts';
import type { StoredName } from '../revision-states.ts';
import { joined, raw, sql } from '../sql.ts';
import { type BinRow, binRowOf, dropFromBin, missingBook, NameTakenError, putInBin } from './bin.ts';
import { putPlace } from './bin-book.ts';
import { putGenre } from './genres.ts';
import { nameId } from './names.ts';
import type { Transaction } from './transaction.ts';

export type RecordKind = Exclude<BinKind, 'book' | 'chapter'>;

interface Kind {
  readonly table: string;
  /** Column with the display name. */
  readonly name: string;
  /** Columns that identify a record. */
  readonly key: readonly string[];
  readonly list?: 'shelf' | 'ranking';
}

const KINDS: Readonly<Record<RecordKind, Kind>> = {
  shelf: { table: 'shelves', name: 'name', key: ['section', 'brand', 'name'], list: 'shelf' },
  ranking: { table: 'rankings', name: 'name', key: ['section', 'brand', 'type', 'name'], list: 'ranking' },
  banner: { table: 'banners', name: 'title', key: ['section', 'brand', 'title'] },
  'help event': { table: 'help_events', name: 'inviter', key: ['book_id', 'inviter'] },
  genre: { table: 'genres', name: 'name', key: ['section', 'name'] },
  keyword: { table: 'keywords', name: 'name', key: ['section', 'name'] },
};

/** Stores a record in the bin, before it is deleted. */
export async function binRecord(transaction: Transaction, kind: RecordKind, id: number): Promise<void> {
  const { database } = transaction;
  const { table, name, list } = KINDS[kind];
  const row = await database.get<Row & { id: number }>(sql`SELECT * FROM ${raw(table)} WHERE id = ${id}`);
  if (!row) return;
  const { id: _, ...columns } = row;
  const values = columns as BinRowValues;
  const books =
    list &&
    (await database.all<Row & { book: number; position: number }>(
      sql`SELECT book_id AS book, position FROM ${raw(list)}_books WHERE ${raw(list)}_id = ${id} ORDER BY position`,
    ));
  const tags =
    kind === 'genre'
      ? await database.all<Row & StoredName>(
          sql`SELECT t.id, t.name FROM genre_tags g JOIN tags t ON t.id = g.tag_id WHERE g.genre_id = ${id} ORDER BY g.position`,
        )
      : undefined;
  const state: DeletedRecord = {
    values,
    ...(books && { books }),
    ...(tags && { tags }),
  };
  await putInBin(transaction, {
    kind,
    record: id,
    book: (values['book_id'] as number | undefined) ?? null,
    name: String(values[name]),
    section: Number(values['section']),
    brand: String(values['brand'] ?? ''),
    media: typeof values['image'] === 'string' ? [values['image']] : [],
    state,
  });
}

/**
 * Restores a record with its id. Books of a list that are in the bin get their place when they are restored.
 * @throws NameTakenError, ParentMissingError if its book does not exist
 */
export async function restoreRecord(
  transaction: Transaction,
  kind: RecordKind,
  row: BinRow,
  newName: string | undefined,
): Promise<number> {
  const { database } = transaction;
  const { table, name, list } = KINDS[kind];
  const { values: stored, books = [], tags = [] } = decompressJson<DeletedRecord>(row.state);
  const values = { ...stored, ...(newName !== undefined && { [name]: newName }) };
  if (row.book_id !== null && !(await database.get(sql`SELECT 1 FROM books WHERE id = ${row.book_id}`)))
    throw await missingBook(transaction, row.book_id);
  await checkNameIsFree(transaction, kind, values);
  const id = row.record;
  if (kind === 'genre' || kind === 'keyword') await restoreName(transaction, kind, id, { values, tags });
  else await database.run(insertInto(table, { id, ...values }));
  if (list) for (const { book, position } of books) await restoreEntry(transaction, list, id, book, position);
  await dropFromBin(transaction, row.id);
  return id;
}

async function restoreName(
  transaction: Transaction,
  kind: 'genre' | 'keyword',
  id: number,
  { values, tags = [] }: DeletedRecord,
): Promise<void> {
  const { section, name, kept } = values as { section: number; name: string; kept: number };
  await nameId(transaction, `${kind}s`, section, name, id);
  await transaction.database.run(sql`UPDATE ${raw(`${kind}s`)} SET ${assignments({ kept })} WHERE id = ${id}`);
  if (kind !== 'genre' || kept !== 1) return;
  const names: string[] = [];
  for (const tag of tags) {
    const [spelt = tag.name] = await currentNames(transaction.database, 'tag', [tag]);
    await nameId(transaction, 'tags', section, spelt, tag.id);
    names.push(spelt);
  }
  await putGenre(transaction, { section, name, introduction: String(values['introduction']), tags: names });
}

async function restoreEntry(
  transaction: Transaction,
  list: 'shelf' | 'ranking',
  id: number,
  book: number,
  position: number,
): Promise<void> {
  const { database } = transaction;
  if (await database.get(sql`SELECT 1 FROM books WHERE id = ${book}`))
    return putPlace(transaction, list, id, book, position);
  const deleted = await binRowOf(transaction, 'book', book);
  if (!deleted) return;
  const places = JSON.stringify([...JSON.parse(deleted.places), { list, id, position }]);
  await database.run(sql`UPDATE bin SET places = ${places} WHERE id = ${deleted.id}`);
}

async function checkNameIsFree({ database }: Transaction, kind: RecordKind, values: BinRowValues): Promise<void> {
  const { table, name, key } = KINDS[kind];
  const isTaken = async (candidate: string) => {
    const same = key.map((column) => sql`${raw(column)} = ${column === name ? candidate : (values[column] ?? null)}`);
    return (await database.get(sql`SELECT 1 FROM ${raw(table)} WHERE ${joined(same, ' AND ')}`)) !== undefined;
  };
  const taken = String(values[name]);
  if (!(await isTaken(taken))) return;
  let number = 2;
  while (await isTaken(`${taken} (${number})`)) number += 1;
  throw new NameTakenError(
    `Another ${kind} is named “${taken}”. Choose another name, such as “${taken} (${number})”.`,
    `${taken} (${number})`,
  );
}
