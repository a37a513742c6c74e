import type { Book } from '#src/contract/entities/book.ts';
import type { BookLength, Page } from '#src/contract/paging.ts';
import type { Database, Row } from '../database.ts';
import { MEMBERSHIP, type MembershipKind } from '../membership.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { booksByIds } from './books.ts';
import { offered } from './offered.ts';

export interface Paging {
  readonly page: number;
  readonly page_size: number;
}

/** Filters and order of a list (`bookFilters` in the contract). */
export interface ListQuery extends Paging {
  readonly status?: 'finished' | 'updating' | undefined;
  readonly length?: BookLength | undefined;
  readonly order: 'hot' | keyof typeof BOOK_ORDERS;
}

type IdRow = Row & { id: number };
type CountRow = Row & { total: number };

/** A genre, tag, keyword, category, author or letter. `target` is its id (../membership.ts). */
export interface ListTarget {
  readonly kind: MembershipKind;
  readonly target: number;
  /** The brand whose books are listed. */
  readonly brand: string;
}

/** Returns a page of the books of a target. */
export async function listBooks(
  database: Database,
  { kind, target, brand }: ListTarget,
  query: ListQuery,
): Promise<Page<Book>> {
  const where = sql`WHERE m.kind = ${MEMBERSHIP[kind]} AND m.target = ${target}${filterOf(query)} AND ${offered('m', brand)}`;
  const join = query.order === 'hot' ? sql`` : sql`JOIN books b ON b.id = m.book_id`;
  const ids = sql`SELECT m.book_id AS id FROM memberships m ${join} ${where} ORDER BY ${raw(ORDERS[query.order])}`;
  return pageOf(database, { ids, count: sql`SELECT count(*) AS total FROM memberships m ${where}` }, query);
}

/** SQL of the sort orders by columns of books. Unrated books come last. */
export const BOOK_ORDERS = {
  new: 'b.published_at DESC, b.id',
  updated: 'b.updated_at DESC, b.id',
  rating: 'b.rating DESC NULLS LAST, b.hot DESC, b.id',
  title: 'b.title_key, b.id',
} as const;

const ORDERS = { hot: 'm.hot DESC, m.book_id', ...BOOK_ORDERS } as const;

const filterOf = ({ status, length }: ListQuery): Sql =>
  sql`${status === undefined ? sql`` : sql` AND m.status = ${status}`}${length === undefined ? sql`` : sql` AND m.length = ${length}`}`;

export interface IdQuery {
  /** A statement that selects `id`, without a limit. */
  readonly ids: Sql;
  /** Selects `total`. */
  readonly count: Sql;
}

/** Returns a page of the books that a query selects. */
export async function pageOf(database: Database, query: IdQuery, { page, page_size }: Paging): Promise<Page<Book>> {
  const { total } = await database.one<CountRow>(query.count);
  const rows = await database.all<IdRow>(sql`${query.ids} LIMIT ${page_size} OFFSET ${(page - 1) * page_size}`);
  return {
    items: await booksByIds(
      database,
      rows.map(({ id }) => id),
    ),
    page,
    page_size,
    total,
  };
}
