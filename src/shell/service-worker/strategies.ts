import { downloadedCallKey, isPicture } from './cache-names.ts';
import type { Platform } from './worker-types.ts';

/**
 * How the worker responds to a request. Requests without a strategy are left to the browser.
 *
 * - `file`: from the cache, or else from the network
 * - `page`: from the network, or else from a cache
 * - `downloadable`: from the network, or else from a downloaded book
 */
export type Strategy =
  | { readonly kind: 'file' }
  | { readonly kind: 'page' }
  | { readonly kind: 'downloadable'; readonly key: string; readonly unlocked: boolean };

type RequestFacts = Pick<Request, 'method' | 'url' | 'mode' | 'headers' | 'cache'>;

export function strategyFor(
  request: RequestFacts,
  { origin, brand: { prefix } }: Pick<Platform, 'origin' | 'brand'>,
): Strategy | undefined {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return undefined;
  const { pathname: path } = url;
  // Code that downloads a book uses this cache mode to bypass the worker (src/shell/state/download-storage.ts).
  if (isFile(path)) return request.cache === 'force-cache' ? undefined : { kind: 'file' };
  if (path.startsWith(`${prefix}/`)) return callStrategy(request, prefix, url);
  if (request.mode === 'navigate') return { kind: 'page' };
  return /\/(book-reader|novel)\/\d+\//.test(path) ? { kind: 'downloadable', key: path, unlocked: false } : undefined;
}

/**
 * Whether the path is a file with a hash in its name. Excludes compression dictionaries, which the browser does not
 * store if the worker responds.
 */
const isFile = (path: string) => /^\/_(astro|brand)\//.test(path) && !path.endsWith('.dict');

/** The strategy for an API call. The worker does not cache responses to calls; downloading a book stores them. */
function callStrategy(
  { headers }: RequestFacts,
  prefix: string,
  { pathname, searchParams }: URL,
): Strategy | undefined {
  if (isPicture(prefix, pathname)) return { kind: 'downloadable', key: pathname, unlocked: false };
  const key = downloadedCallKey(prefix, pathname, searchParams);
  return key === undefined ? undefined : { kind: 'downloadable', key, unlocked: hasToken(headers) };
}

const hasToken = (headers: Headers) => /^bearer\s+\S/i.test(headers.get('authorization') ?? '');
