import { describe, expect, it } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { feedsOf } from '#src/publish/rebuild/feeds.ts';
import type { Source } from '#src/shell/page/source.ts';
import { checkFeeds } from '../../../../src/operate/audit/checks/feeds.ts';
import type { SiteClient } from '../../../../src/operate/audit/site-client.ts';
import type { Crawl } from '../../../../src/operate/audit/types.ts';
import { attribute, children, parseXml, textOf, type XmlNode } from '../../../../src/operate/audit/xml.ts';
import { makeBook, memorySource, testSite } from '../../../helpers/memory-source.ts';

const RANKINGS = [{ type: 'hot', name: 'Hot', items: [{ id: 3, name: 'Weekly' }] }];

async function textsOf(source: Source): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { url, content } of feedsOf({ sites: [{ site: testSite(), source }] }))
    texts.set(url, Buffer.from(await content()).toString());
  return texts;
}

const sourceWith = (...books: Book[]) => memorySource({ books, rankings: RANKINGS });

const feedTexts = (...books: Book[]) => textsOf(sourceWith(...books));

function xmlOf(text = ''): XmlNode {
  const parsed = parseXml(text);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed.root;
}

/** The audit's findings for the feeds of a release. */
async function problemsOf(texts: ReadonlyMap<string, string>): Promise<string[]> {
  const client = {
    get: async (path: string) => ({
      status: 200,
      headers: { 'content-type': mediaType(path) },
      text: texts.get(path) ?? '',
    }),
  } as unknown as SiteClient;
  const crawl = { origin: '', feeds: new Map([...texts.keys()].map((path) => [path, '/'])) } as unknown as Crawl;
  return (await checkFeeds(client, crawl)).map(({ url, message }) => `${url}: ${message}`);
}

const FORMATS = ['rss', 'atom', 'opds', 'opds2'];

it('feeds exist for new books, updated books and rankings in every format, with a catalog', async () => {
  const texts = await feedTexts(makeBook(1), makeBook(2));
  expect([...texts.keys()].sort()).toEqual(
    [
      '/feeds/catalog.opds',
      '/feeds/catalog.opds2',
      ...['new', 'updated', 'ranking/hot/3'].flatMap((name) => FORMATS.map((format) => `/feeds/${name}.${format}`)),
    ].sort(),
  );
});

it('feeds do not exist while there are no books', async () => {
  expect((await feedTexts()).size).toBe(0);
});

const HOSTILE = 'A <b>&amp; "c"</b> ]]> d ]]> \u0007\uFFFE &lt;';
const BOOKS = [
  makeBook(1, { published_at: '2025-01-01T00:00:00Z', updated_at: '2026-05-01T00:00:00+02:00' }),
  makeBook(2, {
    title: HOSTILE,
    introduction: HOSTILE,
    published_at: '2025-03-01T00:00:00Z',
    author: { id: 5, name: HOSTILE },
    category: { name: HOSTILE, sub_name: null },
    cover: { url: '/media/2.jpg', widths: [], tone: 1 },
  }),
  makeBook(3, {
    published_at: '2025-02-01T00:00:00Z',
    updated_at: '2026-04-01T00:00:00Z',
    introduction: '',
  }),
];

it('feeds contain everything that RSS, Atom and OPDS require, whatever characters their texts contain', async () => {
  const texts = await feedTexts(...BOOKS);
  expect(await problemsOf(texts)).toEqual([]);
  const [channel] = children(xmlOf(texts.get('/feeds/new.rss')), 'channel');
  const titles = children(channel ?? {}, 'item').map((item) => textOf(item, 'title'));
  expect(titles).toEqual(['A <b>&amp; "c"</b> ]]> d ]]>  &lt;', 'Book 3', 'Book 1']);
});

