import { describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import { COVERS_TYPE } from '#src/lib/media-types.ts';
import type { SiteApp } from '#src/publish/bundle/index.ts';
import { type RenderTask, renderPage } from '#src/serve/render/render-page.ts';
import { html, testBrand } from '../../../helpers/published-brand.ts';

const { brand } = testBrand('ash').bundle;
const PAGE = html('a novel');
const task = (address: string, change: Partial<RenderTask> = {}): RenderTask => ({
  brand,
  address,
  upstreamOrigin: 'http://127.0.0.1:1',
  requestId: undefined,
  ...change,
});
const site = (render: SiteApp['render'], renderSample?: SiteApp['renderSample']): SiteApp =>
  renderSample ? { render, renderSample } : { render };
const answering = (body: string | null, init: ResponseInit) =>
  renderPage({ ...site(async () => new Response(body, init)), policy: "default-src 'self'" }, task('/genres'));

describe('a page rendered on request', () => {
  it("is requested at the brand's origin, with the context that its API calls need", async () => {
    const requests: unknown[] = [];
    const taskContext = { snapshot: '/var/catalogue.db', upstreamTimeoutMs: 700 };
    await renderPage(
      site(async ({ url }, locals) => {
        requests.push(url, locals);
        return new Response(PAGE);
      }),
      task('/search?q=x', taskContext),
    );
    expect(requests).toEqual([
      'https://ash.test/search?q=x',
      { brand, upstreamOrigin: 'http://127.0.0.1:1', ...taskContext },
    ]);
  });

  it('has bytes, a hash, a policy and a lifetime', async () => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'lectern-cache': 'max-age=60, stale-while-revalidate=600',
    };
    const page = await answering(PAGE, { headers });
    expect(page).toMatchObject({
      kind: 'page',
      mediaType: undefined,
      etag: hash(Buffer.from(PAGE), 32),
      csp: "default-src 'self'",
      maxAge: 60,
      stale: 600,
    });
    if (page.kind !== 'page') throw new Error('It is a page.');
    expect(Buffer.from(page.bytes).toString()).toBe(PAGE);
    expect(page.br?.length).toBeLessThan(PAGE.length);
    expect(page.byDictionary).toBeUndefined();
  });

  it.each([
    [undefined, 0, 0],
    ['no-store', 0, 0],
    ['max-age=5', 5, 0],
    ['stale-while-revalidate=7', 0, 7],
  ])('with the cache header %s is fresh for %i and may be stale for %i seconds', async (header, maxAge, stale) => {
    const headers = header === undefined ? {} : { 'lectern-cache': header };
    expect(await answering(PAGE, { headers })).toMatchObject({ maxAge, stale });
  });

  it('has its own content type if it is not HTML', async () => {
    const feed = await answering(PAGE, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
    expect(feed).toMatchObject({ mediaType: 'application/rss+xml; charset=utf-8', br: expect.any(Uint8Array) });
    const text = await answering(PAGE, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect(text).toMatchObject({ mediaType: 'text/plain; charset=utf-8' });
    const picture = await answering(PAGE, { headers: { 'content-type': 'image/png' } });
    expect(picture).toMatchObject({ mediaType: 'image/png', br: undefined });
  });

  it.each([
    [404, 404],
    [400, 400],
    [410, 410],
    [451, 451],
    [500, 500],
    [503, 503],
    [502, 503],
    [504, 503],
    [501, 500],
    [403, 500],
  ])('with status %i becomes the error %i', async (status, error) => {
    expect(await answering(PAGE, { status })).toEqual({ kind: 'error', status: error });
  });

  it.each([301, 302, 303, 307, 308])('with status %i becomes a redirect', async (status) => {
    const headers = { location: '/novel/1/a/b' };
    expect(await answering(null, { status, headers })).toEqual({ kind: 'redirect', status, location: '/novel/1/a/b' });
  });

  it('is not a redirect if it has no location or a different status', async () => {
    expect(await answering(null, { status: 302 })).toEqual({ kind: 'error', status: 500 });
    expect(await answering(null, { status: 404, headers: { location: '/' } })).toEqual({ kind: 'error', status: 404 });
  });

  it.each([
    ['an error, with its stack trace', new Error('a fault'), /^Error: a fault\n +at /],
    ['a value that is not an error', 'a word', /^a word$/],
  ])('fails if its code throws %s', async (_what, thrown, reason) => {
    const page = await renderPage(
      site(() => Promise.reject(thrown)),
      task('/genres'),
    );
    expect(page).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
  });
});

describe('a rendered page with a compression dictionary', () => {
  const sample = html('no novel');
  const novels = site(
    async () => new Response(PAGE),
    async () => new Response(sample),
  );

  it('is compressed with the dictionary of its kind, even if its URL has a query', async () => {
    const page = await renderPage(novels, task('/book-reader/1/2?at=3'));
    if (page.kind !== 'page') throw new Error('It is a page.');
    expect(page.byDictionary?.path).toBe(`/_brand/reader.en.${hash(Buffer.from(sample), 10)}.dict`);
    expect(page.byDictionary?.bytes.length).toBeLessThan(page.br?.length ?? 0);
    expect(await renderPage(novels, task('/genres'))).toMatchObject({ byDictionary: undefined });
  });

  it('has its dictionary at a separate path that may be cached for a day', async () => {
    const page = await renderPage(novels, task(`/_brand/novel.en.${hash(Buffer.from(sample), 10)}.dict`));
    expect(page).toMatchObject({ kind: 'page', mediaType: 'text/plain; charset=utf-8', maxAge: 86_400, stale: 86_400 });
    expect(page.kind === 'page' && Buffer.from(page.bytes).toString()).toBe(sample);
  });

  it.each([
    ['of a different version of the code', `/_brand/novel.en.0123456789.dict`, novels],
    ['of a language that the brand lacks', `/_brand/novel.es.${hash(Buffer.from(sample), 10)}.dict`, novels],
    ['of a site without dictionaries', '/_brand/novel.en.0123456789.dict', site(async () => new Response(PAGE))],
  ])('has no dictionary at a path %s', async (_what, path, app) => {
    expect(await renderPage(app, task(path))).toEqual({ kind: 'error', status: 404 });
  });
});

describe('a rendered share image', () => {
  it('is an error if no cover is available', async () => {
    const covers = (list: string[], status = 200) =>
      renderPage(
        site(
          async () =>
            new Response(JSON.stringify({ covers: list }), { status, headers: { 'content-type': COVERS_TYPE } }),
        ),
        task('/share-picture/1.jpg', { upstreamTimeoutMs: 5000 }),
      );
    expect(await covers(['/cover/1'])).toEqual({ kind: 'error', status: 503 });
    expect(await covers([])).toEqual({ kind: 'error', status: 404 });
    expect(await covers([], 410)).toEqual({ kind: 'error', status: 410 });
  });
});
