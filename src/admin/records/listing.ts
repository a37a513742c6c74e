import type { Database, Row } from '#src/api/store/database.ts';
import { fold } from '#src/lib/fold-letters.ts';
import { parseTimestamp } from '#src/lib/timestamp.ts';
import { AdminError } from '../http/error.ts';
import type { ListQuery } from './list-query.ts';

/** A record as the page gets it. */
export type AdminRecord = { readonly id: number | string } & Readonly<Record<string, unknown>>;

export interface Page {
  readonly data: readonly AdminRecord[];
  readonly total: number;
}

/** SQL of a condition, and the value of its `?`, which may stand in it more than once. */
interface Condition {
  readonly sql: string;
  readonly value: string | number;
}

/** Makes a condition of what a filter is given. @throws AdminError bad_request for a value of another kind */
export type Filter = (value: unknown, name: string) => Condition;

const refuse = (name: string, what: string): never => {
  throw new AdminError('bad_request', `filter.${name}: must be ${what}`);
};

const MAX_VALUES = 1000;

const anyOf =
  (column: string, toValue: (value: unknown) => string | number | undefined, what: string): Filter =>
  (value, name) => {
    const values = (Array.isArray(value) ? value : [value]).map(toValue);
    if (values.length > MAX_VALUES || values.includes(undefined))
      refuse(name, `${what}, or a list of up to ${MAX_VALUES}`);
    return { sql: `${column} IN (SELECT value FROM json_each(?))`, value: JSON.stringify(values) };
  };

/** Matches rows whose text column equals the value or one of a list of values. */
export const oneOf = (column: string): Filter =>
  anyOf(column, (value) => (typeof value === 'string' && value.length <= 300 ? value : undefined), 'a text');

/** The same for a column of integers, which the page may send as text. */
export const oneOfNumbers = (column: string): Filter =>
  anyOf(
    column,
    (value) => {
      const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
      return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
    },
    'a whole number',
  );

/** Rows of which the condition holds with the text in the place of each `?`. */
const text =
  (sql: string, change: (text: string) => string): Filter =>
  (value, name) => {
    const given =
      typeof value === 'string' && value.length <= 300 ? value : refuse(name, 'a text of 300 letters at most');
    return { sql, value: change(given) };
  };

/** Rows of which one of the columns, which are folded already, holds the text in any spelling of its letters. */
export const holds = (...columns: string[]): Filter =>
  text(`(${columns.map((column) => `instr(${column}, ?) > 0`).join(' OR ')})`, fold);

/** The same for columns that are not folded: capitals outside of ASCII must be written so. */
export const holdsPlain = (...columns: string[]): Filter =>
  text(`(${columns.map((column) => `instr(lower(${column}), ?) > 0`).join(' OR ')})`, (given) => given.toLowerCase());

/** Rows of which the condition holds, with a text in the place of each `?`. */
export const named = (sql: string): Filter => text(sql, (given) => given);

/** Matches rows by a condition whose `?` is a timestamp, in the format of the visitors' tables. */
export const moment =
  (sql: string): Filter =>
  (value, name) => {
    const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
    return time === undefined
      ? refuse(name, 'an RFC 3339 timestamp such as 2026-03-01T04:05:06Z')
      : { sql, value: new Date(time).toISOString() };
  };

/** Rows of which the condition holds, with a number in the place of its `?`. */
export const number =
  (sql: string): Filter =>
  (value, name) => ({
    sql,
    value: typeof value === 'number' && Number.isSafeInteger(value) ? value : refuse(name, 'a whole number'),
  });

/** Rows of which the condition holds for `true`, and not for `false`. */
export const flag =
  (condition: string): Filter =>
  (value, name) => {
    if (typeof value !== 'boolean') refuse(name, 'true or false');
    return { sql: `((${condition}) = ?)`, value: value ? 1 : 0 };
  };

/** How records of one kind are read from a table. */
export interface Listing {
  readonly columns: string;
  /** Table, or tables with their joins. */
  readonly from: string;
  /** Column of the id; the last criterion of each order. */
  readonly id: string;
  /** SQL by the name of a sort order. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, Filter>>;
  toRecord(row: Row): AdminRecord;
}

/** A page of a list. @throws AdminError bad_request for an unknown order or filter */
export async function readPage(database: Database, listing: Listing, query: ListQuery): Promise<Page> {
  const { from, id } = listing;
  const conditions = conditionsOf(listing, query);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  const values = conditions.flatMap(({ sql, value }) => [...sql.matchAll(/\?/g)].map(() => value));
  // The databases differ in where they put what is empty.
  const empty = query.order === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
  const order = `${orderOf(listing, query)} ${query.order} ${empty}, ${id} ${query.order}`;
  // The ids alone are sorted: a record may take several look-ups.
  const sql = `SELECT ${id} AS id FROM ${from} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const rows = await database.all<{ id: number }>(sql, ...values, query.limit, query.offset);
  const { total } = await database.one<{ total: number }>(`SELECT count(*) AS total FROM ${from} ${where}`, ...values);
  return {
    data: await readMany(
      database,
      listing,
      rows.map((row) => String(row.id)),
    ),
    total,
  };
}

function orderOf({ sorts, id }: Listing, { sort }: ListQuery): string {
  if (sort === undefined) return id;
  const known = Object.hasOwn(sorts, sort) ? sorts[sort] : undefined;
  if (known !== undefined) return known;
  throw new AdminError('bad_request', `sort: must be one of ${Object.keys(sorts).join(', ')}`);
}

const conditionsOf = ({ filters }: Listing, { filter }: ListQuery): Condition[] =>
  Object.entries(filter).map(([name, value]) => {
    const known = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (known) return known(value, name);
    throw new AdminError('bad_request', `filter.${name}: there is none. There are ${Object.keys(filters).join(', ')}.`);
  });

/** The records with these ids, in their order; those that are not there are left out. */
export async function readMany(database: Database, listing: Listing, ids: readonly string[]): Promise<AdminRecord[]> {
  const { columns, from, id } = listing;
  const sql = `SELECT ${columns} FROM ${from} WHERE ${id} IN (SELECT value FROM json_each(?))`;
  const numbers = ids.filter((one) => /^[1-9]\d{0,14}$/.test(one)).map(Number);
  const records = new Map(
    (await database.all<Row>(sql, JSON.stringify(numbers))).map((row) => {
      const record = listing.toRecord(row);
      return [record.id, record];
    }),
  );
  return numbers.flatMap((one) => records.get(one) ?? []);
}
