import type { Database } from '../database.ts';
import { raw, type Sql, sql } from '../sql.ts';

/** The section and the brand whose books a call reads. The `CallContext` of a call is an `Offering`. */
export interface Offering {
  readonly section: number;
  readonly brand: string;
}

/**
 * Returns a condition: a brand offers the book of a row of `books` or `memberships`. Each row has the number of its
 * brand set, and the sets of the brand are read once per statement, so that each row needs only one comparison. The
 * unary plus prevents SQLite from using the index for this comparison.
 */
export const offered = (table: string, brand: string): Sql => sql`+${inSetsOf(table, brand)}`;

/** Returns the same condition as `offered`, but for a query that uses an index that starts with section and set. */
export const inSetsOf = (table: string, brand: string): Sql =>
  sql`${raw(table)}.brands IN (SELECT 0 UNION ALL SELECT set_id FROM brand_sets WHERE brand = ${brand})`;

/** Whether any book is limited to some brands. */
export const hasBrandSets = async (database: Database): Promise<boolean> =>
  (await database.get(sql`SELECT 1 FROM brand_sets LIMIT 1`)) !== undefined;
