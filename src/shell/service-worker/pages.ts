import { answerIn, brandCaches, downloadedAnswer, trim } from './lookup.ts';
import type { Platform } from './worker-types.ts';

/** Maximum number of recently viewed pages that are cached for offline use. */
const MAX_PAGES = 40;

/**
 * Responds with a page from the network, or with a stored copy if the network fails or is slow. Pages contain no
 * session data, so they are the same for all visitors. If this code throws, the exception is reported and the page
 * comes from the network.
 * @param preload the response that the browser requested while the worker started
 */
export async function answerPage(
  platform: Platform,
  request: Request,
  preload: Promise<Response | undefined> = Promise.resolve(undefined),
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const network = fromNetwork(platform, request, preload);
  try {
    return await preferredPage(platform, pathname, search, network);
  } catch (error) {
    platform.report(error);
    return (await network) ?? offlinePage(platform, pathname);
  }
}

async function preferredPage(
  platform: Platform,
  pathname: string,
  search: string,
  network: Promise<Response | undefined>,
): Promise<Response> {
  const fromCache = () => (search === '' ? cachedPage(platform, pathname) : Promise.resolve(undefined));
  const inTime = await withinLimit(network, platform.pageTimeoutMs);
  const stored = inTime ? undefined : await fromCache();
  if (stored) return stored;
  const response = inTime ?? (await network);
  if (!response) return offlinePage(platform, pathname);
  if (response.status >= 500) return (await fromCache()) ?? response;
  if (response.status === 410 || response.status === 451) await forgetPage(platform, pathname);
  if (search === '' && isCacheable(response)) await cachePage(platform, pathname, response.clone());
  return response;
}

/** The response from the network; undefined if there is no connection, that is, if `fetch` rejects. */
async function fromNetwork(
  platform: Platform,
  request: Request,
  preload: Promise<Response | undefined>,
): Promise<Response | undefined> {
  const preloaded = await preload.catch(() => undefined);
  return preloaded ?? platform.fetch(request).catch(() => undefined);
}

/** The response, or undefined if it takes longer than `limitMs`. */
async function withinLimit<T>(response: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}

async function cachedPage(platform: Platform, path: string): Promise<Response | undefined> {
  const names = brandCaches(platform);
  const stored = await downloadedAnswer(platform, path, false);
  return stored ?? (await answerIn(platform, names.pages, path)) ?? answerIn(platform, names.shell, path);
}

function isCacheable(response: Response): boolean {
  const cache = response.headers.get('cache-control') ?? '';
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && !response.redirected && type.startsWith('text/html') && !cache.includes('no-store');
}

/**
 * Deletes the cached copy of a page that was taken down, and the downloaded book that the page belongs to, so that
 * neither is shown offline.
 */
async function forgetPage({ caches, brand, origin }: Platform, path: string): Promise<void> {
  const names = brandCaches({ brand });
  const [, book] = /\/(?:book-reader|novel)\/(\d+)(?:\/|$)/.exec(path) ?? [];
  if (book !== undefined) await caches.delete(names.book(Number(book)));
  if (await caches.has(names.pages)) await (await caches.open(names.pages)).delete(origin + path);
}

async function cachePage(platform: Platform, path: string, response: Response): Promise<void> {
  try {
    const cache = await platform.caches.open(brandCaches(platform).pages);
    // Deletes the page before adding it again, so that it becomes the newest entry.
    await cache.delete(platform.origin + path);
    await cache.put(platform.origin + path, response);
    await trim(cache, MAX_PAGES);
  } catch {
    // A full cache must not prevent the response.
  }
}

export const OFFLINE = '/offline';

/** The brand's offline page in the language of the address. */
async function offlinePage(platform: Platform, path: string): Promise<Response> {
  const [, first = ''] = path.split('/');
  const prefix = platform.brand.locales.includes(first) ? `/${first}` : '';
  const page = await answerIn(platform, brandCaches(platform).shell, prefix + OFFLINE);
  if (!page) return Response.error();
  return new Response(page.body, { status: 503, headers: page.headers });
}
