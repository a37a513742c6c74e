import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaths, searchWord } from '#src/routes/paths.ts';
import { ODD, UNSTORABLE } from '../../helpers/hostile-text.ts';
import { type RealSite, startRealSite } from '../../helpers/real-site.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../helpers/small-api.ts';
import { examples } from '../../slow-tests.ts';

/** Texts, each of which is the title, author, tag, keyword, genre and category of one book. */
const NAMES = ODD.filter((text) => text.length < 300 && text.trim() !== '');
const BOOKS = 60;

let api: SmallApi;
let site: RealSite;
const paths = createPaths('en');

beforeAll(async () => {
  api = await startSmallApi(BOOKS);
  await api.write((open) =>
    open.putBook(smallBook(3, { title: '100% [love]', tags: ['50%25 off'], keywords: ['a%2Fb | c'], category: '%41' })),
  );
  for (const [index, name] of NAMES.entries()) {
    const named = { title: name, author: { name, introduction: '' }, tags: [name], keywords: [name], genres: [name] };
    await api.write((open) => open.putBook(smallBook(BOOKS + index, { ...named, category: name })));
  }
  site = await startRealSite(api);
});
afterAll(async () => {
  await site?.close();
  await api?.close();
});

const piece = fc.oneof(
  fc.constantFrom(
    '%',
    '%25',
    '%2F',
    '%41',
    '%00',
    '%zz',
    '/',
    '\\',
    '?',
    '#',
    '+',
    '&',
    '=',
    '.',
    '..',
    ' ',
    '[',
    ']',
    '|',
  ),
  fc.constantFrom(
    '\0',
    '\n',
    '\ud800',
    '\udfff',
    '\u202e',
    '\u200d',
    'e\u0301',
    '\u0085',
    '😀',
    '三体',
    'a',
    'love',
    'result',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const anyText = fc.oneof(
  fc.constantFrom(...ODD, ...UNSTORABLE),
  fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
);

/** Returns the status of a results page, and the word in the page's search field. */
async function searched(path: string) {
  const { status, text } = await site.get(path);
  if (status !== 200) return { status };
  const { document } = parseHTML(text);
  // Skips the search field in the header.
  return { status, word: document.querySelector('main input[name=q]')?.getAttribute('value') ?? '' };
}

/** Maximum length of the search field in UTF-16 code units. */
const FIELD_LENGTH = 200;

/** Returns the query that a browser sends when it submits the form. */
const formQuery = (q: string) => new URLSearchParams({ q }).toString();

describe.each([
  ['search', '/search', paths.searchResult],
  ['all results', '/search-more', paths.searchMore],
] as const)('the page of %s for any text', (_name, form, pathOf) => {
  it('has a separate URL for each text, and searches for exactly that text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const path = pathOf(text);
        const word = searchWord(text);
        expect(path === form, text).toBe(word === '');
        expect(await searched(path), text).toEqual({ status: 200, word });
      }),
      { numRuns: examples(60) },
    );
  });

  it('can be opened with the search form without scripts', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const typed = text.slice(0, FIELD_LENGTH).toWellFormed();
        const { status, headers } = await site.get(`${form}?${formQuery(typed)}`);
        const path = pathOf(typed);
        if (path === form) expect(status, text).toBe(200);
        else expect([status, headers['location']], text).toEqual([302, path]);
      }),
      { numRuns: examples(60) },
    );
  });
});

describe('search words with a percent sign', () => {
  it.each([
    ['100% love', '/search/result/100%25%20love'],
    ['%', '/search/result/%25'],
    ['50%off', '/search/result/50%25off'],
    ['%41', '/search/result/%2541'],
    ['%2F', '/search/result/%252F'],
    ['%25'.repeat(60), `/search/result/${'%2525'.repeat(60)}`],
    [`%${'25'.repeat(40)}41`, `/search/result/%25${'25'.repeat(40)}41`],
  ])('have a results page with their own URL: %s at %s', async (word, path) => {
    expect(paths.searchResult(word)).toBe(path);
    expect(await searched(path)).toEqual({ status: 200, word });
  });

  it('match books, and the results link to existing pages', async () => {
    const { text } = await site.get(paths.searchResult('100% [love]'));
    const links = [...text.matchAll(/ href="(\/(?:novel|tags|keywords|category)\/[^"]*)"/g)].map(
      ([, href = '']) => href,
    );
    expect(links).toContain('/novel/4/-41/100---love-');
    for (const link of new Set(links)) expect([link, (await site.get(link)).status]).toEqual([link, 200]);
  });
});

