import { LecternError } from '#src/lib/errors.ts';
import type { NewBanner, NewHelpEvent, NewRanking, NewShelf } from '../records.ts';
import type { Transaction } from './transaction.ts';

type IdRow = { id: number };

/** The same brand, section, type and name replace the ranking and keep its id; so with the other lists. */
export async function putRanking(transaction: Transaction, ranking: NewRanking): Promise<number> {
  const sql = `INSERT INTO rankings (brand, section, type, type_name, name) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (section, brand, type, name) DO UPDATE SET type_name = excluded.type_name RETURNING id`;
  const { brand, section, type, typeName, name } = ranking;
  const { id } = await transaction.database.one<IdRow>(sql, brand ?? '', section, type, typeName, name);
  await putPlaces(transaction, 'ranking', id, ranking.books);
  return id;
}

export async function putShelf(transaction: Transaction, shelf: NewShelf): Promise<number> {
  const sql = `INSERT INTO shelves (brand, section, name, style) VALUES (?, ?, ?, ?)
    ON CONFLICT (section, brand, name) DO UPDATE SET style = excluded.style RETURNING id`;
  const { id } = await transaction.database.one<IdRow>(sql, shelf.brand ?? '', shelf.section, shelf.name, shelf.style);
  await putPlaces(transaction, 'shelf', id, shelf.books);
  return id;
}

async function putPlaces(
  transaction: Transaction,
  list: 'ranking' | 'shelf',
  id: number,
  keys: readonly string[],
): Promise<void> {
  await transaction.database.run(`DELETE FROM ${list}_books WHERE ${list}_id = ?`, id);
  const put = `INSERT INTO ${list}_books (${list}_id, position, book_id) VALUES (?, ?, ?)`;
  for (const [position, key] of keys.entries())
    await transaction.database.run(put, id, position, await bookId(transaction, key));
}

export async function putBanner(transaction: Transaction, banner: NewBanner): Promise<number> {
  const sql = `INSERT INTO banners (brand, section, title, subtitle, image, book_id, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (section, brand, title) DO UPDATE SET subtitle = ?4, image = ?5, book_id = ?6,
      updated_at = CASE WHEN banners.subtitle = ?4 AND banners.image IS NOT DISTINCT FROM ?5 AND banners.book_id = ?6
        THEN banners.updated_at ELSE ?7 END RETURNING id`;
  const { brand, section, title, subtitle, image } = banner;
  const book = await bookId(transaction, banner.book);
  return (
    await transaction.database.one<IdRow>(sql, brand ?? '', section, title, subtitle, image, book, transaction.now())
  ).id;
}

export async function putHelpEvent(transaction: Transaction, event: NewHelpEvent): Promise<number> {
  const sql = `INSERT INTO help_events (section, book_id, inviter, needed, helped, expires_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (book_id, inviter) DO UPDATE SET needed = excluded.needed, helped = excluded.helped, expires_at = excluded.expires_at RETURNING id`;
  const book = await bookId(transaction, event.book);
  return (
    await transaction.database.one<IdRow>(
      sql,
      event.section,
      book,
      event.inviter,
      event.needed,
      event.helped,
      event.expiresAt,
    )
  ).id;
}

async function bookId({ database }: Transaction, key: string): Promise<number> {
  const row = await database.get<IdRow>('SELECT id FROM books WHERE key = ?', key);
  if (row) return row.id;
  throw new LecternError(
    'STORE_BOOK_UNKNOWN',
    `No book has the key "${key}": put the book before the list that names it.`,
  );
}
