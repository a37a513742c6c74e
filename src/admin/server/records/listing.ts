import type { ListAnswer } from '#src/admin/contract/answers.ts';
import type { Database, Row } from '#src/api/store/database.ts';
import { contains, isOneOfNumbers, isOneOfTexts } from '#src/api/store/dialects.ts';
import { joined, raw, type Sql, sql } from '#src/api/store/sql.ts';
import { fold } from '#src/lib/fold-letters.ts';
import { parseTimestamp } from '#src/lib/timestamp.ts';
import { AdminError } from '../http/error.ts';
import type { ListQuery } from './list-query.ts';

/** Fields that every record has. */
export type AnyRecord = { readonly id: number | string };

type Column = Row[string];

/** The database row of a record. Some columns have a different type from the field, such as JSON text. */
export type RowOf<R, Columns extends Partial<Record<keyof R, Column>>> = Omit<R, keyof Columns> & Columns;

/** Converts a filter's value to an SQL condition. @throws AdminError bad_request for a value of the wrong type */
export type Filter = (value: unknown, name: string) => Sql;

const refuse = (name: string, expected: string): never => {
  throw new AdminError('bad_request', `filter.${name}: must be ${expected}`);
};

const MAX_VALUES = 1000;

const anyOf =
  <T>(
    toCondition: (values: readonly T[]) => Sql,
    toValue: (value: unknown) => T | undefined,
    expected: string,
  ): Filter =>
  (value, name) => {
    const values = (Array.isArray(value) ? value : [value]).map(toValue);
    const valid = values.filter((entry) => entry !== undefined);
    if (valid.length > MAX_VALUES || valid.length < values.length)
      refuse(name, `${expected}, or a list of up to ${MAX_VALUES}`);
    return toCondition(valid);
  };

/** Matches rows whose text column equals the value or one of a list of values. */
export const oneOf = (column: string): Filter =>
  anyOf<string>(
    (values) => isOneOfTexts(raw(column), values),
    (value) => (typeof value === 'string' && value.length <= 300 ? value : undefined),
    'a text',
  );

/** Like `oneOf`, for an integer column. Values may also be sent as text. */
export const oneOfNumbers = (column: string): Filter =>
  anyOf<number>(
    (values) => isOneOfNumbers(raw(column), values),
    (value) => {
      const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
      return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
    },
    'a whole number',
  );

/** Matches rows by a condition on a text value. */
export const text =
  (toCondition: (text: string) => Sql): Filter =>
  (value, name) =>
    toCondition(
      typeof value === 'string' && value.length <= 300 ? value : refuse(name, 'a text of at most 300 characters'),
    );

const anyContains = (columns: readonly string[], part: string): Sql =>
  sql`(${joined(
    columns.map((column) => contains(raw(column), part)),
    ' OR ',
  )})`;

/** Matches rows in which one of the columns contains the text, ignoring case and accents. The columns must be folded. */
export const containsFolded = (...columns: string[]): Filter => text((part) => anyContains(columns, fold(part)));

/** Like `containsFolded`, for columns that are not folded: ignores only the case of ASCII letters. */
export const containsPlain = (...columns: string[]): Filter =>
  text((part) =>
    anyContains(
      columns.map((column) => `lower(${column})`),
      part.toLowerCase(),
    ),
  );

/** Matches rows by a condition on a timestamp, in the format of the visitors' tables. */
export const timestamp =
  (toCondition: (time: string) => Sql): Filter =>
  (value, name) => {
    const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
    return time === undefined
      ? refuse(name, 'an RFC 3339 timestamp such as 2026-03-01T04:05:06Z')
      : toCondition(new Date(time).toISOString());
  };

/** Matches rows by a condition on an integer. */
export const number =
  (toCondition: (number: number) => Sql): Filter =>
  (value, name) =>
    toCondition(typeof value === 'number' && Number.isSafeInteger(value) ? value : refuse(name, 'a whole number'));

/** Matches rows that meet the condition for `true`, and all others for `false`. */
export const flag =
  (condition: string): Filter =>
  (value, name) => {
    if (typeof value !== 'boolean') refuse(name, 'true or false');
    return value ? sql`(${raw(condition)})` : sql`(NOT (${raw(condition)}))`;
  };

/** Defines how records of one kind are read from a table. */
export interface Listing<R extends AnyRecord> {
  readonly columns: Sql;
  /** Table, or tables with their joins. */
  readonly from: Sql;
  /** Column of the id. Also breaks ties in every sort order. */
  readonly id: string;
  /** SQL expressions by sort order. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Implementations declare `row` with the type of the selected columns (`RowOf`). */
  toRecord(row: Row): R;
}

/** Reads a page of a list. @throws AdminError bad_request for an unknown sort order or filter */
export async function readPage<R extends AnyRecord>(
  database: Database,
  listing: Listing<R>,
  query: ListQuery,
): Promise<ListAnswer<R>> {
  const { from } = listing;
  const id = raw(listing.id);
  const conditions = conditionsOf(listing, query);
  const where = conditions.length === 0 ? sql`` : sql`WHERE ${joined(conditions, ' AND ')}`;
  const direction = raw(query.order);
  // The default position of NULL differs between databases.
  const nulls = raw(query.order === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST');
  // Sorts only the ids: reading a record may require several subqueries.
  const rows = await database.all<{ id: number }>(sql`SELECT ${id} AS id FROM ${from} ${where}
    ORDER BY ${raw(orderOf(listing, query))} ${direction} ${nulls}, ${id} ${direction}
    LIMIT ${query.limit} OFFSET ${query.offset}`);
  const { total } = await database.one<{ total: number }>(sql`SELECT count(*) AS total FROM ${from} ${where}`);
  return {
    data: await readMany(
      database,
      listing,
      rows.map((row) => String(row.id)),
    ),
    total,
  };
}

function orderOf({ sorts, id }: Pick<Listing<AnyRecord>, 'sorts' | 'id'>, { sort }: ListQuery): string {
  if (sort === undefined) return id;
  const order = Object.hasOwn(sorts, sort) ? sorts[sort] : undefined;
  if (order !== undefined) return order;
  throw new AdminError('bad_request', `sort: must be one of ${Object.keys(sorts).join(', ')}`);
}

const conditionsOf = ({ filters }: Pick<Listing<AnyRecord>, 'filters'>, { filter }: ListQuery): Sql[] =>
  Object.entries(filter).map(([name, value]) => {
    const toCondition = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (toCondition) return toCondition(value, name);
    throw new AdminError(
      'bad_request',
      `filter.${name}: is unknown. Known filters: ${Object.keys(filters).join(', ')}.`,
    );
  });

/** Reads the records with these ids, in the order of the ids. Unknown ids are skipped. */
export async function readMany<R extends AnyRecord>(
  database: Database,
  listing: Listing<R>,
  ids: readonly string[],
): Promise<R[]> {
  const { columns, from, id } = listing;
  const numbers = ids.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number);
  const query = sql`SELECT ${columns} FROM ${from} WHERE ${isOneOfNumbers(raw(id), numbers)}`;
  const records = new Map<AnyRecord['id'], R>(
    (await database.all<Row>(query)).map((row) => {
      const record = listing.toRecord(row);
      return [record.id, record];
    }),
  );
  return numbers.flatMap((number) => records.get(number) ?? []);
}
