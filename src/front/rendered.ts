import type { PublicBrand } from '#src/brand/public.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import type { SiteApp } from '#src/renderer/index.ts';
import type { Body } from './answer.ts';
import { memoryBody } from './files.ts';
import { createByteLru } from './lru.ts';

/** What rendering a page on request gave. */
export type Rendered =
  | { readonly kind: 'page'; readonly body: Body; readonly csp: string | undefined }
  | { readonly kind: 'redirect'; readonly status: 302 | 308; readonly to: string }
  | { readonly kind: 'error'; readonly status: number };

/** Pages rendered on request, kept as the route cache of the page says (RFC 5861 for stale ones). */
export interface RenderedPages {
  get(brand: PublicBrand, address: string): Promise<Rendered>;
}

interface Entry {
  readonly rendered: Rendered;
  readonly freshUntil: number;
  readonly staleUntil: number;
}

export interface RenderedConfig {
  readonly site: SiteApp;
  readonly upstreamOrigin: string;
  readonly boundBytes: number;
  readonly log: Log;
  readonly now?: () => number;
}

export function createRenderedPages(config: RenderedConfig): RenderedPages {
  const { now = Date.now } = config;
  const cache = createByteLru<Entry>(config.boundBytes);
  const underWay = new Map<string, Promise<Entry>>();

  /** One rendering per page at a time, however many ask. */
  const refresh = (key: string, brand: PublicBrand, address: string): Promise<Entry> => {
    const running = underWay.get(key);
    if (running) return running;
    const started = render(config, brand, address, now)
      .then(({ entry, bytes }) => {
        if (entry.staleUntil > now()) cache.set(key, entry, bytes);
        return entry;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };

  return {
    async get(brand, address) {
      const key = `${brand.id} ${address}`;
      const known = cache.get(key);
      if (known && known.freshUntil > now()) return known.rendered;
      const fresh = refresh(key, brand, address);
      if (!known || known.staleUntil <= now()) return (await fresh).rendered;
      fresh.catch((error: unknown) => config.log.error(`refreshing ${address} failed: ${String(error)}`));
      return known.rendered;
    },
  };
}

/** Small answers (redirects, errors) still take room. */
const ENTRY_BYTES = 500;

async function render(
  { site, upstreamOrigin }: RenderedConfig,
  brand: PublicBrand,
  address: string,
  now: () => number,
): Promise<{ entry: Entry; bytes: number }> {
  const response = await site.render(new Request(brand.origin + address), { brand, upstreamOrigin });
  const { maxAge, stale } = lifetime(response);
  const freshUntil = now() + maxAge * 1000;
  const entry = { freshUntil, staleUntil: freshUntil + stale * 1000 };
  const location = response.headers.get('location');
  if (location !== null && (response.status === 308 || response.status === 302)) {
    return {
      entry: { ...entry, rendered: { kind: 'redirect', status: response.status, to: location } },
      bytes: ENTRY_BYTES,
    };
  }
  if (response.status !== 200)
    return { entry: { ...entry, rendered: { kind: 'error', status: response.status } }, bytes: ENTRY_BYTES };
  const content = new Uint8Array(await response.arrayBuffer());
  const body = memoryBody(content, 'text/html; charset=utf-8', hash(content, 32));
  const csp = response.headers.get('content-security-policy') ?? undefined;
  return { entry: { ...entry, rendered: { kind: 'page', body, csp } }, bytes: content.length + ENTRY_BYTES };
}

/** Seconds from the route cache's header (src/renderer/cache-headers.ts); none for what may not be kept. */
function lifetime(response: Response): { maxAge: number; stale: number } {
  const header = response.headers.get('lectern-cache');
  if (response.status !== 200 || header === null) return { maxAge: 0, stale: 0 };
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d{1,9})`).exec(header)?.[1] ?? 0);
  return { maxAge: seconds('max-age'), stale: seconds('stale-while-revalidate') };
}
