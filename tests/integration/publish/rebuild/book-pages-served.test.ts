import { readFileSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle, loadSite, type SiteApp } from '#src/publish/bundle/index.ts';
import { createPageRendererPool, type RebuildConfig } from '#src/publish/rebuild/index.ts';
import { openLive, type RecordedPage } from '#src/publish/release/index.ts';
import { createSiteServer, type SiteServer } from '#src/serve/index.ts';
import { ask } from '../../../helpers/http.ts';
import { localRenderer } from '../../../helpers/local-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';
import { type TestState, testState } from '../../../helpers/test-state.ts';

const HOST = 'freenovel.localhost';
/** Timeout for the server to notice a publish: usually within a second, but later on a busy machine. */
const NOTICED = { timeout: 10_000 };

let state: TestState;
let api: SmallApi;
let site: SmallRebuild;
let app: SiteApp;
let server: SiteServer;
let brand: PublicBrand;
let port: number;
let rebuilt: (books: number) => Promise<unknown>;

beforeAll(async () => {
  state = await testState();
  api = await startSmallApi(60);
  await api.write((open) => open.putBook(lockedBook()));
  site = await smallRebuild(api.origin);
  const bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
  const real: Pick<RebuildConfig, 'bundle' | 'renderers'> = {
    bundle: async () => bundle,
    renderers: (options) => createPageRendererPool(options, { threads: 1 }),
  };
  rebuilt = (books) => site.run({ mode: 'night' }, real, { prerender: { books } });
  await rebuilt(3);
  app = await loadSite(bundle);
  const branding = await bundleBrand(site.brand, resolve('node_modules'));
  brand = branding.brand;
  server = createSiteServer({
    brands: [{ brand: site.brand, bundle: branding }],
    state: site.state,
    renderer: localRenderer(app),
    renderWaitMs: 60_000,
    upstreamOrigin: api.origin,
    proxies: [],
    log: silentLog,
    clientFolder: join(bundle.folder, 'client'),
  });
  port = await server.listen(0);
});
afterAll(async () => {
  await server?.close();
  await site?.close();
  await api?.close();
  await state?.remove();
});

/** Returns the hottest book, whose only chapter is locked. */
function lockedBook() {
  const [chapter] = smallBook(0).chapters;
  if (!chapter) throw new Error('book 0 has no chapter');
  const middle = '<p>And on it went, and on, and on.</p>'.repeat(200);
  const html = `<p>The opening.</p>${middle}<p>What comes then.</p>`;
  return smallBook(0, { chapters: [{ ...chapter, html, words: 1605, price: 10 }], updatedAt: '2026-03-02T00:00:00Z' });
}

const NOVELS = ['/novel/1/Romance/Harbour-0', '/novel/2/Mystery/Meadow-1', '/novel/3/Romance/Lantern-2'];
const CHAPTERS = ['/book-reader/1/1', '/book-reader/2/2', '/book-reader/3/3'];

function livePages(): RecordedPage[] {
  const live = openLive(site.folder);
  const pages = [...(live?.pages() ?? [])];
  live?.close();
  return pages;
}

/** The file of a page in the live release; undefined if the page has no file. */
function fileOf(path: string): Buffer | undefined {
  const page = livePages().find((one) => one.path === path);
  return page && readFileSync(join(site.folder, 'current', 'site', page.file));
}

const onRequest = async (path: string) =>
  Buffer.from(
    await (await app.render(new Request(brand.origin + path), { brand, upstreamOrigin: api.origin })).arrayBuffer(),
  );

const get = (path: string) => ask(port, HOST, path);

