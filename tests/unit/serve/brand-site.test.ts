import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Brand } from '#src/brand/registry.ts';
import { hash } from '#src/lib/hash.ts';
import { STALE_HEADER } from '#src/lib/response-headers.ts';
import type { Release } from '#src/publish/release/index.ts';
import { type BrandSite, createBrandSite } from '#src/serve/brand-site.ts';
import type { ContentDecision } from '#src/serve/decide/decision.ts';
import { createFileStore } from '#src/serve/files/file-store.ts';
import { createContent } from '#src/serve/http/representation.ts';
import type { SiteResponse } from '#src/serve/http/responses.ts';
import type { RenderResult } from '#src/serve/render/render-cache.ts';
import { html, PAGE_POLICY, publish, testBrand } from '../../helpers/published-brand.ts';
import { recordingLog } from '../../helpers/recording-log.ts';
import { parsedRequest } from './parsed-request.ts';

const SCRIPT = '/_astro/reader.0a1b2c3d.js';
const HASHED = 'public, max-age=31536000, immutable';

let state: string;
let site: BrandSite | undefined;
let requestedPaths: string[];
let answer: () => Promise<RenderResult>;
let lines: readonly string[];
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'lectern-site-'));
  mkdirSync(join(state, 'client'));
  requestedPaths = [];
  answer = async () => ({ kind: 'error', status: 404 });
  await publish(state, 'ash', { pages: { '/': html('home') }, assets: { [SCRIPT]: '"reader"' } });
});
afterEach(() => {
  site?.close();
  site = undefined;
  rmSync(state, { recursive: true, force: true });
});

function start(change: Partial<Brand> = {}): { site: BrandSite; release: Release } {
  const recording = recordingLog();
  lines = recording.lines;
  site = createBrandSite({
    ...testBrand('ash', change),
    state,
    clientFolder: join(state, 'client'),
    files: createFileStore(1e6),
    rendered: {
      async get(_brand, address, snapshot) {
        requestedPaths.push(snapshot === undefined ? address : `${address} by ${snapshot.slice(state.length + 1)}`);
        return answer();
      },
      forget() {},
      forgetAll() {},
      gauge: () => ({ bytes: 0, limit: 0 }),
      queues: () => [],
    },
    log: recording.log,
    serviceWorker: false,
  });
  const release = site.release();
  if (!release) throw new Error('No release is live.');
  return { site, release };
}

const home = (release: Release, variesByLanguage = false): ContentDecision => {
  const page = release.page('/');
  if (!page) throw new Error('The release has no home page.');
  return { kind: 'page', page, variesByLanguage };
};
const toRender = (change: object = {}): ContentDecision => ({
  kind: 'render',
  match: { kind: 'sharedBook', value: 7 } as never,
  address: '/s/7',
  isCacheable: true,
  variesBySection: false,
  ...change,
});
const rendered = (change: object = {}): RenderResult => ({
  kind: 'page',
  content: createContent(Buffer.from(html('rendered')), 'text/html; charset=utf-8', 'e'),
  csp: undefined,
  freshUntil: Date.now() + 300_000,
  ...change,
});
const textOf = async ({ content }: SiteResponse) => Buffer.from((await content.bytes('identity')) ?? '').toString();

async function respond(decide: (release: Release) => ContentDecision, path = '/', change: Partial<Brand> = {}) {
  const { site: running, release } = start(change);
  const response = await running.respond(decide(release), parsedRequest(path), release);
  return { response: response as SiteResponse, release };
}

describe('a prerendered page sent by the server', () => {
  it("has the brand's content security policy, and is cached for all visitors while its release is live", async () => {
    const { response, release } = await respond((one) => home(one));
    expect(response).toMatchObject({
      status: 200,
      headers: { 'Content-Security-Policy': PAGE_POLICY },
      cacheable: { release, until: Number.POSITIVE_INFINITY },
    });
    expect(response.headers).not.toHaveProperty('Vary');
    expect(await textOf(response)).toBe(html('home'));
  });

  it('has a Vary header and is not cached if it depends on the language', async () => {
    const { response } = await respond((release) => home(release, true));
    expect(response.headers['Vary']).toBe('Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Site');
    expect(response.cacheable).toBeUndefined();
  });
});

