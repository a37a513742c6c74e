import type { Database } from '../database.ts';
import { raw, type Sql, sql } from '../sql.ts';

/** The section and brand whose books a call reads. A call's `CallContext` is an `Offering`. */
export interface Offering {
  readonly section: number;
  readonly brand: string;
}

/**
 * SQL condition that a brand offers the book of a row of `books` or `memberships`. Each row has the number of its brand
 * set, and the sets of the brand are read once per statement, so that each row needs only one comparison. The unary
 * plus keeps SQLite from using the index for this comparison.
 */
export const offered = (table: string, brand: string): Sql => sql`+${inSetsOf(table, brand)}`;

/** Like `offered`, for an index that starts with section and set. */
export const inSetsOf = (table: string, brand: string): Sql =>
  sql`${raw(table)}.brands IN (SELECT 0 UNION ALL SELECT set_id FROM brand_sets WHERE brand = ${brand})`;

/** Whether any book is limited to some brands. */
export const hasBrandSets = async (database: Database): Promise<boolean> =>
  (await database.get(sql`SELECT 1 FROM brand_sets LIMIT 1`)) !== undefined;
