import { answerIn, brandCaches, trim } from './lookup.ts';
import type { Platform } from './worker-types.ts';

/** Enough for the versions of some weeks. */
const MOST_FILES = 300;

/** A file with a hash in its name never changes: what was had once is not asked for again. */
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
    const known = await answerIn(platform, name, path);
    if (known) return known;
  }
  return undefined;
}

async function cacheFile(platform: Platform, path: string, response: Response): Promise<void> {
  try {
    const cache = await platform.caches.open(brandCaches(platform).files);
    await cache.put(platform.origin + path, response);
    await trim(cache, MOST_FILES);
  } catch {
    // No room is no reason to withhold the file.
  }
}
