import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../src/operate/audit/types.ts';
import { type Answers, auditSite, HOST, link, ORIGIN, page, sitemap } from '../../helpers/crawled-site.ts';

it('the audit finds no faults on a valid site', async () => {
  expect(await auditSite()).toEqual({ pages: 3, findings: [] });
});

const home = (main: string, head = {}) => page('/', link('/genres') + main, head);
const genre = (head: Parameters<typeof page>[2], main = link('/')) => page('/genres/1/Romance', main, head);
const hreflang = (pages: Readonly<Record<string, string>>) =>
  Object.entries(pages)
    .map(([tag, path]) => `<link rel="alternate" hreflang="${tag}" href="${ORIGIN}${path}">`)
    .join('');
const jsonLd = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const feed = (type: string, body: string): Answers => ({
  '/': home('', { more: `<link rel="alternate" type="${type}" title="New" href="/feed">` }),
  '/feed': { headers: { 'Content-Type': type }, body },
});
const listed = (more: Readonly<Record<string, string>>) =>
  sitemap({ '/': '', '/genres': '', '/genres/1/Romance': '', ...more });
const robots = (text: string) => ({ '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: text } });

/** Six pages, each of which is linked from the previous one. */
const CHAIN: Answers = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((number) => [
    `/tags/${number}`,
    page(`/tags/${number}`, number < 6 ? link(`/tags/${number + 1}`) : link('/')),
  ]),
);
const CHAIN_LISTED = listed(Object.fromEntries(Object.keys(CHAIN).map((path) => [path, ''])));

const BREADCRUMBS = { '@context': 'https://schema.org', '@type': 'BreadcrumbList' };
const crumb = (position: number, more: object) => ({ '@type': 'ListItem', position, ...more });

/**
 * Faults, each with the change that causes it and the finding that is expected: kind, path and a part of the message.
 */
const FAULTS: readonly (readonly [fault: string, change: Answers, kind: string, path: string, message: string])[] = [
  [
    'a link to a missing page',
    { '/': home(link('/nothing')) },
    'broken-link',
    '/',
    '/nothing, which responds with status 404',
  ],
  ['a missing picture', { '/': home('<img src="/no.png" alt="">') }, 'broken-link', '/', 'It needs /no.png'],
  [
    'a link to a URL that redirects',
    { '/': home(link('/Genres')), '/Genres': { status: 308, headers: { Location: '/genres' } } },
    'redirected-link',
    '/',
    '/Genres, which has moved to /genres',
  ],
  [
    'a page without links to it',
    { '/tags/9': page('/tags/9', link('/')), '/sitemap-1.xml': listed({ '/tags/9': '' }) },
    'orphan',
    '/tags/9',
    'no page links to it',
  ],
  [
    'a page that is five links away from the home page',
    { ...CHAIN, '/': home(link('/tags/1')), '/sitemap-1.xml': CHAIN_LISTED },
    'depth',
    '/tags/5',
    'It is 5 links away',
  ],
  [
    'a title shared by two pages',
    { '/genres/1/Romance': genre({ title: 'Page /' }) },
    'duplicate',
    '/genres/1/Romance',
    'the same title as /',
  ],
  [
    'a description shared by two pages',
    { '/genres/1/Romance': genre({ description: 'What is at /.' }) },
    'duplicate',
    '/genres/1/Romance',
    'the same description as /',
  ],
  [
    'a title that is too long',
    { '/genres/1/Romance': genre({ title: 'x'.repeat(61) }) },
    'head',
    '/genres/1/Romance',
    '61 characters',
  ],
  [
    'no description',
    { '/genres/1/Romance': genre({ description: '' }) },
    'head',
    '/genres/1/Romance',
    '0 descriptions',
  ],
  [
    'a missing canonical page',
    { '/genres/1/Romance': genre({ canonical: `${ORIGIN}/gone` }) },
    'canonical',
    '/genres/1/Romance',
    '/gone responds with status 404',
  ],
  [
    'a canonical link to another site',
    { '/genres/1/Romance': genre({ canonical: 'https://other.example/' }) },
    'canonical',
    '/genres/1/Romance',
    'not at the first host',
  ],
  [
    'a list with a canonical page at another brand',
    { '/genres/1/Romance': genre({ canonical: 'https://www.sibling.example/genres/1/Romance' }) },
    'canonical',
    '/genres/1/Romance',
    'not at the first host',
  ],
  [
    'a canonical link to a different page at the owner',
    {
      '/': home(link('/novel/1/A/B')),
      '/novel/1/A/B': page('/novel/1/A/B', link('/'), { canonical: 'https://www.sibling.example/novel/1/A' }),
    },
    'canonical',
    '/novel/1/A/B',
    'not at the first host',
  ],
  [
    'noindex together with a different canonical page',
    { '/genres/1/Romance': genre({ canonical: `${ORIGIN}/`, more: '<meta name="robots" content="noindex">' }) },
    'canonical',
    '/genres/1/Romance',
    'which contradict each other',
  ],
  [
    'a translation that does not link back',
    { '/': home('', { more: hreflang({ 'en-US': '/', 'es-ES': '/genres' }) }) },
    'hreflang',
    '/',
    'es-ES page https://www.made-up.example/genres does not name it',
  ],
  [
    'a translation that links back only as x-default',
    {
      '/': home('', { more: hreflang({ 'en-US': '/', 'es-ES': '/genres', 'x-default': '/' }) }),
      '/genres': page('/genres', link('/genres/1/Romance'), {
        more: hreflang({ 'es-ES': '/genres', 'x-default': '/' }),
      }),
    },
    'hreflang',
    '/',
    'es-ES page https://www.made-up.example/genres does not name it',
  ],
  [
    'a missing translation',
    { '/': home('', { more: hreflang({ 'en-US': '/', 'es-ES': '/es' }) }) },
    'hreflang',
    '/',
    'may not be indexed',
  ],
  ['a robots.txt without a sitemap', robots('User-agent: *\n'), 'robots', '/robots.txt', 'names no sitemap'],
  [
    'a header that contradicts the page',
    {
      '/genres/1/Romance': {
        ...genre({ more: '<meta name="robots" content="index">' }),
        headers: { 'Content-Type': 'text/html', 'X-Robots-Tag': 'noindex' },
      },
    },
    'robots',
    '/genres/1/Romance',
    'X-Robots-Tag noindex',
  ],
  [
    'a listed page that is missing',
    { '/sitemap-1.xml': listed({ '/tags/7': '' }) },
    'sitemap',
    '/tags/7',
    'it responds with status 404',
  ],
  [
    'a page that no sitemap lists',
    { '/tags/8': page('/tags/8', link('/')), '/': home(link('/tags/8')) },
    'sitemap',
    '/tags/8',
    'no sitemap lists it',
  ],
  [
    'a listed page that robots.txt forbids',
    { '/sitemap-1.xml': listed({ '/genres?order=new': '' }) },
    'sitemap',
    '/genres?order=new',
    'robots.txt forbids it',
  ],
  [
    'a sitemap that is not XML',
    { '/sitemap-1.xml': { body: '<urlset><url></urlset>' } },
    'sitemap',
    '/sitemap-1.xml',
    'not well-formed',
  ],
  [
    'an invalid date',
    { '/sitemap-1.xml': listed({ '/': '<lastmod>yesterday</lastmod>' }) },
    'sitemap',
    '/sitemap-1.xml',
    'not a W3C date',
  ],
  [
    'a URL that is not one of its own alternates in a sitemap',
    {
      '/sitemap-1.xml': listed({
        '/': `<xhtml:link xmlns:xhtml="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="es-ES" href="${ORIGIN}/es"/>`,
      }),
    },
    'sitemap',
    '/sitemap-1.xml',
    'not one of its own alternates',
  ],
  [
    'a server error',
    { '/': home(link('/tags/3')), '/tags/3': { status: 502 } },
    'status',
    '/tags/3',
    'It responds with status 502',
  ],
  ['an element that is not closed', { '/': home('<p><b>bold</p>') }, 'html', '/', 'close'],
  [
    'a type that schema.org does not define',
    { '/': home('', { more: jsonLd({ '@context': 'https://schema.org', '@type': 'Novel' }) }) },
    'structured-data',
    '/',
    'no type Novel',
  ],
  [
    'a property that its type does not have',
    {
      '/': home('', {
        more: jsonLd({ '@context': 'https://schema.org', '@type': 'Person', name: 'Ann', chapters: 3 }),
      }),
    },
    'structured-data',
    '/',
    'Person has no property chapters',
  ],
  [
    'a value of the wrong type',
    {
      '/': home('', {
        more: jsonLd({
          '@context': 'https://schema.org',
          '@type': 'CreativeWork',
          author: { '@type': 'Place', name: 'Rome' },
        }),
      }),
    },
    'structured-data',
    '/',
    'may be Organization or Person',
  ],
  [
    'a missing field that Google requires',
    { '/': home('', { more: jsonLd({ '@context': 'https://schema.org', '@type': 'Book', name: 'Tea' }) }) },
    'structured-data',
    '/',
    'Book has no author',
  ],
  [
    'breadcrumbs without a URL',
    {
      '/': home('', {
        more: jsonLd({ ...BREADCRUMBS, itemListElement: [crumb(1, { name: 'A' }), crumb(2, { name: 'B' })] }),
      }),
    },
    'structured-data',
    '/',
    'Place 1 of the breadcrumbs has no address',
  ],
  [
    'a missing feed',
    { ...feed('application/rss+xml', ''), '/feed': { status: 404 } },
    'feed',
    '/feed',
    'It responds with status 404',
  ],
  ['a feed that is not XML', feed('application/rss+xml', '<rss><channel></rss>'), 'feed', '/feed', 'not well-formed'],
  [
    'an RSS feed without a link',
    feed(
      'application/rss+xml',
      '<rss version="2.0"><channel><title>New</title><description>New.</description></channel></rss>',
    ),
    'feed',
    '/feed',
    'The channel has no link',
  ],
  [
    'an Atom entry without a date',
    feed(
      'application/atom+xml',
      '<feed xmlns="http://www.w3.org/2005/Atom"><id>a</id><title>New</title><updated>2026-01-01T00:00:00Z</updated><author><name>A</name></author><entry><id>b</id><title>B</title><link href="/b"/></entry></feed>',
    ),
    'feed',
    '/feed',
    'An entry has no updated',
  ],
  [
    'an OPDS feed without a title',
    feed('application/opds+json', '{"metadata":{},"links":[{"rel":"self","href":"/feed"}],"navigation":[]}'),
    'feed',
    '/feed',
    'no title',
  ],
];

describe('findings', () => {
  it.each(FAULTS)('the audit reports %s', async (_fault, change, kind, path, message) => {
    const { findings } = await auditSite(change);
    const expected = { kind, url: ORIGIN + path, message: expect.stringContaining(message) };
    expect(findings).toContainEqual(expected);
  });

  it('the audit reports a second host of the brand that does not redirect to the first host', async () => {
    const hosts = [HOST, 'made-up.example'];
    const at = (status: number) => ({ '//made-up.example': { status, headers: { Location: `${ORIGIN}/` } } });
    const findings = (await auditSite(at(302), { hosts })).findings;
    expect(findings[0]).toMatchObject({ kind: 'host', url: 'https://made-up.example/' });
  });

  it('the audit reports a book whose canonical pages belong to another brand, but only if a sitemap lists the book', async () => {
    const path = '/novel/1/A/B';
    const owned = {
      '/': home(link('/genres') + link(path)),
      [path]: page(path, link('/'), { canonical: `https://www.sibling.example${path}` }),
    };
    expect((await auditSite(owned)).findings).toEqual([]);
    const { findings } = await auditSite({ ...owned, '/sitemap-1.xml': listed({ [path]: '' }) });
    expect(findings.map(({ url, message }) => [url, message])).toContainEqual([
      ORIGIN + path,
      'A sitemap lists it, but it names another page as canonical.',
    ]);
  });

  it('the audit reports that it stopped at its page limit', async () => {
    const { pages, findings } = await auditSite({}, { most: 2 });
    expect([pages, findings.map(({ kind }) => kind)]).toEqual([2, expect.arrayContaining(['unfinished'])]);
  });

  it('every kind of fault in the audit has a test, except those that only a browser can detect', () => {
    const tested = [...FAULTS.map(([, , kind]) => kind), 'host', 'unfinished', 'accessibility'];
    expect(new Set(tested)).toEqual(new Set(KINDS));
  });
});

it('the audit retries a page that responds slowly', async () => {
  let requests = 0;
  const slow = () => {
    requests += 1;
    const busy = { status: 503, headers: { 'Retry-After': '0' } };
    return requests === 1 ? busy : page('/genres', link('/genres/1/Romance'));
  };
  expect(await auditSite({ '/genres': slow })).toMatchObject({ findings: [] });
  expect(requests).toBe(2);
});

it('the audit skips the kinds of faults that its options exclude', async () => {
  const change = { '/': home(link('/nothing')) };
  expect((await auditSite(change, { skip: ['accessibility', 'broken-link'] })).findings).toEqual([]);
});
