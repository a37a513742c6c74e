import { downloadedCallKey, isPicture } from './cache-names.ts';
import type { Platform } from './worker-types.ts';

/**
 * How a request is answered: `file` from the cache first, `page` from the network first, `spare` from the network, or
 * from a downloaded book if that fails. All other requests are left to the browser.
 */
export type Strategy =
  | { readonly kind: 'file' }
  | { readonly kind: 'page' }
  | { readonly kind: 'spare'; readonly key: string; readonly unlocked: boolean };

type RequestFacts = Pick<Request, 'method' | 'url' | 'mode' | 'headers' | 'cache'>;

export function strategyFor(
  request: RequestFacts,
  { origin, brand: { prefix } }: Pick<Platform, 'origin' | 'brand'>,
): Strategy | undefined {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return undefined;
  const { pathname: path } = url;
  // A page that downloads a book bypasses the worker (src/shell/state/download-storage.ts).
  if (isFile(path)) return request.cache === 'force-cache' ? undefined : { kind: 'file' };
  if (path.startsWith(`${prefix}/`)) return callStrategy(request, prefix, url);
  if (request.mode === 'navigate') return { kind: 'page' };
  return /\/(book-reader|novel)\/\d+\//.test(path) ? { kind: 'spare', key: path, unlocked: false } : undefined;
}

/** Not a compression dictionary: the browser stores it itself, but not if the worker answers. */
const isFile = (path: string) => /^\/_(astro|brand)\//.test(path) && !path.endsWith('.dict');

/** Calls are never cached in passing; a downloaded book has its own answers. */
function callStrategy(
  { headers }: RequestFacts,
  prefix: string,
  { pathname, searchParams }: URL,
): Strategy | undefined {
  if (isPicture(prefix, pathname)) return { kind: 'spare', key: pathname, unlocked: false };
  const key = downloadedCallKey(prefix, pathname, searchParams);
  return key === undefined ? undefined : { kind: 'spare', key, unlocked: hasToken(headers) };
}

const hasToken = (headers: Headers) => /^bearer\s+\S/i.test(headers.get('authorization') ?? '');
