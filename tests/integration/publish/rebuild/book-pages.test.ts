import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookChoice } from '#src/brand/schema.ts';
import { openLive } from '#src/publish/release/index.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeAll(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
});
afterAll(async () => {
  await site.close();
  await api.close();
});

const night = (books: BookChoice = 3) => site.run({ mode: 'night' }, {}, { prerender: { books } });

/** Paths of novels and chapters in the live release. */
function bookPages(): string[] {
  const live = openLive(site.folder);
  const paths = Array.from(live?.pages() ?? [], ({ path }) => path);
  live?.close();
  return paths.filter((path) => /^\/(novel|book-reader)\//.test(path));
}

const HOTTEST = [
  '/book-reader/1/1',
  '/book-reader/2/2',
  '/book-reader/3/3',
  '/novel/1/Romance/Harbour-0',
  '/novel/2/Mystery/Meadow-1',
  '/novel/3/Romance/Lantern-2',
];

describe('nightly rebuilds of a brand with the three hottest books prerendered', () => {
  it('publish the novel pages and first chapters of these books, in addition to the lists', async () => {
    const { pages } = await night();
    expect(bookPages()).toEqual(HOTTEST);
    expect(livePage(site.folder, 'book-reader/2/2.html')).toContain('Text.');
    expect(livePage(site.folder, 'novel/2/Mystery/Meadow-1.html')).toContain('What happens in book 1.');
    const without = await site.run({ mode: 'dry-run', of: { mode: 'night' } }, {}, {});
    expect(without.pages).toMatchObject({ removed: HOTTEST.length, total: pages.total - HOTTEST.length });
  });

  it('publish nothing if no data changed', async () => {
    const before = liveFiles(site.folder);
    // The dry run above has removed the books from the snapshot; they return unchanged.
    expect(await night()).toMatchObject({ status: 'unchanged', pages: { rendered: 0 } });
    expect(liveFiles(site.folder)).toEqual(before);
  });

  it('render only the pages of a book whose text changed', async () => {
    const [chapter] = smallBook(1).chapters;
    if (!chapter) throw new Error('book 1 has no chapter');
    const change = { chapters: [{ ...chapter, html: '<p>Other words.</p>' }], updatedAt: '2026-04-01T00:00:00Z' };
    await api.write((open) => open.putBook(smallBook(1, change)));
    const before = liveFiles(site.folder);
    expect(await night()).toMatchObject({ status: 'published', pages: { rendered: 2, removed: 0 } });
    const after = liveFiles(site.folder);
    const changed = Object.keys(after).filter((file) => file.endsWith('.html') && after[file] !== before[file]);
    expect(changed).toEqual(['site/book-reader/2/2.html', 'site/novel/2/Mystery/Meadow-1.html']);
    expect(livePage(site.folder, 'book-reader/2/2.html')).toContain('Other words.');
  });

  it('replace the pages of a book that is no longer among the hottest', async () => {
    await api.write((open) => open.putBook(smallBook(30, { hot: 2_000_000, updatedAt: '2026-04-02T00:00:00Z' })));
    expect(await night()).toMatchObject({ status: 'published' });
    expect(bookPages()).toEqual([
      '/book-reader/1/1',
      '/book-reader/2/2',
      '/book-reader/31/31',
      '/novel/1/Romance/Harbour-0',
      '/novel/2/Mystery/Meadow-1',
      '/novel/31/Romance/Harbour-30',
    ]);
  });

  it('remove the pages of a removed book', async () => {
    await api.write((open) => open.removeBook('book-30'));
    await night();
    expect(bookPages()).toEqual([...HOTTEST]);
  });
});

it('a rebuild publishes a chapter that has become free, updates its date in the sitemap, and finds nothing to change the next time', async () => {
  const [chapter] = smallBook(1).chapters;
  if (!chapter) throw new Error('book 1 has no chapter');
  const html = `<p>${'word '.repeat(200)}the end.</p>`;
  const timedChapter = { ...chapter, html, words: 202, price: 5, freeFrom: '2031-05-03T10:00:00Z' };
  const dates = { updatedAt: '2026-04-03T00:00:00Z', key: 'book-1' };
  await api.write((open) => open.putBook(smallBook(1, { ...dates, chapters: [chapter, timedChapter] })));
  api.setNow(new Date('2031-05-03T09:59:59Z'));
  await night();
  const sitemap = () => livePage(site.folder, 'sitemap-chapters-1.xml')?.split('<url>') ?? [];
  const [first, ...before] = [liveFiles(site.folder), ...sitemap()];
  expect(await night()).toMatchObject({ status: 'unchanged' });

  api.setNow(new Date('2031-05-03T10:00:00Z'));
  expect(await night()).toMatchObject({ status: 'published' });
  const changed = sitemap().filter((line, place) => line !== before[place]);
  expect(changed).toEqual([expect.stringMatching(/\/book-reader\/2\/\d+<\/loc><lastmod>2031-05-03</)]);
  const after = liveFiles(site.folder);
  const files = Object.keys(after).filter((file) => file.startsWith('site/novel/') && after[file] !== first[file]);
  expect(files.filter((file) => file.endsWith('.html'))).toEqual(['site/novel/2/Mystery/Meadow-1.html']);
  expect(await night()).toMatchObject({ status: 'unchanged' });
});

it('a rebuild removes all book pages after prerendering is changed from all books to none', async () => {
  const { pages } = await night('all');
  expect(bookPages()).toHaveLength(2 * 59);
  const after = await night('none');
  expect(after).toMatchObject({ status: 'published', pages: { rendered: 0, removed: 2 * 59 } });
  expect(after.pages.total).toBe(pages.total - 2 * 59);
  expect(after.pages.total).toBeLessThan(pages.total / 2);
});
