import { LecternError } from '#src/lib/errors.ts';
import { isPicture } from '#src/shell/service-worker/cache-names.ts';
import type { DownloadStorage } from '#src/shell/state/download-storage.ts';

/** A temporary fault of the site or the connection. */
export class DownloadError extends LecternError {
  constructor(message: string) {
    super('DOWNLOAD', message);
  }
}

export interface PageDownloader {
  readonly storage: DownloadStorage;
  readonly cache: Cache;
  readonly origin: string;
  readonly signal: AbortSignal;
}

const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 1000;

/** Fetches a page and caches it under its path. @throws DownloadError if the site does not return the page */
export async function downloadPage(downloader: PageDownloader, path: string): Promise<{ text: string; bytes: number }> {
  const response = await fetchWithRetries(downloader, path);
  const content = await response.arrayBuffer();
  await downloader.cache.put(downloader.origin + path, copy(content, response.headers));
  return { text: new TextDecoder().decode(content), bytes: content.byteLength };
}

/**
 * Caches the brand's pictures among these addresses, such as the pictures of a chapter. Missing pictures are skipped.
 */
export async function downloadPictures(
  downloader: PageDownloader,
  prefix: string,
  addresses: readonly string[],
): Promise<number> {
  const sizes = await Promise.all(addresses.map((address) => downloadPicture(downloader, prefix, address)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function downloadPicture(
  { storage, cache, origin, signal }: PageDownloader,
  prefix: string,
  address: string,
): Promise<number> {
  const { pathname } = new URL(address, origin);
  if (!isPicture(prefix, pathname) || (await cache.match(origin + pathname))) return 0;
  const response = await storage.fetch(origin + address, signal);
  if (response.status !== 200) return 0;
  const content = await response.arrayBuffer();
  await cache.put(origin + pathname, copy(content, response.headers));
  return content.byteLength;
}

/** Paths of the pictures in the HTML of a page. */
export const picturesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/<img[^>]*?\ssrc="(\/[^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&')),
  ),
];

async function fetchWithRetries({ storage, origin, signal }: PageDownloader, path: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await storage.fetch(origin + path, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined;
    });
    if (response?.status === 200) return response;
    const isPermanent = response !== undefined && response.status < 500 && response.status !== 429;
    if (isPermanent || attempt === MAX_ATTEMPTS)
      throw new DownloadError(`${path}: ${response?.status ?? 'no connection'}`);
    await storage.wait(RETRY_DELAY_MS * attempt, signal);
  }
}

/** Builds a copy of the response without traces of a redirect or compression, so that it can be cached and returned. */
function copy(content: ArrayBuffer, headers: Headers): Response {
  const clean = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'vary', 'etag']) clean.delete(name);
  return new Response(content, { headers: clean });
}
