import { createHash } from 'node:crypto';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { planCatalogue } from '#src/api/seed/catalogue.ts';
import { seedStore } from '#src/api/seed/index.ts';
import { raw, sql } from '#src/api/store/sql.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-seed-'));
  store = await openStore(join(folder, 'api'));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const TABLES = [
  'authors',
  'genres',
  'tags',
  'genre_tags',
  'keywords',
  'categories',
  'books',
  'chapters',
  'chapter_texts',
  'memberships',
  'rankings',
  'ranking_books',
  'shelves',
  'shelf_books',
  'banners',
  'help_events',
  'removals',
];

/** A hash of all rows that visitors can see. */
async function contents({ catalogue }: Store): Promise<string> {
  const digest = createHash('sha256');
  for (const table of TABLES)
    digest.update(JSON.stringify(await catalogue.all(sql`SELECT * FROM ${raw(table)} ORDER BY 1, 2`)));
  return digest.digest('hex');
}

const count = async (rows: string) =>
  (await store.catalogue.one<{ total: number }>(sql`SELECT count(*) AS total FROM ${raw(rows)}`)).total;
const SMALL = { books: 30, seed: 'one', today: new Date('2026-12-01T00:00:00Z') };

it('seedStore fills an empty store and reports the number of rows', async () => {
  const seen: number[] = [];
  const report = await seedStore(store, { ...SMALL, onProgress: (books) => seen.push(books) });
  expect(report).toMatchObject({ books: 30, tags: 150, keywords: 400 });
  expect(report.chapters).toBe(await count('chapters WHERE book_id IN (SELECT id FROM books WHERE section = 7)'));
  expect(await count('books WHERE section = 7')).toBe(30);
  expect(await count('books')).toBeGreaterThanOrEqual(30 + 8 * 24);
  expect(await count('genres WHERE section = 7')).toBe(24);
  expect(seen.at(-1)).toBeGreaterThanOrEqual(200);
});

it('seedStore writes every cover and banner image that the database names', async () => {
  await seedStore(store, SMALL);
  const covers = (await store.catalogue.all<{ cover: string }>(sql`SELECT cover FROM books`)).map(
    ({ cover }) => JSON.parse(cover).url,
  );
  const images = (await store.catalogue.all<{ image: string }>(sql`SELECT image FROM banners`)).map(
    ({ image }) => `/media/${image}`,
  );
  expect(images.length).toBeGreaterThan(36);
  for (const url of [...covers, ...images]) await access(join(store.media, url.replace('/media/', '')));
  const files = await readdir(join(store.media, 'covers'));
  expect(files.every((file) => /^[0-9a-f]{16}\.svg$/.test(file))).toBe(true);
});

it('seedStore writes the same rows for the same seed, and changes nothing when repeated', async () => {
  await seedStore(store, SMALL);
  const first = await contents(store);
  await seedStore(store, SMALL);
  expect(await contents(store)).toBe(first);
  const other = await openStore(join(folder, 'other'));
  await seedStore(other, SMALL);
  expect(await contents(other)).toBe(first);
  await other.close();
});

it('seedStore with a different seed replaces the demo books and keeps imported books', async () => {
  await seedStore(store, SMALL);
  const [seedBook] = [...(planCatalogue({ books: 9, seed: 'x' })[0]?.books() ?? [])].slice(-1);
  if (!seedBook) throw new Error('nothing made');
  const writer = createWriter(store);
  const { id } = await writer.transaction(() =>
    writer.putBook({ ...seedBook.book, key: 'epub:urn:isbn:1', title: 'Brought In' }),
  );

  const report = await seedStore(store, { books: 20, seed: 'two' });
  expect(report.books).toBe(20);
  expect(await count('books WHERE section = 7')).toBe(21);
  expect(await count(`books WHERE key LIKE 'seed:one:%'`)).toBe(0);
  expect(await store.catalogue.get(sql`SELECT title FROM books WHERE id = ${id}`)).toEqual({ title: 'Brought In' });
  expect(await count(`ranking_books WHERE book_id NOT IN (SELECT id FROM books)`)).toBe(0);
  expect(await count(`books WHERE key LIKE 'seed:novel:%'`)).toBe(8);
});

it('seedStore writes no rows if it fails', async () => {
  const failing: Store = { ...store, media: join(folder, 'api', 'catalogue.db') };
  await expect(seedStore(failing, SMALL)).rejects.toThrow();
  expect(await count('books')).toBe(0);
  await seedStore(store, SMALL);
  expect(await count('books WHERE section = 7')).toBe(30);
});