it('feeds sort new books by publication, and updated books by last change', async () => {
  const texts = await feedTexts(...BOOKS);
  const ids = (name: string) => children(xmlOf(texts.get(name)), 'entry').map((entry) => textOf(entry, 'id') ?? '');
  const numbers = (name: string) => ids(name).map((id) => Number(/\/novel\/(\d+)\//.exec(id)?.[1]));
  expect(numbers('/feeds/new.atom')).toEqual([2, 3, 1]);
  expect(numbers('/feeds/updated.atom')).toEqual([1, 3, 2]);
  expect(ids('/feeds/new.atom')[1]).toBe('https://www.test.example/novel/3/Romance/Book-3');
});

it.each(['/feeds/new.rss', '/feeds/updated.rss'])('entries of %s are sorted by date', async (name) => {
  const undated = [makeBook(4, { updated_at: '2025-02-15T00:00:00Z' }), makeBook(5)];
  const texts = await feedTexts(...BOOKS, ...undated);
  const [channel] = children(xmlOf(texts.get(name)), 'channel');
  const dates = children(channel ?? {}, 'item').map((item) => Date.parse(textOf(item, 'pubDate') ?? ''));
  expect(dates).toHaveLength(5);
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
});

it('feeds contain their own URL and the URL of the page with the same content', async () => {
  const texts = await feedTexts(...BOOKS);
  const atom = xmlOf(texts.get('/feeds/new.atom'));
  expect(textOf(atom, 'id')).toBe('https://www.test.example/feeds/new.atom');
  expect(children(atom, 'link').map((link) => [attribute(link, 'rel'), attribute(link, 'href')])).toEqual([
    ['self', 'https://www.test.example/feeds/new.atom'],
    ['alternate', 'https://www.test.example/'],
  ]);
  const [channel] = children(xmlOf(texts.get('/feeds/new.rss')), 'channel');
  const [self] = children(channel ?? {}, 'atom:link');
  expect(attribute(self ?? {}, 'href')).toBe('https://www.test.example/feeds/new.rss');
});

it('feed dates depend only on the content', async () => {
  const [before, after] = [await feedTexts(...BOOKS), await feedTexts(...BOOKS)];
  expect(after).toEqual(before);
  expect(textOf(xmlOf(before.get('/feeds/updated.atom')), 'updated')).toBe('2026-04-30T22:00:00.000Z');
  expect(textOf(children(xmlOf(before.get('/feeds/updated.rss')), 'channel')[0] ?? {}, 'lastBuildDate')).toBe(
    'Thu, 30 Apr 2026 22:00:00 GMT',
  );
});

it('feeds change only when their books change', () => {
  const versions = (...books: Book[]) =>
    new Map(
      [...feedsOf({ sites: [{ site: testSite(), source: sourceWith(...books) }] })].map(({ url, version }) => [
        url,
        version,
      ]),
    );
  const old = Array.from({ length: 60 }, (_, index) => makeBook(index + 1));
  const before = versions(...old);
  // The book is not among the first fifty by id or in any ranking, so that only the list of updates changes.
  const changed = old.map((book) => (book.id === 1 ? { ...book, updated_at: '2026-09-01T00:00:00Z' } : book));
  const moved = [...versions(...changed)].flatMap(([url, version]) => (before.get(url) === version ? [] : [url]));
  expect(moved.filter((url) => !url.includes('ranking')).sort()).toEqual([
    '/feeds/catalog.opds',
    '/feeds/catalog.opds2',
    ...['atom', 'opds', 'opds2', 'rss'].map((format) => `/feeds/updated.${format}`),
  ]);
});

describe('feed catalogs', () => {
  it('list each feed with its relation and title', async () => {
    const texts = await feedTexts(...BOOKS);
    const { navigation } = JSON.parse(texts.get('/feeds/catalog.opds2') ?? '');
    expect(navigation.map(({ rel, title }: { rel: string; title: string }) => [rel, title])).toEqual([
      ['http://opds-spec.org/sort/new', 'New on Test Reads'],
      ['subsection', 'Recently updated on Test Reads'],
      ['http://opds-spec.org/sort/popular', 'Hot, Weekly – Test Reads'],
    ]);
  });

  it('use the cover of a book if feed readers can display it, or else the image of the brand', async () => {
    const { publications } = JSON.parse((await feedTexts(...BOOKS)).get('/feeds/new.opds2') ?? '');
    const pictures = publications.map(({ images }: { images: { href: string }[] }) => images[0]?.href);
    expect(pictures[0]).toBe('https://www.test.example/test_api/media/2.jpg');
    expect(pictures[1]).toBe(`https://www.test.example${testSite().brand.sharePicture}`);
  });
});

describe('the feed audit', () => {
  it('reports a feed that lacks something its format requires', async () => {
    const texts = await feedTexts(makeBook(1));
    const broken = new Map([
      ['/feeds/new.rss', (texts.get('/feeds/new.rss') ?? '').replace(/<link>[^<]*<\/link>/, '')],
      ['/feeds/new.atom', (texts.get('/feeds/new.atom') ?? '').replace(/<updated>[^<]*<\/updated>/, '')],
      ['/feeds/new.opds', (texts.get('/feeds/new.opds') ?? '').replaceAll('opds-spec.org/acquisition', 'else')],
      ['/feeds/new.opds2', (texts.get('/feeds/new.opds2') ?? '').replace(/"images":\[[^\]]*\]/, '"images":[]')],
    ]);
    expect(await problemsOf(broken)).toEqual([
      '/feeds/new.rss: The channel has no link.',
      '/feeds/new.atom: The feed has no updated.',
      expect.stringContaining('links neither to a file nor to another catalog'),
      '/feeds/new.opds2: Publication 1 has no image.',
    ]);
  });
});

it('feeds name the language of each book that is not in the language of the feed', async () => {
  const texts = await feedTexts(makeBook(1), makeBook(2, { title: 'הגשר', language: 'he' }));
  const entries = children(xmlOf(texts.get('/feeds/new.atom')), 'entry');
  const languageOf = new Map(entries.map((entry) => [textOf(entry, 'title'), attribute(entry, 'xml:lang')]));
  expect(languageOf).toEqual(
    new Map([
      ['Book 1', undefined],
      ['הגשר', 'he'],
    ]),
  );
  const [channel] = children(xmlOf(texts.get('/feeds/new.rss')), 'channel');
  const items = children(channel ?? {}, 'item').map((item) => [textOf(item, 'title'), textOf(item, 'dc:language')]);
  expect(Object.fromEntries(items)).toEqual({ 'Book 1': undefined, הגשר: 'he' });
});

it("feeds have the brand's own texts as titles", async () => {
  const site = testSite();
  const brand = { ...site.brand, texts: { en: { 'seo:feed-new': 'Fresh from {{brand}}' } } };
  const feeds = Array.from(feedsOf({ sites: [{ site: { ...site, brand }, source: sourceWith(makeBook(1)) }] }));
  const feed = feeds.find(({ url }) => url === '/feeds/new.rss');
  expect(Buffer.from((await feed?.content()) ?? '').toString()).toContain(`<title>Fresh from ${brand.appName}</title>`);
});
