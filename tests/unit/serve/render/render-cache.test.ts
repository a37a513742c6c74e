import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { silentLog } from '#src/lib/log.ts';
import { createRenderCache, type RenderResult } from '#src/serve/render/render-cache.ts';
import type { RenderedPage, Renderer } from '#src/serve/render/render-page.ts';

const BRAND = { id: 'ash' } as PublicBrand;
const WAIT_MS = 300;
/** Maximum number of a brand's pages that are rendered concurrently. */
const WIDTH = 16;

const page: RenderedPage = {
  kind: 'page',
  bytes: new Uint8Array([1]),
  br: undefined,
  etag: 'e',
  csp: undefined,
  maxAge: 60,
  stale: 0,
};

/** Pages whose rendering ends when the test says so. */
function heldRenderer() {
  const startedPages: string[] = [];
  const finishers: (() => void)[] = [];
  const renderer: Renderer = {
    render({ address }) {
      startedPages.push(address);
      return new Promise((resolve) => finishers.push(() => resolve(page)));
    },
    async close() {},
  };
  return { startedPages, finishers, renderer };
}

/** Time passes only through `pass`, however busy the machine is. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const isUnavailable = (answer: RenderResult) => answer.kind === 'error' && answer.status === 503;

describe('the queued pages of a brand', () => {
  const start = () => {
    const { renderer, ...held } = heldRenderer();
    const config = { renderer, upstreamOrigin: 'http://upstream.invalid', boundBytes: 1e6, log: silentLog };
    const cache = createRenderCache({ ...config, renderWaitMs: WAIT_MS });
    const flood = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => cache.get(BRAND, `/${name}/${n}`));
    const endAll = async () => {
      for (const end of held.finishers.splice(0)) end();
      await advance(0);
    };
    return { ...held, cache, flood, endAll };
  };

  it('are dropped if they would finish too late, so that a flood of requests does not delay later visitors', async () => {
    const { startedPages, cache, flood, endAll } = start();
    const answers = Promise.all(flood(WIDTH + 50, 'flood'));
    await advance(WAIT_MS);
    expect((await answers).every(isUnavailable)).toBe(true);
    const after = cache.get(BRAND, '/after');
    await endAll();
    expect(startedPages.slice(WIDTH)).toEqual(['/after']);
    await endAll();
    expect(await after).toMatchObject({ kind: 'page' });
  });

  it('are not delayed by 400 share images, which are drawn two at a time', async () => {
    const { startedPages, cache, flood, endAll } = start();
    const pictures = flood(400, 'share');
    const other = cache.get(BRAND, '/novel/1');
    expect(startedPages).toEqual(['/share/0', '/share/1', '/novel/1']);
    for (let turn = 0; turn < 200; turn += 1) {
      await advance(50);
      await endAll();
    }
    const kinds = (await Promise.all([...pictures, other])).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['page']));
    expect(startedPages).toHaveLength(401);
  });

  it('wait at most twenty seconds if they are share images', async () => {
    const { startedPages, flood, endAll } = start();
    const answers = Promise.all(flood(10, 'share'));
    await advance(20_001);
    expect((await answers).every(isUnavailable)).toBe(true);
    await endAll();
    expect(startedPages).toHaveLength(2);
  });

  it('are limited to a smaller number while pages finish late, and further pages are refused immediately', async () => {
    const { startedPages, flood, endAll } = start();
    const late = Promise.all(flood(WIDTH + 50, 'flood'));
    await advance(WAIT_MS);
    await endAll();
    await late;
    const busy = flood(WIDTH, 'busy');
    const waiting = flood(WIDTH, 'waiting');
    const refused: RenderResult[] = [];
    for (const answer of flood(50, 'refused')) void answer.then((result) => refused.push(result));
    await advance(0);
    expect(refused.filter(isUnavailable)).toHaveLength(50);
    await endAll();
    await endAll();
    expect((await Promise.all([...busy, ...waiting])).map(({ kind }) => kind)).toEqual(Array(2 * WIDTH).fill('page'));
    expect(startedPages).toHaveLength(3 * WIDTH);
  });
});

describe('a page in the render cache', () => {
  /** Each page is fresh for 60 seconds, and may then be sent for 100 seconds while it is rendered again. */
  const start = () => {
    let now = 0;
    let rendered = 0;
    let next: RenderedPage | undefined;
    const renderer: Renderer = {
      async render() {
        rendered += 1;
        return next ?? { ...page, etag: `e${rendered}`, maxAge: 60, stale: 100 };
      },
      async close() {},
    };
    const config = { renderer, upstreamOrigin: 'http://upstream.invalid', boundBytes: 1e6, log: silentLog };
    const cache = createRenderCache({ ...config, renderWaitMs: WAIT_MS, now: () => now });
    const get = async () => {
      const result = await cache.get(BRAND, '/page');
      await advance(0);
      if (result.kind !== 'page') return result.kind;
      return `${result.content.etag}${result.isStale ? ', stale' : ''}`;
    };
    const at = (seconds: number) => {
      now = seconds * 1000;
      return get();
    };
    const become = (other: RenderedPage) => {
      next = other;
    };
    return { at, become, cache };
  };

  it('is sent unchanged while it is fresh', async () => {
    const { at } = start();
    expect([await at(0), await at(59.999)]).toEqual(['e1', 'e1']);
  });

  it('is still sent while it is stale, and rendered again at the same time', async () => {
    const { at } = start();
    expect([await at(0), await at(60), await at(61)]).toEqual(['e1', 'e1, stale', 'e2']);
  });

  it('is sent as stale from the end of its fresh period to the end of its stale period', async () => {
    const { at } = start();
    expect([await at(0), await at(159.999)]).toEqual(['e1', 'e1, stale']);
  });

  it('is rendered before it is sent if its stale period has ended', async () => {
    const { at } = start();
    expect([await at(0), await at(160)]).toEqual(['e1', 'e2']);
  });

  it('is still sent if rendering it again fails, and dropped if it no longer exists', async () => {
    const { at, become } = start();
    await at(0);
    become({ kind: 'error', status: 503 });
    expect([await at(60), await at(61)]).toEqual(['e1, stale', 'e1, stale']);
    become({ kind: 'error', status: 404 });
    expect([await at(62), await at(63)]).toEqual(['e1, stale', 'error']);
  });

  it("is rendered again after the brand's pages were dropped", async () => {
    const { at, cache } = start();
    await at(0);
    cache.forget('birch');
    expect(await at(1)).toBe('e1');
    cache.forget('ash');
    expect(await at(2)).toBe('e2');
  });

  it('is rendered again after all pages were dropped, even if it was being rendered then', async () => {
    const { at, cache } = start();
    await at(0);
    cache.forgetAll();
    expect(cache.gauge().bytes).toBe(0);
    expect(await at(1)).toBe('e2');
    const { startedPages, finishers, renderer } = heldRenderer();
    const config = { renderer, upstreamOrigin: 'http://upstream.invalid', boundBytes: 1e6, log: silentLog };
    const cacheWithWait = createRenderCache({ ...config, renderWaitMs: WAIT_MS });
    const [before] = [cacheWithWait.get(BRAND, '/page')];
    await advance(0);
    cacheWithWait.forgetAll();
    finishers[0]?.();
    expect(await before).toMatchObject({ kind: 'page' });
    expect(cacheWithWait.gauge().bytes).toBe(0);
    const after = cacheWithWait.get(BRAND, '/page');
    await advance(0);
    finishers[1]?.();
    expect([await after, startedPages]).toMatchObject([{ kind: 'page' }, ['/page', '/page']]);
  });

  it('is dropped each time the pages of its brand are dropped', async () => {
    const { at, cache } = start();
    await at(0);
    const found: unknown[] = [];
    for (const second of [1, 2, 3]) {
      cache.forget('ash');
      found.push(await at(second));
    }
    expect(found).toEqual(['e2', 'e3', 'e4']);
  });

  it('is dropped if it becomes a redirect, but still sent if the upstream fails with 500', async () => {
    const { at, become } = start();
    await at(0);
    become({ kind: 'error', status: 500 });
    expect([await at(60), await at(61)]).toEqual(['e1, stale', 'e1, stale']);
    become({ kind: 'redirect', status: 308, location: '/other' });
    expect([await at(62), await at(63)]).toEqual(['e1, stale', 'redirect']);
  });

  it('has a size that includes its variant for a dictionary', async () => {
    const { at, become, cache } = start();
    become({ ...page, bytes: new Uint8Array(1000), stale: 100 });
    await at(0);
    expect(cache.gauge().bytes).toBe(2000);
    become({
      ...page,
      bytes: new Uint8Array(1000),
      stale: 100,
      byDictionary: { path: '/d', hash: 'h', bytes: new Uint8Array(300) },
    });
    await at(200);
    expect(cache.gauge().bytes).toBe(2300);
  });
});

