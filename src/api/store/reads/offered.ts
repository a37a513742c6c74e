import type { Database } from '../database.ts';

/** Whose books a call reads. A call's context is one. */
export interface Offering {
  readonly section: number;
  readonly brand: string;
}

/**
 * SQL that holds where a brand offers the book of a row of `books` or `memberships`. The sets that hold the brand are read
 * once for a statement, and each row has the number of its set: it costs a row one comparison and no other table. The
 * plus keeps the comparison from choosing the index.
 * @param brand how the statement names the brand's id
 */
export const offered = (table: string, brand = '?'): string => `+${inSetsOf(table, brand)}`;

/** The same for an index that begins with section and set. */
export const inSetsOf = (table: string, brand = '?'): string =>
  `${table}.brands IN (SELECT 0 UNION ALL SELECT set_id FROM brand_sets WHERE brand = ${brand})`;

/** Whether any book is offered by some brands alone. */
export const hasBrandSets = async (database: Database): Promise<boolean> =>
  (await database.get('SELECT 1 FROM brand_sets LIMIT 1')) !== undefined;
