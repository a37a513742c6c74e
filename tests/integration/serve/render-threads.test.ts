import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRenderThreads } from '#src/serve/index.ts';
import type { Renderer } from '#src/serve/render/render-page.ts';
import { publish, testBrand } from '../../helpers/published-brand.ts';
import { recordingLog } from '../../helpers/recording-log.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

/** A built site whose pages do what their URL says. It replaces the real site, which has no page that never ends. */
const ENTRY = `
let isLoaded = false;
export const preloadPages = async () => {
  await later(200);
  isLoaded = true;
};
const seen = [];
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const pages = {
  'quick': async () => 'quick',
  'seen': async () => seen.join(' '),
  '-': async () => 'warm',
  '1': async () => 'warm',
  'a': async () => 'warm',
  'loaded': async () => 'loaded: ' + isLoaded,
  'id': async () => globalThis[Symbol.for('lectern.request-id')].getStore(),
  'wait': async (locals) => (await fetch(locals.upstreamOrigin)).text(),
  'spin': async (locals) => { await (await fetch(locals.upstreamOrigin + '/now')).text(); for (;;); },
  'slow': async () => { await later(3000); return 'slow'; },
  'fill': async () => { await later(10); const all = []; for (;;) all.push(new Array(100000).fill({})); },
  'throw': async () => { throw new Error('a page with a fault'); },
  'forget': async () => { void Promise.reject(new Error('nobody waits')); await later(20); return 'forgotten'; },
};
export const app = {
  async render(request, { locals }) {
    const { pathname } = new URL(request.url);
    seen.push(locals.brand.id + pathname);
    if (locals.sample) return new Response('sample');
    const text = await pages[pathname.split('/').pop()](locals);
    return new Response('<p>' + text + '</p>', { headers: { 'lectern-cache': 'max-age=60, stale-while-revalidate=60' } });
  },
};`;

