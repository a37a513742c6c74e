import type { PublicBrand } from '#src/brand/public-brand.ts';
import { hash } from '#src/lib/hash.ts';
import { COVERS_TYPE } from '#src/lib/media-types.ts';
import { policyFor, type SiteApp } from '#src/publish/bundle/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { NotRendered } from '../decide/decision.ts';
import {
  compressDictionary,
  type Dictionary,
  type DictionaryName,
  dictionaryNameOf,
  dictionaryOf,
  parseDictionaryPath,
} from '../files/dictionaries.ts';
import { compressByDictionary } from '../files/dictionary-transport.ts';
import type { ThreadGauge } from '../http/meter.ts';
import { compress, type DictionaryForm, isCompressible } from '../http/representation.ts';
import { drawCovers } from './draw-covers.ts';

/** A page to render. Plain data, so that it can be posted to a thread. */
export interface RenderTask {
  readonly brand: PublicBrand;
  /** Path and query of a URL on the brand's own origin. */
  readonly address: string;
  readonly upstreamOrigin: string;
  /** Path of the brand's `catalogue.db`, for a page of a prerendered kind whose file is damaged. */
  readonly snapshot?: string | undefined;
  /** Timeout of one upstream call by the page, in ms; default: 1.5 seconds. */
  readonly upstreamTimeoutMs?: number | undefined;
  /** Id of the first request for the page, for log lines and upstream calls. */
  readonly requestId: string | undefined;
}

export const HTML_TYPE = 'text/html; charset=utf-8';
/** Media type of dictionaries. It is plain text, so that browsers do not render a dictionary as a page. */
const DICTIONARY_TYPE = 'text/plain; charset=utf-8';
/** How long a dictionary is cached in memory, in seconds. */
const A_DAY = 24 * 60 * 60;

/** A rendered page, or the reason why there is none. */
export type RenderedPage =
  | {
      readonly kind: 'page';
      readonly bytes: Uint8Array;
      /** Content-Type if the page is not HTML. */
      readonly mediaType?: string | undefined;
      /** The page compressed with Brotli, if worthwhile. */
      readonly br: Uint8Array | undefined;
      /** The page compressed with the dictionary for pages of this kind; undefined without a dictionary. */
      readonly byDictionary?: DictionaryForm | undefined;
      readonly etag: string;
      readonly csp: string | undefined;
      /** Seconds for which the page is fresh. */
      readonly maxAge: number;
      /** Seconds after `maxAge` for which the page may be sent while it is rendered again. */
      readonly stale: number;
    }
  | NotRendered
  /** The page's code threw an error. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Renders pages in the calling thread or in others. */
export interface Renderer {
  /** Renders a page. The promise never rejects. */
  render(task: RenderTask): Promise<RenderedPage>;
  /** One gauge per thread, if the renderer has threads. */
  threads?(): ThreadGauge[];
  close(): Promise<void>;
}

/** Renders a page in the calling thread, and compresses it in the encoding that nearly all visitors accept. */
export async function renderPage(site: SiteApp, task: RenderTask): Promise<RenderedPage> {
  const { brand, address, upstreamOrigin, snapshot, upstreamTimeoutMs } = task;
  try {
    const requested = parseDictionaryPath(address);
    if (requested) return await dictionaryFile(site, task, requested);
    const name = dictionaryNameOf(parsePath(address.split('?')[0] ?? '', brand.locales));
    const dictionary = name && dictionaryOf(site, brand, name);
    const response = await site.render(new Request(brand.origin + address), {
      brand,
      upstreamOrigin,
      snapshot,
      upstreamTimeoutMs,
    });
    const isDrawn = response.status === 200 && response.headers.get('content-type') === COVERS_TYPE;
    return await (isDrawn ? drawPicture(response, task) : readResponse(response, await dictionary, site.policy));
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/**
 * Renders the dictionary for a path. Its hash differs from the one in the path if code or brand design have changed.
 */
async function dictionaryFile(
  site: SiteApp,
  { brand, address }: RenderTask,
  name: DictionaryName,
): Promise<RenderedPage> {
  const dictionary = brand.locales.includes(name.locale) ? await dictionaryOf(site, brand, name) : undefined;
  if (dictionary?.path !== address) return { kind: 'error', status: 404 };
  const { bytes } = dictionary;
  const br = await compressDictionary(dictionary);
  const etag = hash(bytes, 32);
  return { kind: 'page', bytes, mediaType: DICTIONARY_TYPE, br, etag, csp: undefined, maxAge: A_DAY, stale: A_DAY };
}

/** Draws a picture from the covers that the bundle's response lists, because sharp is not part of the bundle. */
async function drawPicture(response: Response, task: RenderTask): Promise<RenderedPage> {
  const { covers }: { covers: string[] } = await response.json();
  const bytes = await drawCovers(covers, task.upstreamOrigin, task.upstreamTimeoutMs);
  if (typeof bytes === 'number') return { kind: 'error', status: bytes };
  const etag = hash(bytes, 32);
  const lifetime = lifetimeOf(response.headers);
  return { kind: 'page', bytes, mediaType: 'image/jpeg', br: undefined, etag, csp: undefined, ...lifetime };
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

async function readResponse(
  response: Response,
  dictionary: Dictionary | undefined,
  policy: string | undefined,
): Promise<RenderedPage> {
  const { status, headers } = response;
  if (status === 200) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = headers.get('content-type') ?? HTML_TYPE;
    const mediaType = type.startsWith('text/html') ? undefined : type;
    const [br, byDictionary] = isCompressible(type, bytes.length)
      ? await Promise.all([compress(bytes, 'br'), dictionary && formOf(bytes, dictionary)])
      : [];
    const csp = policy && policyFor(policy, Buffer.from(bytes).toString());
    return { kind: 'page', bytes, mediaType, br, byDictionary, etag: hash(bytes, 32), csp, ...lifetimeOf(headers) };
  }
  await response.body?.cancel();
  const location = headers.get('location');
  if (location !== null && REDIRECTS.has(status)) return { kind: 'redirect', status, location };
  return { kind: 'error', status: errorStatus(status) };
}

async function formOf(page: Uint8Array, { path, hash: name, bytes }: Dictionary): Promise<DictionaryForm> {
  return { path, hash: name, bytes: await compressByDictionary(page, bytes, name) };
}

/** Statuses of errors that pages themselves return. Others, such as 502, come from the upstream. */
const ERROR_STATUSES = new Set([400, 404, 410, 451, 500, 503]);

function errorStatus(status: number): number {
  if (ERROR_STATUSES.has(status)) return status;
  return status === 502 || status === 504 ? 503 : 500;
}

/** Parses the header of the route cache (src/publish/bundle/cache-headers.ts); 0 for pages that must not be cached. */
function lifetimeOf(headers: Headers): { maxAge: number; stale: number } {
  const header = headers.get('lectern-cache') ?? '';
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d{1,9})`).exec(header)?.[1] ?? 0);
  return { maxAge: seconds('max-age'), stale: seconds('stale-while-revalidate') };
}
