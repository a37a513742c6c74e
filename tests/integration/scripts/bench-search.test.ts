import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore, type Store } from '#src/api/index.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { bookAt } from '../../../scripts/bench/search/books.ts';
import { copyToPostgres } from '../../../scripts/bench/search/copy.ts';
import { fillStore } from '../../../scripts/bench/search/fill.ts';
import { benchSearch } from '../../../scripts/bench/search/index.ts';
import { wordAt } from '../../../scripts/bench/search/vocabulary.ts';
import { startPostgres } from '../../../scripts/testing/postgres.ts';
import { newDatabase } from '../../helpers/test-store.ts';

const BOOKS = 300;

it('the search benchmark generates the same catalogue each time, with word frequencies like those of a natural language', () => {
  const books = Array.from({ length: BOOKS }, (_, number) => bookAt(number, BOOKS));
  expect(books).toEqual(books.map((_book, number) => bookAt(number, BOOKS)));
  expect(new Set(books.map(({ key }) => key)).size).toBe(BOOKS);
  const holding = (word: string) =>
    books.filter(({ introduction }) => ` ${introduction} `.includes(` ${word} `)).length;
  expect(holding(wordAt(0))).toBeGreaterThan(BOOKS / 2);
  expect(holding(wordAt(100))).toBeLessThan(BOOKS / 10);
});

it('the search benchmark measures suggestions and searches of each kind', async () => {
  const { rows } = await benchSearch(1, [], { quick: true, json: false, next: false, books: `${BOOKS}` });
  const names = rows.map(({ what }) => what);
  for (const what of [
    'suggestions, all, 1 at once',
    'suggestions, all, 8 at once',
    'search, with filters, 8 at once',
    'search, a typo, 1 at once',
    'a concurrent call for a book, 8 at once',
  ])
    expect(
      names.filter((text) => text.startsWith(what)),
      what,
    ).toHaveLength(1);
  expect(rows.filter(({ ours }) => !(ours > 0))).toEqual([]);
});

/** The contents of the catalogue's tables and of the indexes of words. */
async function rowsOf({ catalogue }: Store): Promise<unknown> {
  const tables = await catalogue.all<{ name: string }>(
    sql`SELECT c.relname AS name FROM pg_class c WHERE c.relkind IN ('r', 'i') AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
  const rows = tables.map(async ({ name }) => {
    if (/_(?:pkey|key|by_\w+)$/.test(name)) return [name];
    return [name, await catalogue.all(sql`SELECT t.* FROM ${raw(name)} t ORDER BY t::text`)];
  });
  const next = catalogue.all(
    sql`SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'catalogue' ORDER BY 1`,
  );
  return [await Promise.all(rows), await next];
}

it('the search benchmark copies to PostgreSQL exactly the rows that the store writer would write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-copy-'));
  const server = await startPostgres();
  const stores: Store[] = [];
  const open = async (name: string, database?: string) => {
    const store = await openStore(join(folder, name), database);
    stores.push(store);
    return store;
  };
  try {
    const files = await open('files');
    const written = await open('written', await newDatabase(server.url));
    const copied = await open('copied', await newDatabase(server.url));
    await fillStore(files, 60, () => {});
    await fillStore(written, 60, () => {});
    await copyToPostgres(join(folder, 'files', 'catalogue.db'), copied, 60);
    const withoutStoreId = (rows: unknown) => JSON.stringify(rows).replace(/"key":"store","value":"\w+"/, '');
    expect(withoutStoreId(await rowsOf(copied))).toBe(withoutStoreId(await rowsOf(written)));
  } finally {
    for (const store of stores) await store.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
});
