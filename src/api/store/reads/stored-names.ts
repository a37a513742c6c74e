import { jsonList, storedNumbersAsRows } from '../dialects.ts';
import { raw, type Sql, sql } from '../sql.ts';

/** The names of a book's genres or keywords as a JSON list, in the book's order. The query must alias the book's row as `b`. */
export const storedNames = (table: 'genres' | 'keywords'): Sql =>
  sql`(SELECT ${jsonList('n.name', 'j.key')} FROM ${storedNumbersAsRows(`b.${table}`)} JOIN ${raw(table)} n ON n.id = j.value)
    AS ${raw(table)}`;

/** The names of a book's tags, which are stored in its row. */
export const tagNames = (tags: string): string[] => (JSON.parse(tags) as { name: string }[]).map(({ name }) => name);
