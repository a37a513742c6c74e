import { jsonList, storedNumbersAsRows } from '../dialects.ts';
import { raw, type Sql, sql } from '../sql.ts';

/**
 * Returns SQL for the names of a book's genres or keywords as a JSON list, in the order of the book. In the query, the
 * table of books must be named `b`.
 */
export const storedNames = (table: 'genres' | 'keywords'): Sql =>
  sql`(SELECT ${jsonList('n.name', 'j.key')} FROM ${storedNumbersAsRows(`b.${table}`)} JOIN ${raw(table)} n ON n.id = j.value)
    AS ${raw(table)}`;

/** Returns the names of tags. @param tags the column of a book */
export const tagNames = (tags: string): string[] => (JSON.parse(tags) as { name: string }[]).map(({ name }) => name);
