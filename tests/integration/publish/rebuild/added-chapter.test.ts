import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diffReleases } from '#src/publish/release/index.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

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

const ALL_BOOKS = { prerender: { books: 'all' } } as const;
/** Hashes of the site's files by path, excluding data about the run. */
const siteFiles = ({ folder }: SmallRebuild) =>
  Object.fromEntries(Object.entries(liveFiles(folder)).filter(([name]) => name.startsWith('site/')));
/** Whether a text contains a URL of book 3. */
const isOfBook = (text: string) => /\/(novel|book-reader)\/3\b/.test(text);

async function addChapter(): Promise<void> {
  const { chapters } = smallBook(2);
  const [first] = chapters;
  if (!first) throw new Error('The book has no chapter.');
  const added = { ...first, title: 'One more' };
  await api.write((writer) =>
    writer.putBook(smallBook(2, { updatedAt: '2031-02-03T04:05:06Z', chapters: [...chapters, added] })),
  );
}

it('an added chapter changes only the pages of its book, and the lists, sitemaps and feeds that contain the book', async () => {
  const { release: before } = await site.run({ mode: 'night' }, {}, ALL_BOOKS);
  const files = siteFiles(site);
  await addChapter();
  const { release: after } = await site.run({ mode: 'night' }, {}, ALL_BOOKS);
  const diff = diffReleases(site.folder, before ?? '', after ?? '');
  const textOf = (path: string) => readFileSync(join(site.folder, 'current/site', path), 'utf8');
  const changed = Object.entries(siteFiles(site)).flatMap(([name, hash]) =>
    files[name] === hash || /\.(br|gz)$/.test(name) ? [] : [name.slice('site/'.length)],
  );
  // These files change without naming the book: the sitemap index, the catalogues and the author's entry contain the
  // date of their contents.
  const indexes = ['sitemap.xml', 'sitemap-authors-1.xml', 'feeds/catalog.opds', 'feeds/catalog.opds2'];
  expect(changed.filter((name) => !indexes.includes(name) && !isOfBook(textOf(name)))).toEqual([]);
  expect(diff.changed).toContain('/novel/3/Romance/Lantern-2');
  expect([...diff.added, ...diff.removed].filter((path) => !isOfBook(path))).toEqual([]);
  expect(diff.assets.changed).toEqual(
    expect.arrayContaining(['/feeds/updated.rss', '/feeds/updated.atom', '/sitemap-novels-1.xml', '/sitemap.xml']),
  );
  expect(diff.assets.changed.map((url) => url.slice(1)).filter((name) => !changed.includes(name))).toEqual([]);
});

it('two builds of the same data have the same bytes, including sitemaps and feeds', async () => {
  await site.run({ mode: 'night' }, {}, ALL_BOOKS);
  const again = await smallRebuild(api.origin);
  try {
    await again.run({ mode: 'night' }, {}, ALL_BOOKS);
    const files = siteFiles(again);
    expect(Object.keys(files).filter((name) => /\/(sitemap|feeds\/)/.test(name)).length).toBeGreaterThan(10);
    expect(files).toEqual(siteFiles(site));
  } finally {
    await again.close();
  }
});
