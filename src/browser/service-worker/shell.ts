import { ANY_CACHE } from '#src/lib/cache-names.ts';
import { keepFilesOf } from '#src/lib/keep-files.ts';
import { namesOf } from './lookup.ts';
import { OFFLINE } from './pages.ts';
import type { Platform } from './scope.ts';

/** Fetches the page for lack of a connection in each language, with the files it needs. */
export async function fillShell(platform: Platform): Promise<void> {
  const cache = await platform.caches.open(namesOf(platform).shell);
  const prefixes = ['', ...platform.brand.locales.map((code) => `/${code}`)];
  await Promise.all(prefixes.map((prefix) => keepPage(platform, cache, prefix + OFFLINE)));
}

async function keepPage(platform: Platform, cache: Cache, path: string): Promise<void> {
  const response = await platform.fetch(platform.origin + path);
  if (response.status !== 200) return;
  await cache.put(platform.origin + path, response.clone());
  const files = await platform.caches.open(namesOf(platform).files);
  const { origin, fetch } = platform;
  await keepFilesOf({ path, text: await response.text() }, { origin, fetch, cache: files, fonts: false });
}

/** Removes what another brand left on this origin, such as a development address. */
export async function dropForeign({ caches, brand }: Platform): Promise<void> {
  const { own } = namesOf({ brand });
  const foreign = (await caches.keys()).filter((name) => name.startsWith(ANY_CACHE) && !name.startsWith(own));
  await Promise.all(foreign.map((name) => caches.delete(name)));
}
