import { type CacheNames, cacheNames } from '#src/lib/cache-names.ts';
import type { Platform } from './worker-types.ts';

export const brandCaches = ({ brand }: Pick<Platform, 'brand'>): CacheNames => cacheNames(brand.prefix);

/** What a kept book has at an address; with `unlocked` also what the visitor has unlocked. */
export async function downloadedAnswer(
  platform: Platform,
  key: string,
  unlocked: boolean,
): Promise<Response | undefined> {
  const names = brandCaches(platform);
  const books = (await platform.caches.keys()).filter((name) => name.startsWith(names.books));
  const searched = unlocked ? [names.unlocked, ...books] : books;
  for (const name of searched) {
    const found = await answerIn(platform, name, key);
    if (found) return found;
  }
  return undefined;
}

/** Never makes a cache by looking into it. */
export async function answerIn(platform: Platform, name: string, key: string): Promise<Response | undefined> {
  if (!(await platform.caches.has(name))) return undefined;
  return (await platform.caches.open(name)).match(platform.origin + key, { ignoreVary: true });
}

/** Removes the oldest entries beyond `most`. */
export async function trim(cache: Cache, most: number): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(keys.length - most, 0)).map((key) => cache.delete(key)));
}
