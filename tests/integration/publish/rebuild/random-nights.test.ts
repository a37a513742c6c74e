import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import { openLive, openRelease } from '#src/publish/release/index.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

const BOOKS = 64;
/** A brand with prerendered pages for the nine hottest books. */
const BRAND = { prerender: { books: 9 } };

/** Changes that may happen between two nightly rebuilds. */
const CHANGES: Readonly<Record<string, (api: SmallApi, book: number, turn: number) => Promise<unknown>>> = {
  title: (api, book, turn) => api.write((writer) => writer.putBook(smallBook(book, { title: `Renamed ${turn}` }))),
  heat: (api, book, turn) => api.write((writer) => writer.putBook(smallBook(book, { hot: turn * 1000 }))),
  tags: (api, book, turn) => api.write((writer) => writer.putBook(smallBook(book, { tags: [`tag ${turn % 5}`] }))),
  words: (api, book, turn) =>
    api.write((writer) => writer.putBook(smallBook(book, { keywords: [`phrase ${turn % 9}`] }))),
  more: (api, book, turn) => api.write((writer) => writer.putBook(smallBook(BOOKS + turn, { hot: book * 999 }))),
  genre: (api, book, turn) =>
    api.write((writer) =>
      writer.putGenre({ section: 7, name: 'Romance', introduction: `In season ${turn}.`, tags: [`tag ${book % 5}`] }),
    ),
  ranking: (api, book) =>
    api.write((writer) =>
      writer.putRanking({
        brand: null,
        section: 7,
        type: 'hot',
        typeName: 'Hot',
        name: 'This month',
        books: [`book-${book}`, `book-${(book + 7) % BOOKS}`],
      }),
    ),
};

const change = fc.record({ kind: fc.constantFrom(...Object.keys(CHANGES)), book: fc.nat(BOOKS - 1) });
const nights = fc.array(fc.array(change, { maxLength: 3 }), { minLength: 1, maxLength: 6 });

/** Checks every file of the live release against its manifest. */
function checkFiles(folder: string): void {
  const live = openLive(folder);
  if (!live) throw new Error('Nothing is live.');
  for (const page of live.pages()) {
    const file = join(live.folder, 'site', page.file);
    expect(hash(readFileSync(file), 32), page.path).toBe(page.hash);
    expect(readFileSync(`${file}.br`).length).toBeGreaterThan(0);
  }
  live.close();
}

/** Hashes of all pages of a release. */
function pagesOf(folder: string, id: string): Record<string, string> {
  const release = openRelease(join(folder, 'releases', id));
  const files = [...release.pages()].map(({ path, file }) => [path, readFileSync(join(release.folder, 'site', file))]);
  release.close();
  return Object.fromEntries(files.map(([path, bytes]) => [String(path), hash(bytes as Buffer, 16)]));
}

async function live(site: SmallRebuild, api: SmallApi, days: readonly (readonly { kind: string; book: number }[])[]) {
  await site.run({ mode: 'night' }, {}, BRAND);
  let turn = 0;
  for (const day of days) {
    for (const { kind, book } of day) {
      turn += 1;
      await CHANGES[kind]?.(api, book, turn);
    }
    const { previous } = await site.run({ mode: 'night' }, {}, BRAND);
    if (previous === null) continue;
    const before = pagesOf(site.folder, previous);
    await site.run({ mode: 'night' }, {}, BRAND);
    expect(pagesOf(site.folder, previous)).toEqual(before);
  }
}

it('random incremental rebuilds publish the same pages as full rebuilds', async () => {
  await fc.assert(
    fc.asyncProperty(nights, async (days) => {
      const api = await startSmallApi(BOOKS);
      const site = await smallRebuild(api.origin);
      try {
        await live(site, api, days);
        checkFiles(site.folder);
        expect(await site.run({ mode: 'night', full: true }, {}, BRAND)).toMatchObject({ status: 'unchanged' });
      } finally {
        await site.close();
        await api.close();
      }
    }),
    { numRuns: 6, seed: 20260301 },
  );
});
