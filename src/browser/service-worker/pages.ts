import { answerIn, brandCaches, downloadedAnswer, trim } from './lookup.ts';
import type { Platform } from './worker-types.ts';

/** Pages looked at last, for when there is no connection. */
const MOST_PAGES = 40;

/**
 * A page from the network; a kept copy where that fails, or takes longer than a reader waits. Pages are the same for
 * everybody: nothing of a session is in them. An exception in this code is reported, and the page comes from the network.
 * @param preload what the browser asked for while the worker woke up
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
  const spare = () => (search === '' ? cachedPage(platform, pathname) : Promise.resolve(undefined));
  const inTime = await withinLimit(network, platform.pageTimeoutMs);
  const kept = inTime ? undefined : await spare();
  if (kept) return kept;
  const response = inTime ?? (await network);
  if (!response) return offlinePage(platform, pathname);
  if (response.status >= 500) return (await spare()) ?? response;
  if (response.status === 410 || response.status === 451) await forgetPage(platform, pathname);
  if (search === '' && isCacheable(response)) await cachePage(platform, pathname, response.clone());
  return response;
}

/** Undefined without a connection, that is, if `fetch` rejects. */
async function fromNetwork(
  platform: Platform,
  request: Request,
  preload: Promise<Response | undefined>,
): Promise<Response | undefined> {
  const preloaded = await preload.catch(() => undefined);
  return preloaded ?? platform.fetch(request).catch(() => undefined);
}

/** Undefined if the answer is late. */
async function withinLimit<T>(answer: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function cachedPage(platform: Platform, path: string): Promise<Response | undefined> {
  const names = brandCaches(platform);
  const kept = await downloadedAnswer(platform, path, false);
  return kept ?? (await answerIn(platform, names.pages, path)) ?? answerIn(platform, names.shell, path);
}

function isCacheable(response: Response): boolean {
  const cache = response.headers.get('cache-control') ?? '';
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && !response.redirected && type.startsWith('text/html') && !cache.includes('no-store');
}

/** What was taken down is not shown without a connection either: neither the page nor the kept book that it is of. */
async function forgetPage({ caches, brand, origin }: Platform, path: string): Promise<void> {
  const names = brandCaches({ brand });
  const [, book] = /\/(?:book-reader|novel)\/(\d+)(?:\/|$)/.exec(path) ?? [];
  if (book !== undefined) await caches.delete(names.book(Number(book)));
  if (await caches.has(names.pages)) await (await caches.open(names.pages)).delete(origin + path);
}

async function cachePage(platform: Platform, path: string, response: Response): Promise<void> {
  try {
    const cache = await platform.caches.open(brandCaches(platform).pages);
    // Taken out first, so that what is looked at again counts as new.
    await cache.delete(platform.origin + path);
    await cache.put(platform.origin + path, response);
    await trim(cache, MOST_PAGES);
  } catch {
    // No room is no reason to withhold the page.
  }
}

export const OFFLINE = '/offline';

/** The brand's page for lack of a connection, in the language of the address. */
async function offlinePage(platform: Platform, path: string): Promise<Response> {
  const [, first = ''] = path.split('/');
  const prefix = platform.brand.locales.includes(first) ? `/${first}` : '';
  const page = await answerIn(platform, brandCaches(platform).shell, prefix + OFFLINE);
  if (!page) return Response.error();
  return new Response(page.body, { status: 503, headers: page.headers });
}
