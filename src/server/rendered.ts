import type { PublicBrand } from '#src/brand/public-brand.ts';
import { messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import type { Log } from '#src/lib/log.ts';
import type { SiteApp } from '#src/site-bundle/index.ts';
import type { Body } from './answer.ts';
import { memoryBody, weightOf } from './files.ts';
import { createByteLru } from './lru.ts';

/** What rendering a page on request gave. */
export type Rendered =
  | {
      readonly kind: 'page';
      readonly body: Body;
      readonly csp: string | undefined;
      /** In ms; a stale page's is over. */
      readonly freshUntil: number;
    }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string }
  | { readonly kind: 'error'; readonly status: number };

/**
 * Pages rendered on request, kept as the route cache of the page says (RFC 5861 for stale ones). A page is rendered
 * from its address alone: no header or cookie of a visitor reaches it, so that what is kept is everyone's.
 */
export interface RenderedPages {
  get(brand: PublicBrand, address: string): Promise<Rendered>;
}

interface Entry {
  readonly rendered: Rendered;
  readonly bytes: number;
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
  const { now = Date.now, log } = config;
  const cache = createByteLru<Entry>(config.boundBytes);
  const underWay = new Map<string, Promise<Entry>>();

  const keep = (key: string, entry: Entry): Entry => {
    if (entry.staleUntil > now()) cache.set(key, entry, entry.bytes);
    else if (isGone(entry.rendered)) cache.delete(key);
    return entry;
  };

  /** One rendering per page at a time, however many ask. */
  const refresh = (key: string, brand: PublicBrand, address: string): Promise<Entry> => {
    const running = underWay.get(key);
    if (running) return running;
    const started = render(config, brand, address, now)
      .then((entry) => keep(key, entry))
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
      fresh.catch((error: unknown) => log.error(`refreshing ${address} failed: ${messageOf(error)}`));
      return known.rendered;
    },
  };
}

/** The upstream no longer has the page, or has it elsewhere; where it merely failed, a stale page still serves. */
const isGone = (rendered: Rendered) =>
  rendered.kind === 'redirect' || (rendered.kind === 'error' && rendered.status < 500);

async function render(
  { site, upstreamOrigin }: RenderedConfig,
  brand: PublicBrand,
  address: string,
  now: () => number,
): Promise<Entry> {
  const response = await site.render(new Request(brand.origin + address), { brand, upstreamOrigin });
  const { maxAge, stale } = lifetime(response);
  const freshUntil = now() + maxAge * 1000;
  return { ...(await read(response, freshUntil)), freshUntil, staleUntil: freshUntil + stale * 1000 };
}

async function read(response: Response, freshUntil: number): Promise<{ rendered: Rendered; bytes: number }> {
  const { status, headers } = response;
  if (status === 200) {
    const content = new Uint8Array(await response.arrayBuffer());
    const body = memoryBody(content, 'text/html; charset=utf-8', hash(content, 32));
    const csp = headers.get('content-security-policy') ?? undefined;
    return { rendered: { kind: 'page', body, csp, freshUntil }, bytes: weightOf(content) };
  }
  await response.body?.cancel();
  const to = headers.get('location');
  if (to !== null && status >= 300 && status < 400) return { rendered: { kind: 'redirect', status, to }, bytes: 0 };
  return { rendered: { kind: 'error', status: status >= 400 ? status : 500 }, bytes: 0 };
}

/** Seconds from the route cache's header (src/site-bundle/cache-headers.ts); none for what may not be kept. */
function lifetime(response: Response): { maxAge: number; stale: number } {
  const header = response.headers.get('lectern-cache');
  if (response.status !== 200 || header === null) return { maxAge: 0, stale: 0 };
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d{1,9})`).exec(header)?.[1] ?? 0);
  return { maxAge: seconds('max-age'), stale: seconds('stale-while-revalidate') };
}