describe('the prerendered pages of the three hottest books', () => {
  it.each([...NOVELS, ...CHAPTERS])('have the same bytes as when rendered on request: %s', async (path) => {
    const file = fileOf(path);
    expect(file?.length).toBeGreaterThan(2000);
    expect((await onRequest(path)).equals(file ?? Buffer.of())).toBe(true);
  });

  it('are sent as files of the release, with the response headers for files', async () => {
    for (const path of [NOVELS[0], CHAPTERS[1]]) {
      const response = await get(path ?? '');
      expect(response.status).toBe(200);
      expect(fileOf(path ?? '')?.equals(response.body)).toBe(true);
      expect(response.headers).toMatchObject({
        'cache-control': 'public, max-age=0, must-revalidate',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        etag: expect.stringContaining(livePages().find((page) => page.path === path)?.hash ?? 'no hash'),
      });
    }
  });

  it('show only the free preview of a locked chapter', async () => {
    const { text } = await get('/book-reader/1/1');
    expect([text.includes('The opening.'), text.includes('What comes then.')]).toEqual([true, false]);
  });

  it('do not change until the next rebuild, even if the upstream changes', async () => {
    const change = { introduction: 'Quite another book.', updatedAt: '2026-04-01T00:00:00Z' };
    await api.write((open) => open.putBook(smallBook(1, change)));
    expect((await get(NOVELS[1] ?? '')).text.includes('Quite another book.')).toBe(false);
    await rebuilt(3);
    await expect
      .poll(async () => (await get(NOVELS[1] ?? '')).text.includes('Quite another book.'), NOTICED)
      .toBe(true);
  });

  it('do not include other chapter orders or redirects to chapters, which are rendered on request', async () => {
    const newest = await get(`${NOVELS[2]}?chapters=newest`);
    expect(newest.status).toBe(200);
    expect(fileOf(NOVELS[2] ?? '')?.equals(newest.body)).toBe(false);
    expect(await get(`${NOVELS[2]}?chapter=1`)).toMatchObject({
      status: 302,
      headers: { location: '/book-reader/3/3' },
    });
    expect(await get('/book-reader/3')).toMatchObject({ status: 302, headers: { location: '/book-reader/3/3' } });
    expect(await get('/novel/3')).toMatchObject({ status: 308, headers: { location: NOVELS[2] } });
  });
});

describe('the pages of books that are not prerendered', () => {
  it('are rendered on request', async () => {
    const path = '/novel/4/Mystery/Quarry-3';
    expect(fileOf(path)).toBeUndefined();
    expect(await get(path)).toMatchObject({ status: 200, text: expect.stringContaining('What happens in book 3.') });
    expect(await get('/book-reader/4/4')).toMatchObject({ status: 200 });
  });

  it('are rendered on request after their book is no longer among the hottest, and return 410 after the book is removed', async () => {
    await api.write(async (open) => {
      await open.putBook(smallBook(2, { hot: 5, updatedAt: '2026-04-03T00:00:00Z' }));
      await open.removeBook('book-1');
    });
    await rebuilt(2);
    await expect.poll(async () => (await get(NOVELS[1] ?? '')).status, NOTICED).toBe(410);
    expect(fileOf(NOVELS[2] ?? '')).toBeUndefined();
    expect(await get(NOVELS[2] ?? '')).toMatchObject({ status: 200, text: expect.stringContaining('Lantern 2') });
    expect(fileOf('/novel/4/Mystery/Quarry-3')).toBeDefined();
  });
});

describe('a list page whose files are damaged', () => {
  const PATH = '/hotnovels/H/1';
  const damage = () => {
    const file = join(site.folder, 'current/site', `${PATH}.html`);
    for (const name of [file, `${file}.br`]) truncateSync(name, 10);
  };

  it('is rendered from the snapshot with the same bytes', async () => {
    const intact = fileOf(PATH);
    expect(intact?.length).toBeGreaterThan(2000);
    damage();
    const { status, body } = await get(PATH);
    expect(status).toBe(200);
    expect(intact?.equals(body)).toBe(true);
  });

  it('is rendered again by the next rebuild, with the same bytes', async () => {
    expect(await rebuilt(2)).toMatchObject({ status: 'published', damaged: 1, pages: { rendered: 1 } });
    expect(fileOf(PATH)?.equals((await get(PATH)).body)).toBe(true);
  });
});
