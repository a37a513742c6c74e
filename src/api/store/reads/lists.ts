import type { SQLInputValue } from 'node:sqlite';
import type { Book } from '#src/contract/entities/book.ts';
import type { BookLength, Page } from '#src/contract/paging.ts';
import type { Database, Row } from '../database.ts';
import { MEMBERSHIP, type MembershipKind } from '../membership.ts';
import { booksByIds } from './books.ts';
import { offered } from './offered.ts';

export interface Paging {
  readonly page: number;
  readonly page_size: number;
}

/** Filters and order of a list, as the contract's `bookFilters`. */
export interface ListQuery extends Paging {
  readonly status?: 'finished' | 'updating' | undefined;
  readonly length?: BookLength | undefined;
  readonly order: 'hot' | keyof typeof BOOK_ORDERS;
}

type IdRow = Row & { id: number };
type CountRow = Row & { total: number };

/** One genre, tag, keyword, category, author or letter; `target` is its id (membership.ts). */
export interface ListTarget {
  readonly kind: MembershipKind;
  readonly target: number;
  /** Whose books are listed. */
  readonly brand: string;
}

/** A page of the books of one of them. */
export async function listBooks(
  database: Database,
  { kind, target, brand }: ListTarget,
  query: ListQuery,
): Promise<Page<Book>> {
  const filter = filterOf('m', query);
  const where = `WHERE m.kind = ? AND m.target = ?${filter.sql} AND ${offered('m')}`;
  const values = [MEMBERSHIP[kind], target, ...filter.values, brand];
  const join = query.order === 'hot' ? '' : 'JOIN books b ON b.id = m.book_id';
  const ids = `SELECT m.book_id AS id FROM memberships m ${join} ${where} ORDER BY ${ORDERS[query.order]} LIMIT ? OFFSET ?`;
  const count = `SELECT count(*) AS total FROM memberships m ${where}`;
  return pageOf(database, { ids, count, values }, query);
}

/** Orders by a book's own row; unrated books come last. */
export const BOOK_ORDERS = {
  new: 'b.published_at DESC, b.id',
  updated: 'b.updated_at DESC, b.id',
  rating: 'b.rating DESC NULLS LAST, b.hot DESC, b.id',
  title: 'b.title_key, b.id',
} as const;

const ORDERS = { hot: 'm.hot DESC, m.book_id', ...BOOK_ORDERS } as const;

function filterOf(table: string, { status, length }: ListQuery): { sql: string; values: SQLInputValue[] } {
  const given = Object.entries({ status, length }).filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([column]) => ` AND ${table}.${column} = ?`).join(''),
    values: given.map(([, value]) => value ?? null),
  };
}

export interface IdQuery {
  /** Selects `id`, ends in `LIMIT ? OFFSET ?`. */
  readonly ids: string;
  /** Selects `total`. */
  readonly count: string;
  readonly values: readonly SQLInputValue[];
}

/** One page of whatever the query finds. */
export async function pageOf(database: Database, query: IdQuery, { page, page_size }: Paging): Promise<Page<Book>> {
  const { total } = await database.one<CountRow>(query.count, ...query.values);
  const rows = await database.all<IdRow>(query.ids, ...query.values, page_size, (page - 1) * page_size);
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