describe('the response that replaces a damaged page', () => {
  const instead = async (variesByLanguage: boolean) => {
    const { site: running, release } = start();
    const response = await running.respondWithFallback(home(release, variesByLanguage), parsedRequest('/'), release);
    return { response: response as SiteResponse, release };
  };

  it('is the page, rendered again from the snapshot and cached briefly', async () => {
    answer = async () => rendered();
    const before = Date.now();
    const { response, release } = await instead(false);
    expect(requestedPaths).toEqual(['/ by ash/catalogue.db']);
    expect(await textOf(response)).toBe(html('rendered'));
    expect(response.cacheable?.release).toBe(release);
    expect(response.cacheable?.until).toBeGreaterThan(before);
    expect(response.cacheable?.until).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(response.headers).not.toHaveProperty(STALE_HEADER);
  });

  it('has a Vary header and is not cached if the page depends on the language', async () => {
    answer = async () => rendered();
    const { response } = await instead(true);
    expect(response.headers['Vary']).toBe('Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Site');
    expect(response.cacheable).toBeUndefined();
  });

  it('is the page from the previous release, marked as stale, if rendering fails', async () => {
    await publish(state, 'ash', { pages: { '/': html('home of today') } });
    answer = () => Promise.reject(new Error('no threads'));
    const { response } = await instead(false);
    expect(await textOf(response)).toBe(html('home'));
    expect(response.headers).toMatchObject({ [STALE_HEADER]: '1', 'Content-Security-Policy': PAGE_POLICY });
  });

  it('is an error page with Retry-After if there is no other copy', async () => {
    const { response } = await instead(false);
    expect(response).toMatchObject({ status: 503, cacheControl: 'no-store', cacheable: undefined });
    expect(response.headers).toMatchObject({ 'Retry-After': '5', 'X-Robots-Tag': 'noindex' });
  });
});

describe('a page rendered on request', () => {
  it('is cached for all visitors while it is fresh, for at most half a second', async () => {
    const past = Date.now() - 1;
    answer = async () => rendered({ freshUntil: past });
    const { response, release } = await respond(() => toRender());
    expect(requestedPaths).toEqual(['/s/7']);
    expect(response).toMatchObject({ status: 200, freshUntil: past, cacheable: { release, until: past } });
    const before = Date.now();
    answer = async () => rendered();
    const { until = 0 } = (await respond(() => toRender())).response.cacheable ?? {};
    expect(until).toBeGreaterThanOrEqual(before + 500);
    expect(until).toBeLessThanOrEqual(Date.now() + 500);
  });

  it('has a Vary header and is not cached if it depends on the visitor', async () => {
    answer = async () => rendered();
    const { response } = await respond(() => toRender({ isCacheable: false, variesBySection: true }));
    expect(response.cacheable).toBeUndefined();
    expect(response.freshUntil).toBeUndefined();
    expect(response.headers['Vary']).toBe('Accept-Encoding, Cookie');
  });

  it('has the content security policy that it was rendered with, and a header if it is stale', async () => {
    answer = async () => rendered({ csp: "default-src 'self'", isStale: true });
    const { response } = await respond(() => toRender());
    expect(response.headers['Content-Security-Policy']).toMatch(/^default-src 'self'/);
    expect(response.headers[STALE_HEADER]).toBe('1');
  });

  it('becomes an error page if rendering fails, and its path is logged', async () => {
    answer = () => Promise.reject(new Error('a fault in the page'));
    const { response } = await respond(() => toRender(), '/s/7');
    expect(response).toMatchObject({ status: 500, cacheControl: 'no-store' });
    expect(lines.join('\n')).toContain('rendering /s/7 failed: Error: a fault in the page');
    expect(lines.join('\n')).toContain('the page responded with status 500');
  });
});

