import type { PublicBrand } from '#src/brand/public-brand.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { requestId } from '#src/lib/request-id.ts';
import { createBrandQueue } from './brand-queue.ts';
import type { NotRendered } from './decision.ts';
import { createByteLru } from './lru.ts';
import type { CacheGauge, QueueGauge, ServerMeter } from './meter.ts';
import { HTML_TYPE, type RenderedPage, type Renderer } from './render-page.ts';
import { type Content, createContent, memoryOf } from './representation.ts';

/** The result of rendering a page on request. */
export type RenderResult =
  | {
      readonly kind: 'page';
      readonly content: Content;
      readonly csp: string | undefined;
      /** In ms; in the past for a stale page. */
      readonly freshUntil: number;
      /** It was kept, and is older than the page says. */
      readonly isStale?: boolean;
    }
  | NotRendered;

/**
 * Pages rendered on request, kept as the route cache of the page says (RFC 5861 for stale ones). A page is rendered
 * from its address alone: no header or cookie of a visitor reaches it, so that every visitor may get what is kept. A
 * visitor waits for it until a deadline, and then gets what is kept, else 503; the rendering goes on and fills the cache.
 */
export interface RenderCache {
  /** @param snapshot see `RenderTask` */
  get(brand: PublicBrand, address: string, snapshot?: string): Promise<RenderResult>;
  /** Forgets all pages of a brand, those that are being rendered included: they may show what was taken down. */
  forget(brand: string): void;
  /** The same of all brands. */
  forgetAll(): void;
  gauge(): CacheGauge;
  /** Of the pages that are rendered. */
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
  /** For how long a visitor waits for a page; default 1.5 seconds. */
  readonly renderWaitMs?: number;
  readonly meter?: Pick<ServerMeter, 'lookUp'> | undefined;
  readonly now?: () => number;
}

const RENDER_WAIT_MS = 1500;
/** Pages of one brand that are rendered at a time, and that wait for it. */
const MOST_PAGES = { running: 16, waiting: 128 };
/**
 * Share pictures have their own queue: crawlers of other sites request hundreds at once and wait longer than readers, and
 * drawing one takes a tenth of a second of processor time.
 */
const MAX_PICTURES = { running: 2, waiting: 512 };
const PICTURE_WAIT_MS = 20_000;
const isPicture = (address: string) => /^\/(?:[a-z]{2}\/)?share\//.test(address);
/**
 * A page that has waited for longer than this share of a visitor's patience is not begun: it would come too late, and all
 * behind it, too, until a flood is over.
 */
const LONGEST_QUEUE = 0.5;
/** For this long after such a page, only as many pages wait as are rendered at a time; others fail at once. */
const FLOOD_MS = 1000;
const UNAVAILABLE: RenderResult = { kind: 'error', status: 503 };

export function createRenderCache(config: RenderCacheConfig): RenderCache {
  const { now = Date.now, log, renderWaitMs = RENDER_WAIT_MS, meter } = config;
  const queue = createBrandQueue(MOST_PAGES);
  const pictures = createBrandQueue(MAX_PICTURES);
  const waitMsOf = (address: string) => (isPicture(address) ? Math.max(PICTURE_WAIT_MS, renderWaitMs) : renderWaitMs);
  const cache = createByteLru<Entry>(config.boundBytes);
  const pending = new Map<string, Promise<Entry>>();
  /** How often the pages of each brand were forgotten: what was kept before has other keys. */
  const forgotten = new Map<string, number>();
  let allForgotten = 0;
  /** Of each brand, by `performance.now()`. */
  const floodedUntil = new Map<string, number>();

  /** @param age how often all pages had been forgotten when it was begun */
  const store = (key: string, entry: Entry, age: number): Entry => {
    if (age !== allForgotten) return entry;
    if (entry.staleUntil > now()) cache.set(key, entry, entry.bytes);
    else if (isGone(entry.result)) cache.delete(key);
    return entry;
  };

  /** Renders a page once at a time, however many requests wait for it. */
  const refresh = (key: string, brand: PublicBrand, address: string, snapshot?: string): Promise<Entry> => {
    const before = pending.get(key);
    if (before) return before;
    const { upstreamOrigin, renderWaitMs: upstreamTimeoutMs } = config;
    const task = { brand, address, upstreamOrigin, snapshot, upstreamTimeoutMs, requestId: requestId() };
    const age = allForgotten;
    const askedAt = performance.now();
    const latest = askedAt + renderWaitMs * LONGEST_QUEUE;
    const begin = async () => {
      if (performance.now() <= latest) return config.renderer.render(task);
      floodedUntil.set(brand.id, performance.now() + FLOOD_MS);
      return TOO_MANY;
    };
    const isFlooded = performance.now() < (floodedUntil.get(brand.id) ?? 0);
    const mayWait = isFlooded ? MOST_PAGES.running : MOST_PAGES.waiting;
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
      const key = `${brand.id} ${allForgotten} ${forgotten.get(brand.id) ?? 0} ${address}`;
      const known = cache.get(key);
      if (known && known.freshUntil > now()) {
        meter?.lookUp('pages', 'hit');
        return known.result;
      }
      const isStale = known !== undefined && known.staleUntil > now();
      meter?.lookUp('pages', isStale ? 'stale' : 'miss');
      const fresh = refresh(key, brand, address, snapshot);
      const entry = isStale ? undefined : await within(waitMsOf(address), fresh);
      if (entry) return entry.result;
      fresh.catch((error: unknown) => log.error(`refreshing ${address} failed: ${messageOf(error)}`));
      return known ? asStale(known.result) : UNAVAILABLE;
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

/** @returns undefined where the time is over */
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

/** The upstream no longer has the page, or has it elsewhere. Where it merely failed, a stale page still serves. */
const isGone = (result: RenderResult) => result.kind === 'redirect' || (result.kind === 'error' && result.status < 500);

/** @throws Error where the code of the page threw one */
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
