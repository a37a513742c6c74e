import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diffReleases } from '#src/release/index.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../helpers/small-api.ts';
import { liveFiles, type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';

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

const WHOLE = { prerender: { books: 'all' } } as const;
/** Files of the site by path, with their hashes. What tells of the run itself is beside them. */
const siteFiles = ({ folder }: SmallRebuild) =>
  Object.fromEntries(Object.entries(liveFiles(folder)).filter(([name]) => name.startsWith('site/')));
/** Names what is shown of book 3, whose number is 2. */
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

it('an added chapter changes its book, the lists, sitemaps and feeds that name it, and nothing else', async () => {
  const { release: before } = await site.run({}, {}, WHOLE);
  const files = siteFiles(site);
  await addChapter();
  const { release: after } = await site.run({}, {}, WHOLE);
  const diff = diffReleases(site.folder, before ?? '', after ?? '');
  const textOf = (path: string) => readFileSync(join(site.folder, 'current/site', path), 'utf8');
  const changed = Object.entries(siteFiles(site)).flatMap(([name, hash]) =>
    files[name] === hash || /\.(br|gz)$/.test(name) ? [] : [name.slice('site/'.length)],
  );
  // These name no book: the index and the catalogues give the day of what they list, as does the author's entry.
  const indexes = ['sitemap.xml', 'sitemap-authors-1.xml', 'feeds/catalog.opds', 'feeds/catalog.opds2'];
  expect(changed.filter((name) => !indexes.includes(name) && !isOfBook(textOf(name)))).toEqual([]);
  expect(diff.changed).toContain('/novel/3/Romance/Lantern-2');
  expect([...diff.added, ...diff.removed].filter((path) => !isOfBook(path))).toEqual([]);
  expect(diff.assets.changed).toEqual(
    expect.arrayContaining(['/feeds/updated.rss', '/feeds/updated.atom', '/sitemap-novels-1.xml', '/sitemap.xml']),
  );
  expect(diff.assets.changed.map((url) => url.slice(1)).filter((name) => !changed.includes(name))).toEqual([]);
});

it('two builds of the same data are the same bytes, sitemaps and feeds included', async () => {
  await site.run({}, {}, WHOLE);
  const again = await smallRebuild(api.origin);
  try {
    await again.run({}, {}, WHOLE);
    const files = siteFiles(again);
    expect(Object.keys(files).filter((name) => /\/(sitemap|feeds\/)/.test(name)).length).toBeGreaterThan(10);
    expect(files).toEqual(siteFiles(site));
  } finally {
    await again.close();
  }
});
