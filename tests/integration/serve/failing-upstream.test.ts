import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { type Bundle, ensureBundle } from '#src/publish/bundle/index.ts';
import { createRenderThreads, createSiteServer, type SiteServer } from '#src/serve/index.ts';
import { ask, type RawResponse } from '../../helpers/http.ts';
import { html, publish } from '../../helpers/published-brand.ts';
import { type Answerer, type ScriptedServer, send, startScriptedServer } from '../../helpers/scripted-server.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

const HOST = 'freenovel.localhost';
const THREADS = 2;

let state: TestState;
let bundle: Bundle;
let upstream: ScriptedServer;
let answer: Answerer;
let server: SiteServer;
let port: number;

beforeAll(async () => {
  state = await testState();
  bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
  await publish(state.folder, 'freenovel', { pages: { '/': html('home') } });
});
beforeEach(async () => {
  upstream = await startScriptedServer((...args) => answer(...args));
});

/**
 * Starts the server.
 * @param renderWaitMs how long a visitor waits for a page
 */
async function start(renderWaitMs: number): Promise<void> {
  const brand = brandById(await loadBrands('brands'), 'freenovel');
  server = createSiteServer({
    brands: [{ brand, bundle: await bundleBrand(brand, resolve('node_modules')) }],
    state: state.folder,
    renderer: await createRenderThreads({ folder: bundle.folder, log: silentLog, threads: THREADS, stalledMs: 20_000 }),
    upstreamOrigin: upstream.origin,
    renderWaitMs,
    proxies: [],
    log: silentLog,
    clientFolder: join(bundle.folder, 'client'),
  });
  port = await server.listen(0);
}
afterEach(async () => {
  await upstream.close();
  await server.close();
});
afterAll(() => state?.remove());

/** Requests pages that were not requested before, one after another. */
async function unseenPages(first: number, count: number): Promise<{ pages: RawResponse[]; times: number[] }> {
  const [pages, times] = [[] as RawResponse[], [] as number[]];
  for (let book = first; book < first + count; book += 1) {
    const startedAt = performance.now();
    pages.push(await ask(port, HOST, `/book-reader/${book}/1`));
    times.push(performance.now() - startedAt);
  }
  return { pages, times };
}

/** Number of calls for pages, not counting the probes that find out which calls the upstream has. */
const chapterCalls = () =>
  upstream.seen.filter(({ path, query }) => path.endsWith('/chapter.show') && query['book_id'] !== undefined).length;

function expectUnavailable(pages: readonly RawResponse[]): void {
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([503]));
  expect(new Set(pages.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['5']));
}

const figure = (what: string, times: readonly number[]) =>
  process.stderr.write(`${what}: most ${Math.max(...times).toFixed(0)} ms of ${times.length} pages\n`);

describe('a page that is not in the cache', { timeout: 120_000 }, () => {
  it('returns 503 immediately while the upstream is down', async () => {
    await start(60_000);
    answer = (response) => response.socket?.destroy();
    await unseenPages(1, 1);
    const { pages, times } = await unseenPages(100, 20);
    expectUnavailable(pages);
    figure('upstream down', times);
    // The response takes a few ms, or a few hundred on a busy machine.
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(1000);
  });

  it('causes at most one retry per ten calls while the upstream fails', async () => {
    await start(60_000);
    answer = (response) => send(response, 500, { success: 0, data: null, errors: [] });
    const { pages } = await unseenPages(1, 60);
    expectUnavailable(pages);
    expect(chapterCalls()).toBeGreaterThanOrEqual(60);
    expect(chapterCalls()).toBeLessThanOrEqual(60 * 1.1 + THREADS);
  });

  it('returns 503 at the deadline when the upstream starts to hang, and later immediately', async () => {
    await start(1500);
    answer = () => {};
    const { pages, times } = await unseenPages(1, 6);
    expectUnavailable(pages);
    figure('upstream hanging', times);
    // This is far below the time limit of a visitor's call, but enough on a busy machine.
    expect(Math.max(...times)).toBeLessThan(8000);
    const isLeftAlone = async (book: number) => {
      const before = chapterCalls();
      const { times } = await unseenPages(book, 1);
      return chapterCalls() === before && times.every((ms) => ms < 1000);
    };
    const books = Array.from({ length: 1000 }, (_, index) => 1000 + index).values();
    await expect.poll(() => isLeftAlone(books.next().value ?? 0), { timeout: 60_000 }).toBe(true);
  });
});
