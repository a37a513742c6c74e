import { ANY_CACHE } from './cache-names.ts';
import { brandCaches } from './lookup.ts';
import { cachePageAssets } from './page-assets.ts';
import { OFFLINE } from './pages.ts';
import type { Platform } from './worker-types.ts';

/** Caches the offline page in each language with the files it needs. */
export async function fillShell(platform: Platform): Promise<void> {
  const cache = await platform.caches.open(brandCaches(platform).shell);
  const prefixes = ['', ...platform.brand.locales.map((code) => `/${code}`)];
  await Promise.all(prefixes.map((prefix) => cachePage(platform, cache, prefix + OFFLINE)));
}

async function cachePage(platform: Platform, cache: Cache, path: string): Promise<void> {
  const response = await platform.fetch(platform.origin + path);
  if (response.status !== 200) return;
  await cache.put(platform.origin + path, response.clone());
  const files = await platform.caches.open(brandCaches(platform).files);
  const { origin, fetch } = platform;
  await cachePageAssets({ path, text: await response.text() }, { origin, fetch, cache: files, fonts: false });
}

/** Deletes the caches of other brands on this origin. On a development host, several brands may share an origin. */
export async function deleteForeignCaches({ caches, brand }: Platform): Promise<void> {
  const { own } = brandCaches({ brand });
  const foreign = (await caches.keys()).filter((name) => name.startsWith(ANY_CACHE) && !name.startsWith(own));
  await Promise.all(foreign.map((name) => caches.delete(name)));
}
