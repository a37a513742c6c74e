import { namedFiles, namesFiles } from './page-files.ts';

/** Where hashed files are put for as long as they are needed. */
export interface FileCache {
  /** Faces too; without them the browser's own stand in. */
  readonly fonts: boolean;
  readonly origin: string;
  readonly cache: Cache;
  readonly fetch: (url: string) => Promise<Response>;
}

/**
 * Keeps every hashed file that a page needs, and what those files need in turn. One that cannot be had is left out:
 * a name in a text may be no file.
 * @returns bytes that were added
 */
export async function cachePageFiles(page: { path: string; text: string }, keeper: FileCache): Promise<number> {
  const seen = new Set<string>();
  const isWanted = (path: string) => !seen.has(path) && (keeper.fonts || !path.endsWith('.woff2'));
  let waiting = namedFiles(page.text, page.path).filter(isWanted);
  let bytes = 0;
  while (waiting.length > 0) {
    for (const path of waiting) seen.add(path);
    const found = await Promise.all(waiting.map((path) => cacheFile(path, keeper)));
    bytes += found.reduce((sum, file) => sum + file.bytes, 0);
    waiting = [...new Set(found.flatMap(({ names }) => names))].filter(isWanted);
  }
  return bytes;
}

async function cacheFile(
  path: string,
  { origin, cache, fetch }: FileCache,
): Promise<{ bytes: number; names: string[] }> {
  const known = await cache.match(origin + path, { ignoreVary: true });
  const response = known ?? (await fetch(origin + path));
  if (response.status !== 200) return { bytes: 0, names: [] };
  const content = await response.arrayBuffer();
  const names = namesFiles(path) ? namedFiles(new TextDecoder().decode(content), path) : [];
  if (known) return { bytes: 0, names };
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  await cache.put(origin + path, new Response(content, { headers: { 'content-type': type } }));
  return { bytes: content.byteLength, names };
}
