import type { PublicBrand } from '#src/brand/public-brand.ts';
import { messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import { requestId } from '#src/lib/request-id.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { NotRendered } from '../decide/decision.ts';
import { createByteLru } from '../http/lru.ts';
import type { CacheGauge, QueueGauge, ServerMeter } from '../http/meter.ts';
import { type Content, createContent, memoryOf } from '../http/representation.ts';
import { createBrandQueue } from './brand-queue.ts';
import { HTML_TYPE, type RenderedPage, type Renderer } from './render-page.ts';

/** The result of rendering a page on request. */
export type RenderResult =
  | {
      readonly kind: 'page';
      readonly content: Content;
      readonly csp: string | undefined;
      /** Time until which the page is fresh, in ms since 1970; in the past for a stale page. */
      readonly freshUntil: number;
      /** Whether the page is from the cache and has expired. */
      readonly isStale?: boolean;
    }
  | NotRendered;

/**
 * Pages rendered on request, cached for as long as the page's route cache allows (stale pages as in RFC 5861). A page
 * is rendered only from its URL, without a visitor's headers or cookies, so the cached page is the same for all
 * visitors. A visitor waits until a deadline and then gets the cached page or 503. Rendering continues and fills the
 * cache.
 */
export interface RenderCache {
  /** @param snapshot see `RenderTask` */
  get(brand: PublicBrand, address: string, snapshot?: string): Promise<RenderResult>;
  /** Drops all pages of a brand, including those being rendered, because they may show content that was taken down. */
  forget(brand: string): void;
  /** Drops the pages of all brands. */
  forgetAll(): void;
  gauge(): CacheGauge;
  /** The queues of pages waiting to be rendered. */
  queues(): QueueGauge[];
}

interface Entry {
  readonly result: RenderResult;
  readonly bytes: number;
  readonly freshUntil: number;
  readonly staleUntil: number;
}

export interface RenderCacheConfig {
  readonly renderer: Renderer;
  readonly upstreamOrigin: string;
  readonly boundBytes: number;
  readonly log: Log;
  /** How long a visitor waits for a page, in ms; default: 1.5 seconds. */
  readonly renderWaitMs?: number;
  readonly meter?: Pick<ServerMeter, 'lookUp'> | undefined;
  readonly now?: () => number;
}

const RENDER_WAIT_MS = 1500;
/** Maximum number of running and of waiting pages per brand. */
const MAX_PAGES = { running: 16, waiting: 128 };
/**
 * Share pictures have a separate queue: crawlers request hundreds of them in parallel and wait longer than readers, and
 * drawing a picture takes a tenth of a second of processor time.
 */
const MAX_PICTURES = { running: 2, waiting: 512 };
const PICTURE_WAIT_MS = 20_000;
const isPicture = (address: string) => /^\/(?:[a-z]{2}\/)?share\//.test(address);
/**
 * A page that has waited for more than this fraction of the visitor's time limit is not started. It would exceed the
 * limit, and under constant overload so would every page after it.
 */
const MAX_QUEUE_SHARE = 0.5;
/**
 * How long the queue is limited after a page has waited for too long, in ms. During this time, it accepts only as many
 * pages as are rendered at a time. Further pages fail immediately.
 */
const FLOOD_MS = 1000;
const UNAVAILABLE: RenderResult = { kind: 'error', status: 503 };

const designs = new WeakMap<PublicBrand, string>();

/** Changes with the brand's settings, which a publish may replace. */
function designOf(brand: PublicBrand): string {
  const design = designs.get(brand) ?? hash(stableJson(brand), 16);
  designs.set(brand, design);
  return design;
}

export function createRenderCache(config: RenderCacheConfig): RenderCache {
  const { now = Date.now, log, renderWaitMs = RENDER_WAIT_MS, meter } = config;
  const queue = createBrandQueue(MAX_PAGES);
  const pictures = createBrandQueue(MAX_PICTURES);
  const waitMsOf = (address: string) => (isPicture(address) ? Math.max(PICTURE_WAIT_MS, renderWaitMs) : renderWaitMs);
  const cache = createByteLru<Entry>(config.boundBytes);
  const pending = new Map<string, Promise<Entry>>();
  /**
   * How often each brand's pages were dropped. The number is part of the cache key, so that older entries no longer
   * match.
   */
  const forgotten = new Map<string, number>();
  let allForgotten = 0;
  /** For each brand whose queue is limited, when the limit ends, on the clock of `performance.now()`. */
  const floodedUntil = new Map<string, number>();

  /** @param age value of `allForgotten` when rendering started */
  const store = (key: string, entry: Entry, age: number): Entry => {
    if (age !== allForgotten) return entry;
    if (entry.staleUntil > now()) cache.set(key, entry, entry.bytes);
    else if (isGone(entry.result)) cache.delete(key);
    return entry;
  };

  /** Renders a page once for all requests that wait for it. */
  const refresh = (key: string, brand: PublicBrand, address: string, snapshot?: string): Promise<Entry> => {
    const before = pending.get(key);
    if (before) return before;
    const { upstreamOrigin, renderWaitMs: upstreamTimeoutMs } = config;
    const task = { brand, address, upstreamOrigin, snapshot, upstreamTimeoutMs, requestId: requestId() };
    const age = allForgotten;
    const askedAt = performance.now();
    const latest = askedAt + renderWaitMs * MAX_QUEUE_SHARE;
    const begin = async () => {
      if (performance.now() <= latest) return config.renderer.render(task);
      floodedUntil.set(brand.id, performance.now() + FLOOD_MS);
      return TOO_MANY;
    };
    const isFlooded = performance.now() < (floodedUntil.get(brand.id) ?? 0);
    const mayWait = isFlooded ? MAX_PAGES.running : MAX_PAGES.waiting;
    const draw = () =>
      performance.now() <= askedAt + PICTURE_WAIT_MS ? config.renderer.render(task) : Promise.resolve(TOO_MANY);
    const running = isPicture(address) ? pictures.run(brand.id, draw) : queue.run(brand.id, begin, mayWait);
    const started = (running ?? Promise.resolve(TOO_MANY))
      .then((page) => store(key, entryOf(page, now()), age))
      .finally(() => pending.delete(key));
    pending.set(key, started);
    return started;
  };

  return {
    async get(brand, address, snapshot) {
      const key = `${brand.id} ${designOf(brand)} ${allForgotten} ${forgotten.get(brand.id) ?? 0} ${address}`;
      const cached = cache.get(key);
      if (cached && cached.freshUntil > now()) {
        meter?.lookUp('pages', 'hit');
        return cached.result;
      }
      const isStale = cached !== undefined && cached.staleUntil > now();
      meter?.lookUp('pages', isStale ? 'stale' : 'miss');
      const fresh = refresh(key, brand, address, snapshot);
      const entry = isStale ? undefined : await within(waitMsOf(address), fresh);
      if (entry) return entry.result;
      fresh.catch((error: unknown) => log.error(`refreshing ${address} failed: ${messageOf(error)}`));
      return cached ? asStale(cached.result) : UNAVAILABLE;
    },
    forget: (brand) => void forgotten.set(brand, (forgotten.get(brand) ?? 0) + 1),
    forgetAll() {
      allForgotten += 1;
      cache.clear();
    },
    gauge: cache.gauge,
    queues: queue.gauges,
  };
}

const asStale = (result: RenderResult): RenderResult =>
  result.kind === 'page' ? { ...result, isStale: true } : result;

const TOO_MANY: RenderedPage = { kind: 'error', status: 503 };

/** @returns undefined if the work takes longer than the limit */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the page was removed or has moved. If the upstream fails in any other way, a stale page is still served. */
const isGone = (result: RenderResult) => result.kind === 'redirect' || (result.kind === 'error' && result.status < 500);

/** @throws Error if the page's code threw an error */
function entryOf(page: RenderedPage, now: number): Entry {
  if (page.kind === 'failed') throw new Error(page.reason);
  if (page.kind !== 'page') return { result: page, bytes: 0, freshUntil: now, staleUntil: now };
  const { bytes, mediaType = HTML_TYPE, br, byDictionary, etag, csp, maxAge, stale } = page;
  const freshUntil = now + maxAge * 1000;
  const content = createContent(bytes, mediaType, etag, br && { br }, byDictionary);
  return {
    result: { kind: 'page', content, csp, freshUntil },
    bytes: memoryOf(bytes, byDictionary),
    freshUntil,
    staleUntil: freshUntil + stale * 1000,
  };
}
