import type { Book } from '#src/contract/entities/book.ts';
import type { Banner, RankingType, Shelf } from '#src/contract/entities/listing.ts';
import { LENGTH_WORDS, type Page } from '#src/contract/paging.ts';
import type { Database, Row } from '../database.ts';
import { raw, sql } from '../sql.ts';
import { booksByIds } from './books.ts';
import { BOOK_ORDERS, type ListQuery, type Paging, pageOf } from './lists.ts';
import { type Offering, offered } from './offered.ts';
import { type BookReferenceRow, toBookReference } from './rows.ts';

/** Number of books on a home page shelf. */
const SHELF_BOOKS = 12;

type Table = 'banners' | 'rankings' | 'shelves';
type IdRow = Row & { id: number };

/**
 * Returns the value of `brand` in the rows to select: the brand itself if it has its own rows, otherwise '' (shared).
 */
async function ownOrShared(database: Database, table: Table, section: number, brand: string): Promise<string> {
  const query = sql`SELECT 1 FROM ${raw(table)} WHERE section = ${section} AND brand = ${brand} LIMIT 1`;
  const own = await database.get(query);
  return own ? brand : '';
}

export async function banners(database: Database, section: number, brand: string): Promise<Banner[]> {
  type BannerRow = BookReferenceRow & {
    banner_id: number;
    banner_title: string;
    subtitle: string;
    image: string | null;
    updated_at: string;
  };
  const owner = await ownOrShared(database, 'banners', section, brand);
  const query = sql`SELECT n.id AS banner_id, n.title AS banner_title, n.subtitle, n.image, n.updated_at,
      b.id, b.title, b.category, b.sub_category, b.language
    FROM banners n JOIN books b ON b.id = n.book_id
    WHERE n.section = ${section} AND n.brand = ${owner} AND ${offered('b', brand)} ORDER BY n.id`;
  return (await database.all<BannerRow>(query)).map((row) => ({
    id: row.banner_id,
    title: row.banner_title,
    subtitle: row.subtitle,
    image: row.image === null ? null : `/media/${row.image}`,
    target: { kind: 'book', book: toBookReference(row) },
    updated_at: row.updated_at,
  }));
}

/** Returns the menu of rankings. Types and the rankings of each are in stored order. */
export async function rankingMenu(database: Database, section: number, brand: string): Promise<RankingType[]> {
  type RankingRow = Row & { id: number; type: string; type_name: string; name: string };
  const owner = await ownOrShared(database, 'rankings', section, brand);
  const query = sql`SELECT id, type, type_name, name FROM rankings WHERE section = ${section} AND brand = ${owner} ORDER BY id`;
  const rows = await database.all<RankingRow>(query);
  return [...Map.groupBy(rows, ({ type }) => type)].map(([type, items]) => ({
    type,
    name: items[0]?.type_name ?? type,
    items: items.map(({ id, name }) => ({ id, name })),
  }));
}

/** Returns a page of the books in a ranking; undefined if the brand has no such ranking. */
export async function rankingBooks(
  database: Database,
  where: Offering & { readonly type: string; readonly id: number },
  paging: Paging,
): Promise<Page<Book> | undefined> {
  const { section, brand, type, id } = where;
  const exists = sql`SELECT 1 FROM rankings
    WHERE id = ${id} AND section = ${section} AND type = ${type} AND brand IN (${brand}, '')`;
  if (!(await database.get(exists))) return undefined;
  const from = sql`FROM ranking_books r JOIN books b ON b.id = r.book_id WHERE r.ranking_id = ${id} AND ${offered('b', brand)}`;
  const ids = sql`SELECT r.book_id AS id ${from} ORDER BY r.position`;
  return pageOf(database, { ids, count: sql`SELECT count(*) AS total ${from}` }, paging);
}

export async function shelves(database: Database, section: number, brand: string): Promise<Shelf[]> {
  type ShelfRow = Row & { id: number; name: string; style: Shelf['style'] };
  const owner = await ownOrShared(database, 'shelves', section, brand);
  const query = sql`SELECT id, name, style FROM shelves WHERE section = ${section} AND brand = ${owner} ORDER BY id`;
  const rows = await database.all<ShelfRow>(query);
  return Array.fromAsync(rows, async ({ id, name, style }) => {
    const first = sql`SELECT s.book_id AS id FROM shelf_books s JOIN books b ON b.id = s.book_id
      WHERE s.shelf_id = ${id} AND ${offered('b', brand)} ORDER BY s.position LIMIT ${SHELF_BOOKS}`;
    const books = (await database.all<IdRow>(first)).map((row) => row.id);
    return { id, name, style, books: await booksByIds(database, books) };
  });
}

/**
 * SQL of the sort orders of a shelf. `hot` is the order of the shelf itself, so the list begins like the shelf on the
 * home page.
 */
const SHELF_ORDERS = { hot: 's.position', ...BOOK_ORDERS } as const;

/** Returns a page of the books on a shelf; undefined if the brand has no such shelf. */
export async function shelfBooks(
  database: Database,
  where: Offering & { readonly id: number },
  query: ListQuery,
): Promise<Page<Book> | undefined> {
  const exists = sql`SELECT 1 FROM shelves
    WHERE id = ${where.id} AND section = ${where.section} AND brand IN (${where.brand}, '')`;
  if (!(await database.get(exists))) return undefined;
  const [minWords, below] = query.length ? LENGTH_WORDS[query.length] : [0, 1e15];
  const status = query.status === undefined ? sql`` : sql`AND b.status = ${query.status}`;
  const from = sql`FROM shelf_books s JOIN books b ON b.id = s.book_id
    WHERE s.shelf_id = ${where.id} AND b.words >= ${minWords} AND b.words < ${below} ${status} AND ${offered('b', where.brand)}`;
  const ids = sql`SELECT b.id ${from} ORDER BY ${raw(SHELF_ORDERS[query.order])}`;
  return pageOf(database, { ids, count: sql`SELECT count(*) AS total ${from}` }, query);
}