describe('an error page sent by the server', () => {
  const errorOf = (status: number) => async () => {
    const { response } = await respond((release) => ({
      kind: 'errorPage',
      status,
      page: release.page('/404') as never,
    }));
    return response;
  };

  it('is neither cached nor indexed', async () => {
    const response = await errorOf(404)();
    expect(response).toMatchObject({ status: 404, cacheControl: 'no-store', cacheable: undefined });
    expect(response.headers['X-Robots-Tag']).toBe('noindex');
    expect(response.headers).not.toHaveProperty('Link');
    expect(response.headers).not.toHaveProperty('Retry-After');
  });

  it('names the authority in a header if the page was taken down for legal reasons', async () => {
    expect((await errorOf(451)()).headers['Link']).toBe('<https://ash.test>; rel="blocked-by"');
  });

  it('shows the reason of a takedown, without losing its headers', async () => {
    const notFound = '<title>Lost</title><h1>Lost</h1><p>Look elsewhere.</p></html>';
    await publish(state, 'ash', { pages: { '/404': notFound } });
    const { response } = await respond((release) => {
      const page = release.page('/404') as never;
      return { kind: 'errorPage', status: 451, page, reason: 'Order 7' };
    });
    expect(await textOf(response)).toContain('Reason given: Order 7');
    expect(response).toMatchObject({ status: 451, cacheControl: 'no-store' });
  });

  it('has a Retry-After header if the site is unavailable', async () => {
    expect((await errorOf(503)()).headers['Retry-After']).toBe('5');
  });
});

describe("a file requested from a brand's site", () => {
  it('is cached forever if its name contains a hash', async () => {
    const { response, release } = await respond(() => ({ kind: 'asset' }), SCRIPT);
    expect(response).toMatchObject({ status: 200, cacheControl: HASHED });
    expect(response.cacheable).toEqual({ release, until: Number.POSITIVE_INFINITY });
    expect(await textOf(response)).toBe('"reader"');
  });

  it('is sent even without a release if it is robots.txt or the file with the IndexNow key', async () => {
    const robots = await respond(() => ({ kind: 'asset' }), '/robots.txt');
    expect(await textOf(robots.response)).toContain('Sitemap: https://ash.test/');
    expect(robots.response.cacheControl).not.toBe(HASHED);
    site?.close();
    const key = await respond(() => ({ kind: 'asset' }), '/0123456789abcdef.txt', { indexNowKey: '0123456789abcdef' });
    expect(await textOf(key.response)).toBe('0123456789abcdef');
  });

  it('is replaced by the not-found page if it does not exist', async () => {
    const { response } = await respond(() => ({ kind: 'asset' }), '/_astro/none.0a1b2c3d.js');
    expect(response).toMatchObject({ status: 404, cacheControl: 'no-store' });
    expect(await textOf(response)).toBe(html('not found'));
  });

  it('is read from the previous release if it is damaged', async () => {
    await publish(state, 'ash', { pages: {}, assets: { [SCRIPT]: '"reader of today"' } });
    const { site: running, release } = start();
    const response = await running.respondWithFallback({ kind: 'asset' }, parsedRequest(SCRIPT), release);
    expect(response).toMatchObject({ status: 200, cacheControl: HASHED });
    expect(await textOf(response as SiteResponse)).toBe('"reader"');
  });
});

