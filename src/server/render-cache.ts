import type { PublicBrand } from '#src/brand/public-brand.ts';
import { messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import type { SiteApp } from '#src/site-bundle/index.ts';
import type { NotRendered } from './decide-response.ts';
import { createByteLru } from './lru.ts';
import { type Content, createContent, memoryOf } from './representation.ts';

/** The result of rendering a page on request. */
export type RenderResult =
  | {
      readonly kind: 'page';
      readonly content: Content;
      readonly csp: string | undefined;
      /** In ms; in the past for a stale page. */
      readonly freshUntil: number;
    }
  | NotRendered;

/**
 * Pages rendered on request, kept as the route cache of the page says (RFC 5861 for stale ones). A page is rendered
 * from its address alone: no header or cookie of a visitor reaches it, so that every visitor may get what is kept.
 */
export interface RenderCache {
  get(brand: PublicBrand, address: string): Promise<RenderResult>;
}

interface Entry {
  readonly result: RenderResult;
  readonly bytes: number;
  readonly freshUntil: number;
  readonly staleUntil: number;
}

export interface RenderCacheConfig {
  readonly site: SiteApp;
  readonly upstreamOrigin: string;
  readonly boundBytes: number;
  readonly log: Log;
  readonly now?: () => number;
}

export function createRenderCache(config: RenderCacheConfig): RenderCache {
  const { now = Date.now, log } = config;
  const cache = createByteLru<Entry>(config.boundBytes);
  const pending = new Map<string, Promise<Entry>>();

  const store = (key: string, entry: Entry): Entry => {
    if (entry.staleUntil > now()) cache.set(key, entry, entry.bytes);
    else if (isGone(entry.result)) cache.delete(key);
    return entry;
  };

  /** Renders a page once at a time, however many requests wait for it. */
  const refresh = (key: string, brand: PublicBrand, address: string): Promise<Entry> => {
    const running = pending.get(key);
    if (running) return running;
    const started = render(config, brand, address, now)
      .then((entry) => store(key, entry))
      .finally(() => pending.delete(key));
    pending.set(key, started);
    return started;
  };

  return {
    async get(brand, address) {
      const key = `${brand.id} ${address}`;
      const known = cache.get(key);
      if (known && known.freshUntil > now()) return known.result;
      const fresh = refresh(key, brand, address);
      if (!known || known.staleUntil <= now()) return (await fresh).result;
      fresh.catch((error: unknown) => log.error(`refreshing ${address} failed: ${messageOf(error)}`));
      return known.result;
    },
  };
}

/** The upstream no longer has the page, or has it elsewhere. Where it merely failed, a stale page still serves. */
const isGone = (result: RenderResult) => result.kind === 'redirect' || (result.kind === 'error' && result.status < 500);

async function render(
  { site, upstreamOrigin }: RenderCacheConfig,
  brand: PublicBrand,
  address: string,
  now: () => number,
): Promise<Entry> {
  const response = await site.render(new Request(brand.origin + address), { brand, upstreamOrigin });
  const { maxAge, stale } = lifetimeOf(response);
  const freshUntil = now() + maxAge * 1000;
  return { ...(await readResponse(response, freshUntil)), freshUntil, staleUntil: freshUntil + stale * 1000 };
}

async function readResponse(response: Response, freshUntil: number): Promise<{ result: RenderResult; bytes: number }> {
  const { status, headers } = response;
  if (status === 200) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const content = createContent(bytes, 'text/html; charset=utf-8', hash(bytes, 32));
    const csp = headers.get('content-security-policy') ?? undefined;
    return { result: { kind: 'page', content, csp, freshUntil }, bytes: memoryOf(bytes) };
  }
  await response.body?.cancel();
  const location = headers.get('location');
  if (location !== null && status >= 300 && status < 400)
    return { result: { kind: 'redirect', status, location }, bytes: 0 };
  return { result: { kind: 'error', status: status >= 400 ? status : 500 }, bytes: 0 };
}

/** Seconds from the header of the route cache (src/site-bundle/cache-headers.ts); 0 for what may not be kept. */
function lifetimeOf(response: Response): { maxAge: number; stale: number } {
  const header = response.headers.get('lectern-cache');
  if (response.status !== 200 || header === null) return { maxAge: 0, stale: 0 };
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d{1,9})`).exec(header)?.[1] ?? 0);
  return { maxAge: seconds('max-age'), stale: seconds('stale-while-revalidate') };
}
