import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Announcement, announceChanges, keyPath } from '#src/publish/rebuild/index-now.ts';
import { CANONICAL, type Release } from '#src/publish/release/index.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const ORIGIN = 'https://www.ash.test';

interface Call {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal;
}

let root: string;
let posted: {
  url: string;
  method: string;
  type: string;
  isBounded: boolean;
  body: { urlList: string[] } & Record<string, unknown>;
}[];
let answers: Response[];
let status: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-index-now-'));
  posted = [];
  answers = [];
  status = 200;
  vi.stubGlobal('fetch', async (url: string, { method, headers, body, signal }: Call) => {
    posted.push({ url, method, type: headers['content-type'] ?? '', isBounded: !!signal, body: JSON.parse(body) });
    const answer = new Response('', { status });
    answers.push(answer);
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(root, { recursive: true, force: true });
});

interface Content {
  /** Hashes of pages by path. A hash ends with `!` if another brand owns the page. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Entries of each sitemap: URLs, and when they last changed. */
  readonly sitemaps?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Files carried over from earlier releases. */
  readonly carried?: readonly string[];
}

let createdCount = 0;
function release({ pages = {}, sitemaps = {}, carried = [] }: Content): Release {
  createdCount += 1;
  const folder = join(root, String(createdCount));
  mkdirSync(join(folder, 'site'), { recursive: true });
  const texts = Object.entries(sitemaps).map(([name, entries]): [string, string] => [
    `/${name}`,
    Object.entries(entries)
      .map(([path, day]) => `<url><loc>${ORIGIN}${path}</loc><lastmod>${day}</lastmod></url>`)
      .join(''),
  ]);
  for (const [name, text] of texts) writeFileSync(join(folder, 'site', name), text);
  const files = new Map(texts);
  const rows = Object.entries(pages).map(([path, hash]) => ({
    path,
    hash,
    canonical: hash.endsWith('!') ? CANONICAL.ofOwner : 0,
  }));
  return {
    folder,
    pages: () => rows,
    page: (path: string) => rows.find((row) => row.path === path),
    assets: () => [...files.keys()].map((url) => ({ url, age: carried.includes(url) ? 1 : 0 })),
    asset: (url: string) => (files.has(url) ? { version: files.get(url) } : undefined),
    hasAsset: (url: string) => files.has(url),
  } as unknown as Release;
}

const brand: Announcement['brand'] = {
  id: 'ash',
  hosts: ['www.ash.test', 'ash.test'],
  locales: ['en'],
  indexNowKey: 'the-key',
};
async function announced(before: Content, after: Content, announcedBrand = brand) {
  const { log, lines } = recordingLog();
  await announceChanges({
    brand: announcedBrand,
    before: release(before),
    after: release(after),
    endpoint: 'https://engine.test/',
    log,
  });
  return { lines, paths: posted.flatMap(({ body }) => body.urlList).map((url) => url.replace(ORIGIN, '')) };
}

describe('announceChanges, which sends changed URLs to IndexNow', () => {
  it('sends the URLs of added, changed and removed pages, and no others', async () => {
    const { paths } = await announced(
      { pages: { '/genres': 'a', '/tags': 'b', '/hotnovels': 'c' } },
      { pages: { '/genres': 'a', '/tags': 'other', '/keywords': 'd' } },
    );
    expect(paths.sort()).toEqual(['/hotnovels', '/keywords', '/tags']);
  });

  it('sends each URL once, even if both a page and its sitemap entry changed', async () => {
    const { paths } = await announced(
      { pages: { '/tags': 'a', '/genres': 'a' }, sitemaps: { 'sitemap-site-1.xml': { '/tags': '1', '/genres': '1' } } },
      { pages: { '/tags': 'b', '/genres': 'b' }, sitemaps: { 'sitemap-site-1.xml': { '/tags': '2', '/genres': '1' } } },
    );
    expect(paths).toEqual(['/tags', '/genres']);
  });

  it('sends the URLs of added, changed and removed sitemap entries, but not of entries that moved to another file', async () => {
    const { paths } = await announced(
      { sitemaps: { 'sitemap-novels-1.xml': { '/novel/1': '1', '/novel/2': '1', '/novel/3': '1' } } },
      {
        sitemaps: {
          'sitemap-novels-1.xml': { '/novel/2': '2' },
          'sitemap-novels-2.xml': { '/novel/3': '1', '/novel/4': '1' },
        },
      },
    );
    expect(paths.sort()).toEqual(['/novel/1', '/novel/2', '/novel/4']);
  });

  it('sends URLs without XML escapes', async () => {
    const { paths } = await announced(
      {},
      { sitemaps: { 'sitemap-site-1.xml': { '/a&amp;b&apos;c&quot;d&lt;&gt;': '1' } } },
    );
    expect(paths).toEqual([`/a&b'c"d<>`]);
  });

  it('ignores sitemaps that are only carried over from earlier releases', async () => {
    const { paths } = await announced(
      { sitemaps: { 'sitemap-novels-1.xml': { '/novel/1': '1' } } },
      {
        sitemaps: { 'sitemap-novels-1.xml': { '/novel/1': '1' }, 'sitemap-novels-9.xml': { '/novel/9': '1' } },
        carried: ['/sitemap-novels-9.xml'],
      },
    );
    expect(paths).toEqual([]);
  });

  it('ignores pages that another brand owns or that must not be indexed', async () => {
    const { paths } = await announced(
      {},
      {
        pages: {
          '/novel/1/Romance/Sea': 'a!',
          '/login': 'a',
          '/ranking': 'a',
          '/404': 'a',
          '/nowhere/at/all': 'a',
          '/tags': 'a',
        },
      },
    );
    expect(paths).toEqual(['/tags']);
  });

  it("uses the brand's first host and its key, and sends nothing if the brand has no host or key", async () => {
    await announced({}, { pages: { '/tags': 'a' } });
    expect(posted).toEqual([
      {
        url: 'https://engine.test/',
        method: 'POST',
        type: 'application/json; charset=utf-8',
        isBounded: true,
        body: {
          host: 'www.ash.test',
          key: 'the-key',
          keyLocation: `${ORIGIN}${keyPath('the-key')}`,
          urlList: [`${ORIGIN}/tags`],
        },
      },
    ]);
    expect(answers.every(({ bodyUsed }) => bodyUsed)).toBe(true);
    posted = [];
    await announced({}, { pages: { '/tags': 'a' } }, { ...brand, indexNowKey: undefined });
    await announced({}, { pages: { '/tags': 'a' } }, { ...brand, hosts: [] });
    await announced({ pages: { '/tags': 'a' } }, { pages: { '/tags': 'a' } });
    expect(posted).toEqual([]);
  });

  it('sends ten thousand URLs per call', async () => {
    const pages = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`/tags/${n + 1}/t`, 'a']));
    await announced({}, { pages });
    expect(posted.map(({ body }) => body.urlList.length)).toEqual([10_000, 1]);
  });

  it('logs a failure and does not stop the rebuild', async () => {
    status = 429;
    const { lines } = await announced({}, { pages: { '/tags': 'a' } });
    expect(lines.join()).toContain('IndexNow responded with status 429');
  });
});
