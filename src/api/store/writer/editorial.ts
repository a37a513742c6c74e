import { LecternError } from '#src/lib/errors.ts';
import { insertInto } from '../insert.ts';
import type { NewBanner, NewHelpEvent, NewRanking, NewShelf } from '../records.ts';
import { raw, type Sql, type SqlValue, sql } from '../sql.ts';
import type { Transaction } from './transaction.ts';

type IdRow = { id: number };

/**
 * Stores a ranking. It replaces the ranking with the same brand, section, type and name, and keeps that ranking's id.
 */
export async function putRanking(transaction: Transaction, ranking: NewRanking): Promise<number> {
  const { brand, section, type, typeName, name } = ranking;
  const row = { brand: brand ?? '', section, type, type_name: typeName, name };
  const id = await putRow(transaction, 'rankings', row, {
    key: 'section, brand, type, name',
    changes: sql`type_name = excluded.type_name`,
  });
  await putPlaces(transaction, 'ranking', id, ranking.books);
  return id;
}

export async function putShelf(transaction: Transaction, shelf: NewShelf): Promise<number> {
  const row = { brand: shelf.brand ?? '', section: shelf.section, name: shelf.name, style: shelf.style };
  const id = await putRow(transaction, 'shelves', row, {
    key: 'section, brand, name',
    changes: sql`style = excluded.style`,
  });
  await putPlaces(transaction, 'shelf', id, shelf.books);
  return id;
}

async function putPlaces(
  transaction: Transaction,
  list: 'ranking' | 'shelf',
  id: number,
  keys: readonly string[],
): Promise<void> {
  await transaction.database.run(sql`DELETE FROM ${raw(list)}_books WHERE ${raw(list)}_id = ${id}`);
  for (const [position, key] of keys.entries())
    await transaction.database.run(
      insertInto(`${list}_books`, { [`${list}_id`]: id, position, book_id: await bookId(transaction, key) }),
    );
}

export async function putBanner(transaction: Transaction, banner: NewBanner): Promise<number> {
  const { brand, section, title, subtitle, image } = banner;
  const key = { brand: brand ?? '', section, title };
  const fields = { subtitle, image, book_id: await bookId(transaction, banner.book) };
  const isSame = sql`banners.subtitle = excluded.subtitle AND banners.image IS NOT DISTINCT FROM excluded.image
    AND banners.book_id = excluded.book_id`;
  return putRow(
    transaction,
    'banners',
    { ...key, ...fields, updated_at: transaction.now() },
    {
      key: 'section, brand, title',
      changes: sql`subtitle = excluded.subtitle, image = excluded.image, book_id = excluded.book_id,
      updated_at = CASE WHEN ${isSame} THEN banners.updated_at ELSE excluded.updated_at END`,
    },
  );
}

export async function putHelpEvent(transaction: Transaction, event: NewHelpEvent): Promise<number> {
  const { section, inviter, needed, helped } = event;
  const row = {
    section,
    book_id: await bookId(transaction, event.book),
    inviter,
    needed,
    helped,
    expires_at: event.expiresAt,
  };
  return putRow(transaction, 'help_events', row, {
    key: 'book_id, inviter',
    changes: sql`section = excluded.section, needed = excluded.needed, helped = excluded.helped,
      expires_at = excluded.expires_at`,
  });
}

/** Adds a row, or changes the one with the same key. @returns its id */
async function putRow(
  { database }: Transaction,
  table: string,
  row: Readonly<Record<string, SqlValue>>,
  { key, changes }: { readonly key: string; readonly changes: Sql },
): Promise<number> {
  const statement = sql`${insertInto(table, row)} ON CONFLICT (${raw(key)}) DO UPDATE SET ${changes} RETURNING id`;
  const [{ id }] = (await database.returning<IdRow>(statement)) as [IdRow];
  return id;
}

async function bookId({ database }: Transaction, key: string): Promise<number> {
  const row = await database.get<IdRow>(sql`SELECT id FROM books WHERE key = ${key}`);
  if (row) return row.id;
  throw new LecternError(
    'STORE_BOOK_UNKNOWN',
    `No book has the key "${key}". Add the book before the list that refers to it.`,
  );
}
