import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleBrand } from '#src/brand/assets.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { createRenderThreads, createSiteServer, type SiteServer } from '#src/serve/index.ts';
import { ask } from '../../helpers/http.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type SmallApi, startSmallApi } from '../../helpers/small-api.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

const HOST = 'freenovel.localhost';

let state: TestState;
let api: SmallApi;
let upstream: Server;
let server: SiteServer;
let port: number;
/** The text of every chapter. */
let chapterHtml: string;

beforeAll(async () => {
  state = await testState();
  api = await startSmallApi(60);
  upstream = createServer(async ({ url = '', headers }, response) => {
    const answer = await fetch(api.origin + url, { headers: { 'user-agent': String(headers['user-agent']) } });
    const body = await answer.json();
    if (body.data?.chapter) body.data.chapter.html = chapterHtml;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const bundle = await ensureBundle({ root: resolve('.'), state: state.folder, log: silentLog });
  const brand = brandById(await loadBrands('brands'), 'freenovel');
  server = createSiteServer({
    brands: [{ brand, bundle: await bundleBrand(brand, resolve('node_modules')) }, testBrand('oak')],
    state: state.folder,
    renderer: await createRenderThreads({ folder: bundle.folder, log: silentLog, threads: 2 }),
    upstreamOrigin: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    // This is long, because rendering is slow on a busy machine.
    renderWaitMs: 20_000,
    proxies: [],
    log: silentLog,
    clientFolder: join(bundle.folder, 'client'),
  });
  for (const id of ['freenovel', 'oak']) await publish(state.folder, id, { pages: { '/': html('home') } });
  port = await server.listen(0);
});
afterAll(async () => {
  await server?.close();
  upstream?.close();
  await api?.close();
  await state?.remove();
});

const KIB = 1024;
const CHAPTERS = [
  ['250 KB of elements that never end', '<b>'.repeat((250 * KIB) / 3), 503],
  ['1 MB of elements in paragraphs', '<b><i><p>'.repeat((KIB * KIB) / 9), 503],
  ['almost 512 KiB of plain paragraphs', '<p>Some words of a chapter that is long.</p>'.repeat(11_800), 200],
] as const;

/** Formats the waiting times, which are only printed for information. */
function figuresOf(waits: readonly number[]): string {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(1);
  return `page of another brand, ${waits.length} times: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
}

describe('a hostile chapter from an upstream', () => {
  it.each(CHAPTERS)('does not block pages of another brand: %s', async (_name, text, status) => {
    chapterHtml = text;
    const place = CHAPTERS.findIndex(([, one]) => one === text) + 1;
    const chapter = ask(port, HOST, `/book-reader/${place}/${place}`);
    let isOver = false;
    void chapter.then(() => {
      isOver = true;
    });
    const waits: number[] = [];
    while (!isOver || waits.length < 200) {
      const start = performance.now();
      expect((await ask(port, 'oak.test', '/')).status).toBe(200);
      waits.push(performance.now() - start);
    }
    expect((await chapter).status).toBe(status);
    process.stderr.write(`${figuresOf(waits)}\n`);
    // The page takes a few ms, or a second on a busy machine. If the thread were blocked, the page would take as long
    // as the chapter.
    expect(Math.max(...waits)).toBeLessThan(3000);
  });
});
