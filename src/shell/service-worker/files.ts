import { answerIn, brandCaches, trim } from './lookup.ts';
import type { Platform } from './worker-types.ts';

/** Maximum number of cached files, enough for the releases of a few weeks. */
const MAX_FILES = 300;

/**
 * Responds with a file whose name contains a hash. Such a file never changes, so a cached copy is not requested again.
 */
export async function answerFile(platform: Platform, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const cached = await cachedFile(platform, pathname).catch(platform.report);
  if (cached) return cached;
  const response = await platform.fetch(request);
  if (response.status === 200 && response.type !== 'opaque') await cacheFile(platform, pathname, response.clone());
  return response;
}

async function cachedFile(platform: Platform, path: string): Promise<Response | undefined> {
  const names = brandCaches(platform);
  for (const name of [names.downloadedFiles, names.files]) {
    const cached = await answerIn(platform, name, path);
    if (cached) return cached;
  }
  return undefined;
}

async function cacheFile(platform: Platform, path: string, response: Response): Promise<void> {
  try {
    const cache = await platform.caches.open(brandCaches(platform).files);
    await cache.put(platform.origin + path, response);
    await trim(cache, MAX_FILES);
  } catch {
    // A full cache must not prevent the response.
  }
}