let folder: string;
let recording: ReturnType<typeof recordingLog>;
let renderer: Renderer;
let upstream: Server;
let upstreamOrigin: string;
/** Callbacks that send the responses held back by the upstream. */
let heldResponses: (() => void)[];
let server: RunningServer | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-threads-'));
  mkdirSync(join(folder, 'server'));
  writeFileSync(join(folder, 'server/entry.mjs'), ENTRY);
  heldResponses = [];
  upstream = createServer((request, response) => {
    const answer = () => response.end('answered');
    if (request.url === '/now') answer();
    else heldResponses.push(answer);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  upstreamOrigin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  recording = recordingLog();
  renderer = await createRenderThreads({ folder, log: recording.log, threads: 2, memoryMiB: 64 });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await renderer.close();
  upstream.closeAllConnections();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

const { brand } = testBrand('ash').bundle;
const render = (address: string) => renderer.render({ brand, address, upstreamOrigin, requestId: undefined });
const text = (page: Awaited<ReturnType<typeof render>>) =>
  page.kind === 'page' ? Buffer.from(page.bytes).toString() : JSON.stringify(page);

/** Sends the held responses until all requests have completed. */
async function releaseUntilDone<T>(waiting: readonly Promise<T>[]): Promise<T[]> {
  const answering = setInterval(() => {
    for (const answer of heldResponses.splice(0)) answer();
  }, 20);
  try {
    return await Promise.all(waiting);
  } finally {
    clearInterval(answering);
  }
}

describe('render threads', () => {
  it('load the code of every page before they render the first', async () => {
    expect(text(await render('/novel/12/Fantasy/loaded'))).toBe('<p>loaded: true</p>');
  });

  it('render sample pages of the brands before the first request', async () => {
    const brands = [brand, testBrand('oak').bundle.brand];
    const warm = await createRenderThreads({
      folder,
      log: recording.log,
      threads: 2,
      warmUp: { brands, upstreamOrigin },
    });
    try {
      const address = '/search/result/seen';
      const pages = await Promise.all(
        [1, 2].map(() => warm.render({ brand, address, upstreamOrigin, requestId: undefined })),
      );
      for (const page of pages)
        expect(text(page)).toMatch(
          /^<p>(?=.*ash\/novel\/1).*oak\/book-reader\/1\/2 .*oak\/search\/result\/a ash\/search\/result\/seen<\/p>$/,
        );
    } finally {
      await warm.close();
    }
  });

  it('render pages, including many that wait for the upstream concurrently', async () => {
    const waiting = Array.from({ length: 40 }, () => render('/novel/12/Fantasy/wait'));
    await vi.waitFor(() => expect(heldResponses).toHaveLength(40), { timeout: 30_000 });
    expect(text(await render('/novel/12/Fantasy/quick'))).toBe('<p>quick</p>');
    for (const page of await releaseUntilDone(waiting)) expect(text(page)).toBe('<p>answered</p>');
  });

  it('replace a thread that a page blocks, render its other pages again, and reject the blocking page', async () => {
    const waiting = Array.from({ length: 6 }, () => render('/novel/12/Fantasy/wait'));
    await vi.waitFor(() => expect(heldResponses).toHaveLength(6), { timeout: 30_000 });
    expect(await render('/novel/12/Fantasy/spin')).toEqual({ kind: 'error', status: 503 });
    // The other pages of the replaced thread call the upstream again.
    await vi.waitFor(() => expect(heldResponses.length).toBeGreaterThan(6), { timeout: 30_000 });
    for (const page of await releaseUntilDone(waiting)) expect(text(page)).toBe('<p>answered</p>');
    expect(await render('/novel/12/Fantasy/spin')).toEqual({ kind: 'error', status: 503 });
    expect(recording.lines.filter((line) => line.includes('replaced a render thread'))).toHaveLength(1);
    expect(text(await render('/novel/12/Fantasy/quick'))).toBe('<p>quick</p>');
  });

  it('survive a page that exhausts their memory', async () => {
    expect(await render('/novel/12/Fantasy/fill')).toEqual({ kind: 'error', status: 503 });
    expect(text(await render('/novel/12/Fantasy/quick'))).toBe('<p>quick</p>');
  });

  it('survive an uncaught error and an unhandled rejection', async () => {
    expect(await render('/novel/12/Fantasy/throw')).toMatchObject({ kind: 'failed', reason: /a page with a fault/ });
    expect(text(await render('/novel/12/Fantasy/forget'))).toBe('<p>forgotten</p>');
    expect(recording.lines).toEqual([]);
  });

  it('return an error for a page that cannot be loaded', async () => {
    await expect(createRenderThreads({ folder: '/nowhere', log: recording.log, threads: 1 })).rejects.toThrow(
      'nowhere',
    );
  });
});

describe('a server with render threads', () => {
  const start = async (renderWaitMs: number) => {
    server = await startServer([testBrand('ash'), testBrand('oak')], { renderer, upstreamOrigin, renderWaitMs });
    for (const id of ['ash', 'oak'])
      await publish(server.state, id, { pages: { '/': `<p>${'home '.repeat(400)}</p>` } });
    return server;
  };

  it('responds with 503 at the deadline, and caches the page after it is rendered', async () => {
    const running = await start(300);
    const late = await running.ask('ash', '/novel/12/Fantasy/slow');
    expect(late.status).toBe(503);
    expect(late.headers['retry-after']).toBe('5');
    await vi.waitFor(async () => expect((await running.ask('ash', '/novel/12/Fantasy/slow')).status).toBe(200), {
      timeout: 60_000,
    });
  });

  it('sends pages of releases while a page of another brand blocks a thread', async () => {
    const running = await start(1500);
    const spinning = running.ask('ash', '/novel/12/Fantasy/spin');
    let slowest = 0;
    let isOver = false;
    void spinning.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const begin = performance.now();
      expect((await running.ask('oak', '/')).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - begin);
    }
    expect((await spinning).status).toBe(503);
    // The page takes a few ms, or more on a busy machine. If it had to wait for the blocked thread, it would never
    // complete.
    expect(slowest).toBeLessThan(5000);
  });

  it('does not delay pages of a brand while pages of another brand wait for the upstream', async () => {
    const running = await start(60_000);
    const waiting = Array.from({ length: 60 }, (_, index) => running.ask('ash', `/novel/${100 + index}/Fantasy/wait`));
    await vi.waitFor(() => expect(heldResponses.length).toBeGreaterThan(10), { timeout: 30_000 });
    expect((await running.ask('oak', '/novel/12/Fantasy/quick')).status).toBe(200);
    for (const answer of await releaseUntilDone(waiting)) expect(answer.status).toBe(200);
  });

  it('passes the request id to the upstream', async () => {
    const running = await start(60_000);
    const { body } = await running.ask('ash', '/novel/12/Fantasy/id', { headers: { 'x-request-id': 'request-id-1' } });
    expect(body.toString()).toBe('<p>request-id-1</p>');
  });
});
