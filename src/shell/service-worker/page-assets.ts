const HASHED_PATH = /\/_(?:astro|brand)\/[\w@.-]+\.\w+/g;
const RELATIVE_NAME = /["'`(](?:\.\/|_astro\/)?((?:[\w@-]+\.)*[\w-]{8}\.(?:js|css|woff2|svg))["'`)]/g;
const NAMING_FILES = /\.(?:js|css)$/;

/**
 * Paths of the hashed files whose names occur in a page, script or style sheet, including files that are only loaded
 * later.
 * @param path path of the file with this text; relative names are resolved against it
 */
function assetsNamedIn(text: string, path: string): string[] {
  const absolute = text.match(HASHED_PATH) ?? [];
  const folder = path.startsWith('/_') ? path.slice(0, path.lastIndexOf('/') + 1) : undefined;
  const relative = folder === undefined ? [] : [...text.matchAll(RELATIVE_NAME)].map(([, name]) => folder + name);
  return [...new Set([...absolute, ...relative])];
}

/** Where a page's assets are cached, and how they are fetched. */
export interface AssetCache {
  /** Whether fonts are cached too. Without them, offline pages use the device's fonts. */
  readonly fonts: boolean;
  readonly origin: string;
  readonly cache: Cache;
  readonly fetch: (url: string) => Promise<Response>;
}

/**
 * Caches every hashed file that a page needs, directly or through another file. Files that cannot be fetched are
 * skipped, because a match in a text may not be a file name.
 * @returns bytes added to the cache
 */
export async function cachePageAssets(page: { path: string; text: string }, assets: AssetCache): Promise<number> {
  const visitedPaths = new Set<string>();
  const isWanted = (path: string) => !visitedPaths.has(path) && (assets.fonts || !path.endsWith('.woff2'));
  let waiting = assetsNamedIn(page.text, page.path).filter(isWanted);
  let bytes = 0;
  while (waiting.length > 0) {
    for (const path of waiting) visitedPaths.add(path);
    const cached = await Promise.all(waiting.map((path) => cacheAsset(path, assets)));
    bytes += cached.reduce((sum, file) => sum + file.bytes, 0);
    waiting = [...new Set(cached.flatMap(({ names }) => names))].filter(isWanted);
  }
  return bytes;
}

async function cacheAsset(
  path: string,
  { origin, cache, fetch }: AssetCache,
): Promise<{ bytes: number; names: string[] }> {
  const cached = await cache.match(origin + path, { ignoreVary: true });
  const response = cached ?? (await fetch(origin + path));
  if (response.status !== 200) return { bytes: 0, names: [] };
  const content = await response.arrayBuffer();
  const names = NAMING_FILES.test(path) ? assetsNamedIn(new TextDecoder().decode(content), path) : [];
  if (cached) return { bytes: 0, names };
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  await cache.put(origin + path, new Response(content, { headers: { 'content-type': type } }));
  return { bytes: content.byteLength, names };
}
