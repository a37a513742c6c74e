import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFeeds } from '../../../src/operate/audit/checks/feeds.ts';
import { type RealSite, startRealSite } from '../../helpers/real-site.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../helpers/small-api.ts';

let api: SmallApi;
let site: RealSite;

const chapter = (title: string, day: string, price: number | null = null) => ({
  title,
  part: null,
  kind: 'chapter' as const,
  html: `<p>Text of ${title}.</p>`,
  words: 3,
  price,
  updatedAt: `2026-02-0${day}T00:00:00Z`,
});

beforeAll(async () => {
  api = await startSmallApi(60);
  const chapters = [chapter('One', '1'), chapter('Two', '2'), chapter('Three', '3', 10)];
  await api.write((open) => open.putBook(smallBook(2, { chapters })));
  site = await startRealSite(api);
});
afterAll(async () => {
  await site?.close();
  await api?.close();
});

const get: RealSite['get'] = (path, headers) => site.get(path, headers);

const TYPES: Readonly<Record<string, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  opds: 'application/atom+xml;profile=opds-catalog',
  opds2: 'application/opds+json',
};
const FEEDS = [
  ...['new', 'updated', 'ranking/hot/1', 'author/1'].flatMap((name) =>
    Object.keys(TYPES).map((format) => `/feeds/${name}.${format}`),
  ),
  '/feeds/catalog.opds',
  '/feeds/catalog.opds2',
  '/feeds/book/3.rss',
  '/feeds/book/3.atom',
];

it.each(FEEDS)('the feed %s is sent with its media type, and returns 304 to a client that has it', async (path) => {
  const { status, headers } = await get(path);
  expect([status, headers['content-type']]).toEqual([200, TYPES[path.split('.').at(-1) ?? '']]);
  const again = await get(path, { 'if-none-match': headers.etag ?? '' });
  expect([again.status, again.text]).toEqual([304, '']);
});

it('all feeds contain the elements that their formats require', async () => {
  const crawl = { origin: '', feeds: new Map(FEEDS.map((path) => [path, '/'])) };
  expect(await checkFeeds({ get } as never, crawl as never)).toEqual([]);
});

it('feeds are linked from the pages with the same content', async () => {
  const linkedFeeds = async (path: string) =>
    Array.from(
      (await get(path)).text.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/g),
      ([, , href]) => href?.replace(site.origin, ''),
    );
  expect(await linkedFeeds('/')).toEqual([
    '/feeds/new.rss',
    '/feeds/new.atom',
    '/feeds/updated.rss',
    '/feeds/updated.atom',
    '/feeds/catalog.opds',
    '/feeds/catalog.opds2',
  ]);
  expect(await linkedFeeds('/ranking/hot/1/1')).toEqual(
    ['rss', 'atom', 'opds', 'opds2'].map((one) => `/feeds/ranking/hot/1.${one}`),
  );
  expect(await linkedFeeds('/ranking/hot/1/2')).toEqual([]);
  expect(await linkedFeeds('/novel/3/Romance/Lantern-2')).toEqual(['/feeds/book/3.rss', '/feeds/book/3.atom']);
  expect(await linkedFeeds('/author/1/Author-0')).toEqual(
    ['rss', 'atom', 'opds', 'opds2'].map((one) => `/feeds/author/1.${one}`),
  );
  expect(await linkedFeeds('/genres')).toEqual([]);
});

describe('the feed of a book', () => {
  it("lists the book's chapters, newest first, without their text", async () => {
    const { text } = await get('/feeds/book/3.rss');
    expect(Array.from(text.matchAll(/<item><title>([^<]*)/g), ([, title]) => title)).toEqual(['Three', 'Two', 'One']);
    expect(text).toContain('<pubDate>Tue, 03 Feb 2026 00:00:00 GMT</pubDate>');
    expect(text).not.toContain('Text of');
  });

  it('returns 404 if the book does not exist', async () => {
    expect((await get('/feeds/book/9999.rss')).status).toBe(404);
  });
});

it.each([
  '/feeds/book/3.opds',
  '/feeds/book/3.json',
  '/feeds/author/9999.rss',
  '/feeds/new.json',
  '/feeds/toString.rss',
])('%s is not a feed and returns 404', async (path) => {
  expect((await get(path)).status).toBe(404);
});
