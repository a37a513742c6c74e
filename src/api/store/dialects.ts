import type { SearchField, SearchTerms } from './reads/search-terms.ts';
import { joined, perDialect, raw, type Sql, sql } from './sql.ts';

/** SQL that differs between SQLite and PostgreSQL. All other SQL is the same for both. */

/** Returns SQL for a table `j` of numbers: `j.value`, in the order of `j.key`. */
export const numbersAsRows = (values: readonly number[]): Sql =>
  perDialect({
    sqlite: sql`json_each(${JSON.stringify(values)}) j`,
    postgres: sql`unnest(${values}::bigint[]) WITH ORDINALITY j (value, key)`,
  });

/** Returns SQL for a table `j` of texts: `j.value`, in the order of `j.key`. */
export const textsAsRows = (values: readonly string[]): Sql =>
  perDialect({
    sqlite: sql`json_each(${JSON.stringify(values)}) j`,
    postgres: sql`unnest(${values}::text[]) WITH ORDINALITY j (value, key)`,
  });

/** Returns SQL for a table `r` of rows in their order. The names of the columns must come from code, never from input. */
export const recordsAsRows = (
  rows: readonly Readonly<Record<string, string | number>>[],
  columns: Readonly<Record<string, 'text' | 'bigint'>>,
): Sql =>
  perDialect({
    sqlite: sql`(SELECT ${joined(Object.keys(columns).map((name) => raw(`value ->> '$.${name}' AS ${name}`)))}
      FROM json_each(${JSON.stringify(rows)})) r`,
    postgres: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r
      (${raw(
        Object.entries(columns)
          .map(([name, type]) => `${name} ${type}`)
          .join(),
      )})`,
  });

/** Returns SQL for a table `j` of the numbers in a column that contains a JSON list, such as `b.genres`. */
export const storedNumbersAsRows = (column: string): Sql =>
  perDialect({
    sqlite: sql`json_each(${raw(column)}) j`,
    postgres: sql`(SELECT e.value::bigint AS value, e.key
      FROM jsonb_array_elements_text(${raw(column)}::jsonb) WITH ORDINALITY e (value, key)) j`,
  });

/** Returns a condition: the JSON list in a column contains a text. */
export const storedListHas = (column: string, text: string): Sql =>
  perDialect({
    sqlite: sql`EXISTS (SELECT 1 FROM json_each(${raw(column)}) WHERE value = ${text})`,
    postgres: sql`jsonb_exists(${raw(column)}::jsonb, ${text})`,
  });

export const isOneOfNumbers = (column: Sql, values: readonly number[]): Sql =>
  perDialect({
    sqlite: sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
    postgres: sql`${column} = ANY (${values}::bigint[])`,
  });

export const isOneOfTexts = (column: Sql, values: readonly string[]): Sql =>
  perDialect({
    sqlite: sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
    postgres: sql`${column} = ANY (${values}::text[])`,
  });

/** Returns SQL that aggregates the rows to a JSON list, `[]` if there are none. */
export const jsonList = (expression: string | Sql, order: string): Sql => {
  const [value, by] = [typeof expression === 'string' ? raw(expression) : expression, raw(order)];
  return perDialect({
    sqlite: sql`json_group_array(${value} ORDER BY ${by})`,
    postgres: sql`coalesce(json_agg(${value} ORDER BY ${by}), '[]')`,
  });
};

/** Returns SQL for a text field of the JSON object in a column. */
export const storedField = (column: string, field: string): Sql =>
  perDialect({
    sqlite: sql`${raw(column)} ->> ${raw(`'${field}'`)}`,
    postgres: sql`${raw(column)}::jsonb ->> ${raw(`'${field}'`)}`,
  });

/** Returns the condition that `whole` contains `part` (case-sensitive). */
export const contains = (whole: Sql, part: string | Sql): Sql =>
  perDialect({ sqlite: sql`instr(${whole}, ${part}) > 0`, postgres: sql`strpos(${whole}, ${part}) > 0` });

/** Joins a table that SQLite must not read before the tables to its left. */
export const joinAfter = perDialect({ sqlite: raw('CROSS JOIN'), postgres: raw('JOIN') });

/** Makes SQLite use an index that it would not choose, because it has no statistics of a table that is often empty. */
export const indexedBy = (name: string): Sql => perDialect({ sqlite: raw(`INDEXED BY ${name}`), postgres: raw('') });

/** A limit for statements that need none. SQLite requires a LIMIT before an OFFSET. */
export const NO_LIMIT = 1_000_000_000;

/** Returns a condition: a row of a search index matches the terms. */
export const matches = (index: 'book_search' | 'name_search', terms: SearchTerms, field?: SearchField): Sql =>
  perDialect({
    sqlite: sql`${raw(index)} MATCH ${fts5Expression(terms, field)}`,
    postgres: sql`words @@ ${tsquery(terms, field)}::tsquery`,
  });

/** Returns the terms in the syntax of FTS5 (https://www.sqlite.org/fts5.html#full_text_query_syntax). */
export function fts5Expression(terms: SearchTerms, field?: SearchField): string {
  const groups = terms.map((group) => {
    const either = group.map(({ words, isBeginning }) => `"${words.join(' ')}"${isBeginning ? '*' : ''}`);
    return either.length === 1 ? either.join() : `(${either.join(' OR ')})`;
  });
  const all = groups.join(' AND ');
  return field === undefined ? all : `${field} : (${all})`;
}

/** Prefix of the words of each field in the index (postgres/search-words.ts). */
const MARKS: Readonly<Record<SearchField, string>> = { title: 'A/', author: 'B/', subjects: 'C/' };

/**
 * Returns the terms as a tsquery (https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY).
 */
export function tsquery(terms: SearchTerms, field?: SearchField): string {
  const mark = field === undefined ? '' : MARKS[field];
  const groups = terms.map((group) => {
    const either = group.map(({ words, isBeginning }) => {
      const quoted = words.map(
        (word, index) => `'${mark}${word}'${isBeginning && index === words.length - 1 ? ':*' : ''}`,
      );
      return quoted.length === 1 ? quoted.join() : `(${quoted.join(' <-> ')})`;
    });
    return either.length === 1 ? either.join() : `(${either.join(' | ')})`;
  });
  return groups.join(' & ');
}