describe('Strict-Transport-Security on a site', () => {
  const instead = async (decide: (release: Release) => ContentDecision, path = '/') => {
    const { site: running, release } = start();
    return {
      response: (await running.respondWithFallback(decide(release), parsedRequest(path), release)) as SiteResponse,
    };
  };
  const publishAgain = () => publish(state, 'ash', { pages: { '/': html('new') }, assets: { [SCRIPT]: '"new"' } });
  const pageError = (release: Release): ContentDecision => ({
    kind: 'errorPage',
    status: 404,
    page: release.page('/404') as never,
  });

  it.each<[string, () => Promise<{ response: SiteResponse }>]>([
    ['a prerendered page', () => respond((release) => home(release))],
    ['a page rendered on request', () => respond(() => toRender())],
    ['a damaged page that is rendered again', () => instead((release) => home(release))],
    ['an error page', () => respond(pageError)],
    ['a browser file', () => respond(() => ({ kind: 'asset' }), SCRIPT)],
    ['an earlier browser file in place of a damaged one', () => instead(() => ({ kind: 'asset' }), SCRIPT)],
  ])('is sent with %s', async (_what, responded) => {
    await publishAgain();
    answer = async () => rendered();
    expect((await responded()).response.headers).toHaveProperty('Strict-Transport-Security');
  });

  it('is also sent with a page of an earlier release that replaces a damaged page', async () => {
    await publishAgain();
    const { response } = await instead((release) => home(release));
    expect(await textOf(response)).toBe(html('home'));
    expect(response.headers).toHaveProperty('Strict-Transport-Security');
  });
});

describe('a compression dictionary sent by the server', () => {
  const PATH = '/_brand/novel.es.0123456789.dict';
  const dictionary = () => respond(() => ({ kind: 'dictionary', name: { kind: 'novel', locale: 'es' } }), PATH);

  it('is sent at its URL, cached forever, with a header that says which pages it is for', async () => {
    const result = rendered();
    answer = async () => result;
    const { response, release } = await dictionary();
    expect(requestedPaths).toEqual([PATH]);
    expect(response).toMatchObject({
      status: 200,
      cacheControl: HASHED,
      headers: {
        'Use-As-Dictionary': 'match="/es/novel/*", match-dest=("document" "")',
        'Content-Security-Policy': "frame-ancestors 'none'",
        'Strict-Transport-Security': expect.any(String),
      },
      cacheable: { release, until: Reflect.get(result, 'freshUntil') },
    });
    expect(await textOf(response)).toBe(html('rendered'));
  });

  it.each([
    [404, async (): Promise<RenderResult> => ({ kind: 'error', status: 404 })],
    [503, async (): Promise<RenderResult> => ({ kind: 'error', status: 503 })],
    [500, async () => ({ kind: 'redirect', status: 308, location: '/' }) as never],
    [500, () => Promise.reject(new Error('a fault'))],
  ])('gets status %i if it is unavailable', async (status, pages) => {
    answer = pages;
    const { response } = await dictionary();
    expect(response).toMatchObject({ status });
    expect(response.headers).not.toHaveProperty('Use-As-Dictionary');
  });
});

it('a disabled service worker is replaced by a script that unregisters it, and is never cached', async () => {
  const { response } = await respond(() => ({ kind: 'serviceWorker' }), '/sw.js');
  expect(response).toMatchObject({ status: 200, cacheControl: 'no-cache', cacheable: undefined });
  expect(await textOf(response)).toContain('unregister');
});

it('a damaged file is logged and noted for the next rebuild', async () => {
  const { site: running, release } = start();
  const file = join(release.folder, 'site', release.page('/')?.file ?? '');
  for (const form of [file, `${file}.br`]) writeFileSync(form, 'spoiled');
  const response = (await running.respond(home(release), parsedRequest('/'), release)) as SiteResponse;
  await expect(response.content.bytes('identity')).rejects.toThrow('missing or damaged');
  expect(lines.join('\n')).toContain('npm run rebuild -- --brand ash');
});

it('a response has a hash as its ETag', async () => {
  const { response } = await respond((release) => home(release));
  expect(response.content.etag).toBe(hash(Buffer.from(html('home')), 32));
});
