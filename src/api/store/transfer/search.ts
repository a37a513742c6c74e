import { bookSearchRow, type SearchedBook } from '../book-search.ts';
import type { Row } from '../database.ts';
import { NAME_KIND, nameSearchRow } from '../name-search-row.ts';
import { toIndexText } from '../tokenize.ts';
import type { SearchIndex, Target } from './sides.ts';
import type { Table } from './tables.ts';

const BOOKS: SearchIndex = {
  database: 'catalogue',
  name: 'book_search',
  columns: ['rowid', 'title', 'author', 'subjects', 'introduction'],
};
const NAMES: SearchIndex = { database: 'catalogue', name: 'name_search', columns: ['rowid', 'name'] };

const KINDS = new Map([
  ['authors', NAME_KIND.author],
  ['tags', NAME_KIND.tag],
  ['keywords', NAME_KIND.keyword],
]);

type NameRow = Row & { id: number; name: string };

/** Builds the search indexes from the copied rows. Genres and keywords must come before books. */
export function createSearchIndexer(target: Pick<Target, 'insert'>) {
  const names = { genres: new Map<number, string>(), keywords: new Map<number, string>() };
  const remember = (table: Table['name'], rows: readonly NameRow[]) => {
    if (table === 'genres' || table === 'keywords') for (const { id, name } of rows) names[table].set(id, name);
  };
  return async ({ name: table }: Table, rows: readonly Row[]): Promise<void> => {
    if (table === 'books') {
      const namesOf = (kind: keyof typeof names, ids: readonly number[]) =>
        ids.flatMap((id) => names[kind].get(id) ?? []);
      await target.insert(
        BOOKS,
        rows.map((row) => bookSearchRow(row as SearchedBook, namesOf)),
      );
      return;
    }
    remember(table, rows as NameRow[]);
    const kind = KINDS.get(table);
    if (kind === undefined) return;
    const searched = (rows as NameRow[]).map(({ id, name }) => ({
      rowid: nameSearchRow(kind, id),
      name: toIndexText(name),
    }));
    await target.insert(NAMES, searched);
  };
}

/** The tables that must be copied before the books. */
export const TABLES_BEFORE_BOOKS: readonly string[] = ['genres', 'keywords'];
