import type { Book } from '#src/contract/entities/book.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { createStretches } from './members.ts';

/** Gives the first book of a list of the section. */
export function createHottest(sql: Sql, section: number): (list: number) => Book | undefined {
  const stretch = createStretches(sql);
  return (list) => {
    const [id] = stretch(list, 0, 1);
    if (id === undefined) return undefined;
    const row = sql.get<{ json: string }>('SELECT json FROM books WHERE section = ? AND id = ?', section, id);
    return row && JSON.parse(row.json);
  };
}