describe('a book whose title, author and tags all have the same unusual name', () => {
  it.each(NAMES.map((name, index) => [name, BOOKS + index + 1] as const))(
    '%j has pages at every URL with that name',
    async (name, id) => {
      const { status, headers } = await site.get(`/novel/${id}`);
      expect(status).toBe(308);
      const address = headers['location'] ?? '';
      const { text } = await site.get(address);
      const { document } = parseHTML(text);
      expect(document.querySelector('h1')?.textContent.trim()).toBe(oneLine(name));
      const links = [...document.querySelectorAll('main a[href]')].map((link) => link.getAttribute('href') ?? '');
      const named = [...new Set(links)].filter((href) => /^\/(?:author|tags|keywords|category|genres)\/./.test(href));
      expect(named.length).toBeGreaterThan(2);
      for (const href of named) {
        const page = await site.get(href);
        expect([href, page.status]).toEqual([href, 200]);
        // Categories and keywords have no ids, so names without letters share a URL.
        if (/^\/(?:category|keywords)\//.test(href)) continue;
        const heading = parseHTML(page.text).document.querySelector('h1')?.textContent ?? '';
        expect(oneLine(heading), href).toContain(oneLine(name));
      }
    },
  );
});

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

describe('invalid text in a URL', () => {
  it.each([
    '/search/result/%',
    '/search/result/%zz',
    '/search/result/%E4%B8',
    '/search/result/%ED%A0%80',
    '/search/result/%C0%AF',
    '/search/result/a%00b',
    '/search/result/a%2Fb',
    '/search/result/a%5Cb',
    '/search/result/%2E%2E',
    '/search-more/result/%',
    '/keywords/%',
    '/keywords/%00/1',
    '/novel/%ED%A0%80',
    '/category/%',
    '/secPage/%FF',
    '/author/1/%',
    '/tags/1/%zz',
    '/feeds/book/%.rss',
    '/share/%.jpg',
    '/%',
    '/%00',
  ])('%s returns 400', async (path) => {
    expect((await site.get(path)).status).toBe(400);
  });

  it.each([
    '/search?q=%',
    '/search?q=%zz',
    '/search?q=%00',
    '/search?q=%ED%A0%80',
    '/search-more?q=%&group=%00&page=%',
  ])('%s returns a page or redirects to a page', async (path) => {
    const { status, headers } = await site.get(path);
    expect([200, 302]).toContain(status);
    if (status === 302) expect((await site.get(headers['location'] ?? '')).status).toBe(200);
  });

  it('never causes a server error, whatever the path', async () => {
    const head = fc.constantFrom('search', 'search-more', 'keywords', 'tags', 'category', 'novel', 'author', 'secPage');
    const segment = fc.oneof(
      anyText.map((text) => encodeURIComponent(text.toWellFormed())),
      fc
        .array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 })
        .map((bytes) => bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
      fc.constantFrom('%', '%2', '%zz', '1', 'result', 'page-2', '7'),
    );
    await fc.assert(
      fc.asyncProperty(head, fc.array(segment, { minLength: 1, maxLength: 3 }), async (kind, segments) => {
        const { status } = await site.get(`/${kind}/${segments.join('/')}`);
        expect([200, 302, 308, 400, 404, 414]).toContain(status);
      }),
      { numRuns: examples(150) },
    );
  });

  it.each(['//', '///', '//evil.example', '//%', '/\\evil'])(
    'GET %s does not redirect to another host',
    async (path) => {
      const { status, headers } = await site.get(path);
      expect([200, 308, 400, 404]).toContain(status);
      expect(headers['location'] ?? '/').toMatch(/^\/(?![/\\])/);
    },
  );
});
