import type { Database, Row } from '../database.ts';
import { raw, type Sql, sql } from '../sql.ts';
import type { Paging } from './lists.ts';
import { inSetsOf, type Offering, offered } from './offered.ts';
import type { PageStarts } from './page-starts.ts';
import {
  BOOK_COLUMNS,
  type BookRow,
  formerNames,
  type KeywordRow,
  type TagRow,
  toBook,
  toKeyword,
  toTag,
} from './rows.ts';

/** A page of a list that can also return only its changes (`changeable` in the contract). */
export interface ChangePage<T> extends Paging {
  items: T[];
  total: number;
  cursor: string;
  removed?: number[];
}

interface Feed<R extends Row, T> {
  readonly kind: 'book' | 'tag' | 'keyword';
  readonly table: string;
  readonly columns: Sql;
  /** Whether a brand may offer only some of the items. */
  readonly isPerBrand: boolean;
  /** Column by which the full list is sorted, ascending. Equal values are sorted by id. */
  readonly order: 'id' | 'name_key';
  readonly toItem: (row: R) => T;
}

const BOOKS = {
  kind: 'book',
  isPerBrand: true,
  table: 'books',
  columns: BOOK_COLUMNS,
  order: 'id',
  toItem: toBook,
} as const satisfies Feed<BookRow, unknown>;
const TAGS = {
  kind: 'tag',
  isPerBrand: false,
  table: 'tags',
  order: 'name_key',
  toItem: toTag,
  columns: sql`b.id, b.name, b.genre_id, b.updated_at, ${formerNames('tag', 'b')}`,
} as const satisfies Feed<TagRow, unknown>;
const KEYWORDS = {
  kind: 'keyword',
  isPerBrand: false,
  table: 'keywords',
  order: 'name_key',
  toItem: toKeyword,
  columns: sql`b.id, b.name, b.updated_at, ${formerNames('keyword', 'b')}`,
} as const satisfies Feed<KeywordRow, unknown>;

export interface ChangeQuery extends Paging, Offering {
  /** Number in the change sequence: only later changes are returned. Undefined for the full list. */
  readonly since: number | undefined;
}

export const bookChanges = (database: Database, starts: PageStarts, query: ChangeQuery) =>
  read(database, starts, BOOKS, query);
export const tagChanges = (database: Database, starts: PageStarts, query: ChangeQuery) =>
  read(database, starts, TAGS, query);
export const keywordChanges = (database: Database, starts: PageStarts, query: ChangeQuery) =>
  read(database, starts, KEYWORDS, query);

async function read<R extends Row, T>(
  database: Database,
  starts: PageStarts,
  feed: Feed<R, T>,
  query: ChangeQuery,
): Promise<ChangePage<T>> {
  const { section, brand, since, page, page_size } = query;
  // The cursor is read first, so that concurrent changes are returned twice rather than never.
  const cursor = await cursorNow(database);
  const by = since === undefined ? feed.order : 'seq';
  const isLater = since === undefined ? sql`` : sql` AND b.seq > ${since}`;
  const from = sql`FROM ${raw(feed.table)} b WHERE b.section = ${section}${isLater}`;
  const [where, counted] = feed.isPerBrand
    ? [
        sql`${from} AND ${offered('b', brand)}`,
        sql`${from} AND ${since === undefined ? inSetsOf('b', brand) : offered('b', brand)}`,
      ]
    : [from, from];
  const list = [feed.kind, section, since ?? '', feed.isPerBrand ? brand : ''];
  const total = await starts.total(
    list.join(),
    async () => (await database.one<CountRow>(sql`SELECT count(*) AS total ${counted}`)).total,
  );
  const rows =
    by === 'name_key'
      ? await database.all<R>(
          sql`SELECT ${feed.columns} ${where} ORDER BY b.name_key, b.id LIMIT ${page_size} OFFSET ${(page - 1) * page_size}`,
        )
      : await starts.page([page_size, ...list].join(), page, page_size, (after, skip) =>
          database.all<R & KeyRow>(
            sql`SELECT ${feed.columns}, b.${raw(by)} AS place ${where} AND b.${raw(by)} > ${after}
              ORDER BY b.${raw(by)} LIMIT ${page_size} OFFSET ${skip}`,
          ),
        );
  const items = rows.map(feed.toItem);
  const result = { items, page, page_size, total, cursor };
  return since === undefined || page > 1
    ? result
    : { ...result, removed: await removedSince(database, feed, query, since) };
}

type CountRow = Row & { total: number };
type KeyRow = Row & { place: number };

async function removedSince(
  database: Database,
  { kind, table, isPerBrand }: Pick<Feed<never, never>, 'kind' | 'table' | 'isPerBrand'>,
  { section, brand }: Offering,
  since: number,
): Promise<number[]> {
  const isThere = sql`SELECT 1 FROM ${raw(table)} b
    WHERE b.id = r.id AND b.section = r.section ${isPerBrand ? sql`AND ${offered('b', brand)}` : sql``}`;
  const query = sql`SELECT id FROM removals r
    WHERE kind = ${kind} AND section = ${section} AND seq > ${since} AND r.brand IN ('', ${brand})
      AND NOT EXISTS (${isThere}) ORDER BY seq`;
  const rows = await database.all<Row & { id: number }>(query);
  return [...new Set(rows.map(({ id }) => id))];
}

type MetaRow = Row & { store: string; seq: string };

async function meta(database: Database): Promise<MetaRow> {
  return database.one<MetaRow>(
    sql`SELECT (SELECT value FROM meta WHERE key = 'store') AS store, (SELECT value FROM meta WHERE key = 'seq') AS seq`,
  );
}

/** Returns a text that identifies the store and its last change. */
async function cursorNow(database: Database): Promise<string> {
  const { store, seq } = await meta(database);
  return `${store}.${seq}`;
}

/**
 * Returns the number in the change sequence that a cursor contains; undefined if this store never issued the cursor.
 */
export async function readCursor(database: Database, cursor: string): Promise<number | undefined> {
  const { store, seq } = await meta(database);
  const [from, at] = cursor.split('.');
  const number = /^\d{1,15}$/.test(at ?? '') ? Number(at) : Number.NaN;
  return from === store && number <= Number(seq) ? number : undefined;
}
