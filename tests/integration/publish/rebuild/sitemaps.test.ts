import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewChapter } from '#src/api/store/records.ts';
import { diffReleases, openLive } from '#src/publish/release/index.ts';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeEach(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
});
afterEach(async () => {
  await site.close();
  await api.close();
});

const file = (name: string) => join(site.folder, 'current/site', name);
const read = (name: string) => readFileSync(file(name), 'utf8');

const addressesIn = (xml: string) =>
  Array.from(xml.matchAll(/<loc>https:\/\/([^/<]+)(\/[^<]*)<\/loc>/g), ([, , path = '']) => path);

/** All sitemaps in the index, by name. */
const sitemaps = () => Object.fromEntries(addressesIn(read('sitemap.xml')).map((path) => [path.slice(1), read(path)]));

it('sitemaps list every indexable page, every novel and every author exactly once', async () => {
  await site.run();
  const listed = Object.values(sitemaps()).flatMap(addressesIn);
  expect(new Set(listed).size).toBe(listed.length);
  const live = openLive(site.folder);
  const pages = Array.from(live?.pages() ?? [], ({ path }) => path);
  const ofKind = (paths: string[], prerendered: boolean) =>
    paths.filter(
      (path) => (PAGE_KINDS[parsePath(path, ['en'])?.kind ?? 'notFound'].rendering === 'prerendered') === prerendered,
    );
  const indexed = pages.filter(
    (path) => readFileSync(file(live?.page(path)?.file ?? ''), 'utf8') !== '' && !isHidden(path),
  );
  live?.close();
  expect(ofKind(listed, true).sort()).toEqual(indexed.sort());
  const onRequest = ofKind(listed, false);
  expect(onRequest.filter((path) => path.startsWith('/novel/'))).toHaveLength(60);
  expect(onRequest).toContain('/novel/1/Romance/Harbour-0');
  expect(onRequest.some((path) => path.startsWith('/author/'))).toBe(true);
});

/** Whether a page has noindex. */
const isHidden = (path: string) =>
  /^\/(login|history|notebook|myinfo|book-reader|offline|ads|all-tags|400|404|500)(\/|$)/.test(path);

it('sitemaps have compressed variants and are listed in robots.txt', async () => {
  await site.run();
  expect(read('robots.txt')).toContain('/sitemap.xml\n');
  expect(brotliDecompressSync(readFileSync(file('sitemap-novels-1.xml.br'))).toString()).toBe(
    read('sitemap-novels-1.xml'),
  );
});

it("sitemaps contain the date of a book's last update, and an update changes only the files of the book and its author", async () => {
  const { release: first } = await site.run();
  const before = sitemaps();
  await api.write((writer) =>
    writer.putBook(smallBook(2, { updatedAt: '2031-02-03T04:05:06Z', introduction: 'New.' })),
  );
  const { release: second } = await site.run();
  const after = sitemaps();
  expect(after['sitemap-novels-1.xml']).toMatch(/\/novel\/3\/[^<]*<\/loc><lastmod>2031-02-03<\/lastmod>/);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed.sort()).toEqual(['sitemap-authors-1.xml', 'sitemap-novels-1.xml']);
  expect(diffReleases(site.folder, first ?? '', second ?? '').assets).toEqual({
    added: [],
    changed: [
      '/feeds/catalog.opds',
      '/feeds/catalog.opds2',
      // These files change. The feed of new books does not, because it contains newer books; neither do the feeds of
      // other rankings.
      ...['atom', 'opds', 'opds2', 'rss'].map((format) => `/feeds/ranking/hot/1.${format}`),
      ...['atom', 'opds', 'opds2', 'rss'].map((format) => `/feeds/updated.${format}`),
      '/sitemap-authors-1.xml',
      '/sitemap-novels-1.xml',
      '/sitemap.xml',
    ],
    removed: [],
  });
  // The two releases share unchanged files.
  expect(statSync(file('sitemap-site-1.xml')).nlink).toBeGreaterThan(1);
});

