import type { Book } from '#src/contract/entities/book.ts';
import type { Banner, RankingType, Shelf } from '#src/contract/entities/listing.ts';
import { LENGTH_WORDS, type Page } from '#src/contract/paging.ts';
import type { Database, Row } from '../database.ts';
import { booksByIds } from './books.ts';
import { BOOK_ORDERS, type ListQuery, type Paging, pageOf } from './lists.ts';
import { type Offering, offered } from './offered.ts';
import { type BookReferenceRow, toBookReference } from './rows.ts';

/** Books a shelf of the home page shows. */
const SHELF_BOOKS = 12;

type Table = 'banners' | 'rankings' | 'shelves';
type IdRow = Row & { id: number };

/** The brand's own rows, or the shared ones where it has none: the value of the column `brand` to select. */
async function ownOrShared(database: Database, table: Table, section: number, brand: string): Promise<string> {
  const own = await database.get(`SELECT 1 FROM ${table} WHERE section = ? AND brand = ? LIMIT 1`, section, brand);
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
  const sql = `SELECT n.id AS banner_id, n.title AS banner_title, n.subtitle, n.image, n.updated_at, b.id, b.title, b.category, b.sub_category
    FROM banners n JOIN books b ON b.id = n.book_id WHERE n.section = ? AND n.brand = ?
      AND ${offered('b')} ORDER BY n.id`;
  return (
    await database.all<BannerRow>(sql, section, await ownOrShared(database, 'banners', section, brand), brand)
  ).map((row) => ({
    id: row.banner_id,
    title: row.banner_title,
    subtitle: row.subtitle,
    image: row.image === null ? null : `/media/${row.image}`,
    target: { kind: 'book', book: toBookReference(row) },
    updated_at: row.updated_at,
  }));
}

/** The ranking menu; types and their rankings stand in the order in which they were put. */
export async function rankingMenu(database: Database, section: number, brand: string): Promise<RankingType[]> {
  type RankingRow = Row & { id: number; type: string; type_name: string; name: string };
  const sql = 'SELECT id, type, type_name, name FROM rankings WHERE section = ? AND brand = ? ORDER BY id';
  const rows = await database.all<RankingRow>(sql, section, await ownOrShared(database, 'rankings', section, brand));
  return [...Map.groupBy(rows, ({ type }) => type)].map(([type, items]) => ({
    type,
    name: items[0]?.type_name ?? type,
    items: items.map(({ id, name }) => ({ id, name })),
  }));
}

/** @returns undefined where the brand has no such ranking */
export async function rankingBooks(
  database: Database,
  where: Offering & { readonly type: string; readonly id: number },
  paging: Paging,
): Promise<Page<Book> | undefined> {
  const { section, brand, type, id } = where;
  const known = `SELECT 1 FROM rankings WHERE id = ? AND section = ? AND type = ? AND brand IN (?, '')`;
  if (!(await database.get(known, id, section, type, brand))) return undefined;
  const from = `FROM ranking_books r JOIN books b ON b.id = r.book_id WHERE r.ranking_id = ? AND ${offered('b')}`;
  const ids = `SELECT r.book_id AS id ${from} ORDER BY r.position LIMIT ? OFFSET ?`;
  return pageOf(database, { ids, count: `SELECT count(*) AS total ${from}`, values: [id, brand] }, paging);
}

export async function shelves(database: Database, section: number, brand: string): Promise<Shelf[]> {
  type ShelfRow = Row & { id: number; name: string; style: Shelf['style'] };
  const sql = 'SELECT id, name, style FROM shelves WHERE section = ? AND brand = ? ORDER BY id';
  const first = `SELECT s.book_id AS id FROM shelf_books s JOIN books b ON b.id = s.book_id
    WHERE s.shelf_id = ? AND ${offered('b')} ORDER BY s.position LIMIT ?`;
  const rows = await database.all<ShelfRow>(sql, section, await ownOrShared(database, 'shelves', section, brand));
  return Array.fromAsync(rows, async ({ id, name, style }) => {
    const books = (await database.all<IdRow>(first, id, brand, SHELF_BOOKS)).map((row) => row.id);
    return { id, name, style, books: await booksByIds(database, books) };
  });
}

/** Order `hot` is the shelf's own, so that its list begins with the books the home page shows. */
const SHELF_ORDERS = { hot: 's.position', ...BOOK_ORDERS } as const;

/** @returns undefined where the brand has no such shelf */
export async function shelfBooks(
  database: Database,
  where: Offering & { readonly id: number },
  query: ListQuery,
): Promise<Page<Book> | undefined> {
  const known = `SELECT 1 FROM shelves WHERE id = ? AND section = ? AND brand IN (?, '')`;
  if (!(await database.get(known, where.id, where.section, where.brand))) return undefined;
  const [least, below] = query.length ? LENGTH_WORDS[query.length] : [0, 1e15];
  const from = `FROM shelf_books s JOIN books b ON b.id = s.book_id
    WHERE s.shelf_id = ? AND b.words >= ? AND b.words < ? AND (CAST(? AS TEXT) IS NULL OR b.status = ?)
      AND ${offered('b')}`;
  const values = [where.id, least, below, query.status ?? null, query.status ?? null, where.brand];
  const ids = `SELECT b.id ${from} ORDER BY ${SHELF_ORDERS[query.order]} LIMIT ? OFFSET ?`;
  return pageOf(database, { ids, count: `SELECT count(*) AS total ${from}`, values }, query);
}
