import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import {
  bookReferences,
  booksByIds,
  chapterDatesOf,
  offeredBooks,
  searchAuthors,
  searchBooks,
  searchKeywords,
  searchTags,
  suggest,
} from '#src/api/store/reads/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { isPostgres } from '../../helpers/test-store.ts';
import { book, startApi, type TestApi } from './fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi((writer) => writer.putBook(book('1', { title: 'The Dragon Keeper' })));
});
afterAll(() => api.close());

/** The steps of SQLite's query plans for the statements that `ask` runs. */
async function plansOf(ask: (database: Database) => Promise<unknown>): Promise<string[]> {
  const { catalogue } = api.store;
  const plans: string[] = [];
  const explained: Database = {
    ...catalogue,
    async all(query) {
      const steps = await catalogue.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`);
      plans.push(...steps.map(({ detail }) => detail));
      return catalogue.all(query);
    },
  };
  await ask(explained);
  return plans;
}

// EXPLAIN QUERY PLAN exists only in SQLite.
describe.skipIf(isPostgres)('the query plans of the search', () => {
  const query = { keyword: 'dragon', section: 7, brand: 'local', page: 1, page_size: 10 };
  const ROW_OF_A_TABLE = /^(?:SCAN|SEARCH) [bn]\b/;

  it.each([
    ['authors', searchAuthors],
    ['tags', searchTags],
    ['keywords', searchKeywords],
  ])('read only the %s that match, not all of the section', async (_what, search) => {
    const plans = await plansOf((database) => search(database, query));
    const rows = plans.filter((step) => ROW_OF_A_TABLE.test(step));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((step) => !step.includes('INTEGER PRIMARY KEY'))).toEqual([]);
  });

  it('read only books that contain the search words, or words that begin with a search word', async () => {
    const plans = [
      ...(await plansOf((database) => searchBooks(database, { ...query, order: 'relevance', status: 'finished' }))),
      ...(await plansOf((database) => suggest(database, { ...query, limit: 8 }))),
    ];
    const rows = plans.filter((step) => ROW_OF_A_TABLE.test(step));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((step) => !/INTEGER PRIMARY KEY|books_by_title/.test(step))).toEqual([]);
  });
});

describe.skipIf(isPostgres)('the query plans for books requested by id', () => {
  const ash = { section: 7, brand: 'ash' };

  it.each<[string, (database: Database) => Promise<unknown>]>([
    ['the dates of their chapters', (database) => chapterDatesOf(database, ash, [1, 2])],
    ['the books', (database) => booksByIds(database, [1, 2])],
    ['the books that a brand offers', (database) => offeredBooks(database, 'ash', [1, 2])],
    ['their names', (database) => bookReferences(database, [1, 2])],
  ])('read no other books: %s', async (_what, ask) => {
    const steps = (await plansOf(ask)).filter((step) => /^(?:SCAN|SEARCH) [bcj]\b/.test(step));
    expect(steps.slice(0, 2)).toEqual([
      expect.stringMatching(/^SCAN j /),
      'SEARCH b USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
  });
});