it('sitemaps omit a book that another brand owns, and its chapters, as long as the other brand offers the book', async () => {
  const offer = (brands: readonly string[]) =>
    api.write(async (writer) => {
      const { brands: _brands, ...one } = { ...smallBook(2), brands };
      await writer.putBook({ ...one, brands });
    });
  const listed = () => Object.values(sitemaps()).flatMap(addressesIn);
  const ofBook = () => listed().filter((path) => /^\/(novel|book-reader)\/3\//.test(path)).length;
  const allBooks = { prerender: { books: 'all' } } as const;
  const canonical = () => / rel="canonical" href="([^"]*)"/.exec(read('novel/3/Romance/Lantern-2.html'))?.[1];
  await offer(['tibok', 'freenovel']);
  await site.run({ mode: 'night' }, {}, allBooks);
  expect([ofBook(), listed().length > 100, canonical()]).toEqual([
    0,
    true,
    'https://www.tibok.example/novel/3/Romance/Lantern-2',
  ]);
  await offer(['freenovel']);
  await site.run({ mode: 'night' }, {}, allBooks);
  expect([ofBook(), canonical()]).toEqual([2, 'https://www.freenovel.example/novel/3/Romance/Lantern-2']);
});

it('sitemaps are generated again if an older version of the code created the live release', async () => {
  const { release = '' } = await site.run();
  const manifest = new DatabaseSync(join(site.folder, `releases/${release}/manifest.db`));
  manifest.exec('PRAGMA user_version = 1');
  manifest.close();
  await api.write((writer) =>
    writer.putBook(smallBook(2, { updatedAt: '2031-02-03T04:05:06Z', introduction: 'New.' })),
  );
  await site.run();
  expect(read('sitemap-novels-1.xml')).toMatch(/\/novel\/3\/[^<]*<\/loc><lastmod>2031-02-03<\/lastmod>/);
});

it('a correction of pages does not change sitemaps', async () => {
  await site.run();
  const before = sitemaps();
  await api.write((writer) =>
    writer.putBook(smallBook(2, { updatedAt: '2031-02-03T04:05:06Z', introduction: 'New.' })),
  );
  await site.run({ mode: 'correction', pages: ['/hotnovels/M/*'] });
  expect(sitemaps()).toEqual(before);
});

it('sitemaps have the same bytes after building all pages again', async () => {
  await site.run();
  const before = { ...sitemaps(), index: read('sitemap.xml'), robots: read('robots.txt') };
  const again = await smallRebuild(api.origin);
  try {
    await again.run();
    const other = (name: string) => readFileSync(join(again.folder, 'current/site', name), 'utf8');
    const names = addressesIn(other('sitemap.xml')).map((path) => path.slice(1));
    const after = Object.fromEntries(names.map((name) => [name, other(name)]));
    expect({ ...after, index: other('sitemap.xml'), robots: other('robots.txt') }).toEqual(before);
  } finally {
    await again.close();
  }
});

describe('the chapters in sitemaps', () => {
  const chapter = (title: string, change: Partial<NewChapter> = {}): NewChapter => ({
    title,
    part: null,
    kind: 'chapter',
    html: '<p>Text.</p>',
    words: 1,
    price: null,
    updatedAt: '2026-02-01T00:00:00Z',
    ...change,
  });
  const listed = () => addressesIn(sitemaps()['sitemap-chapters-1.xml'] ?? '');

  it('include prerendered and other chapters, both free and locked', async () => {
    const locked = chapter('Locked', { price: 5 });
    await api.write((writer) => writer.putBook(smallBook(2, { chapters: [chapter('One'), locked, chapter('Three')] })));
    await site.run();
    const { length } = listed();
    expect(length).toBe(62);
    expect(listed().filter((path) => path.startsWith('/book-reader/3/'))).toHaveLength(3);
    await site.run({ mode: 'night' }, {}, { prerender: { books: 3 } });
    expect(listed()).toHaveLength(length);
  });

  it('do not change the entries of other pages', async () => {
    await site.run();
    const before = sitemaps();
    const changed = { chapters: [chapter('One', { html: '<p>New text.</p>', updatedAt: '2031-02-03T00:00:00Z' })] };
    await api.write((writer) => writer.putBook(smallBook(2, { updatedAt: '2031-02-03T00:00:00Z', ...changed })));
    await site.run();
    const after = sitemaps();
    const lines = (xml = '') => xml.split('<url>');
    const [linesBefore, linesAfter] = [before, after].map((files) => lines(files['sitemap-chapters-1.xml']));
    expect(linesAfter?.filter((line, place) => line !== linesBefore?.[place])).toEqual([
      expect.stringMatching(/\/book-reader\/3\/\d+<\/loc><lastmod>2031-02-03</),
    ]);
    const changedFiles = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changedFiles.sort()).toEqual(['sitemap-authors-1.xml', 'sitemap-chapters-1.xml', 'sitemap-novels-1.xml']);
  });
});