describe('a page requested from the render cache', () => {
  const config = { upstreamOrigin: 'http://upstream.invalid', boundBytes: 1e6, renderWaitMs: WAIT_MS };
  const rendererOf = (render: Renderer['render']): Renderer => ({ render, async close() {} });

  it('is rendered once for all requests that wait for it, and leaves no timer behind', async () => {
    const { startedPages, finishers, renderer } = heldRenderer();
    const cache = createRenderCache({ ...config, renderer, log: silentLog });
    const answers = [1, 2, 3].map(() => cache.get(BRAND, '/page'));
    await advance(0);
    finishers[0]?.();
    const [one, ...others] = await Promise.all(answers);
    expect(startedPages).toEqual(['/page']);
    expect(others).toEqual([one, one]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is counted as a hit, as stale or as a miss', async () => {
    let now = 0;
    const outcomes: string[] = [];
    const meter = { lookUp: (cache: string, outcome: string) => void outcomes.push(`${cache} ${outcome}`) };
    const renderer = rendererOf(async () => ({ ...page, stale: 100 }));
    const cache = createRenderCache({ ...config, renderer, log: silentLog, meter, now: () => now });
    for (const seconds of [0, 1, 60, 400]) {
      now = seconds * 1000;
      await cache.get(BRAND, '/page');
      await advance(0);
    }
    expect(outcomes).toEqual(['pages miss', 'pages hit', 'pages stale', 'pages miss']);
  });

  it('makes the request fail if its code throws, or logs the error if a stale page could be sent', async () => {
    let now = 0;
    let next: RenderedPage = { ...page, stale: 100 };
    const errors: string[] = [];
    const log = { ...silentLog, error: (message: string) => void errors.push(message) };
    const cache = createRenderCache({ ...config, renderer: rendererOf(async () => next), log, now: () => now });
    await cache.get(BRAND, '/page');
    next = { kind: 'failed', reason: 'a fault in the page' };
    await expect(cache.get(BRAND, '/other')).rejects.toThrow('a fault in the page');
    expect(errors).toEqual([]);
    now = 61_000;
    expect(await cache.get(BRAND, '/page')).toMatchObject({ isStale: true });
    await advance(0);
    expect(errors).toEqual(['refreshing /page failed: a fault in the page']);
  });

  it('has the Brotli variant created during rendering, and other variants that are created later', async () => {
    const br = new Uint8Array([7, 7]);
    const bytes = Buffer.from('a page of a novel, '.repeat(100));
    const answer = async (change: Partial<RenderedPage>) => {
      const renderer = rendererOf(async () => ({ ...page, bytes, ...change }) as RenderedPage);
      const result = await createRenderCache({ ...config, renderer, log: silentLog }).get(BRAND, '/page');
      return result.kind === 'page' ? result.content.bytes('br') : undefined;
    };
    expect(await answer({ br })).toBe(br);
    const plainAnswer = await answer({});
    expect(plainAnswer && brotliDecompressSync(plainAnswer)).toEqual(bytes);
  });

  it('is counted as being rendered or as waiting for its brand', async () => {
    const { finishers, renderer } = heldRenderer();
    const cache = createRenderCache({ ...config, renderer, log: silentLog });
    const answers = Array.from({ length: WIDTH + 2 }, (_, n) => cache.get(BRAND, `/${n}`));
    await advance(0);
    expect(cache.queues()).toEqual([{ brand: 'ash', running: WIDTH, waiting: 2 }]);
    for (const end of finishers.splice(0)) end();
    await advance(0);
    for (const end of finishers) end();
    await Promise.all(answers);
  });
});
