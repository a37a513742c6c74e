import { type CacheNames, cacheNames } from './cache-names.ts';
import type { Platform } from './worker-types.ts';

export const brandCaches = ({ brand }: Pick<Platform, 'brand'>): CacheNames => cacheNames(brand.prefix);

/**
 * The response stored for an address as part of a downloaded book. With `unlocked`, also searches the chapter texts
 * that the visitor has unlocked.
 */
export async function downloadedAnswer(
  platform: Platform,
  key: string,
  unlocked: boolean,
): Promise<Response | undefined> {
  const names = brandCaches(platform);
  const books = (await platform.caches.keys()).filter((name) => name.startsWith(names.books));
  const searched = unlocked ? [names.unlocked, ...books] : books;
  for (const name of searched) {
    const cached = await answerIn(platform, name, key);
    if (cached) return cached;
  }
  return undefined;
}

/** The response stored in a cache; undefined if there is none. Does not create the cache. */
export async function answerIn(platform: Platform, name: string, key: string): Promise<Response | undefined> {
  if (!(await platform.caches.has(name))) return undefined;
  return (await platform.caches.open(name)).match(platform.origin + key, { ignoreVary: true });
}

/** Removes the oldest entries beyond `maxEntries`. */
export async function trim(cache: Cache, maxEntries: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(keys.length - maxEntries, 0)).map((key) => cache.delete(key)));
}
