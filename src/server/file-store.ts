import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { mediaType } from '#src/lib/media-types.ts';
import type { ManifestPage, Release } from '#src/release/index.ts';
import { type ByteLru, createByteLru } from './lru.ts';
import {
  type CompressedBytes,
  type Content,
  compress,
  createContent,
  type Encoding,
  memoryOf,
} from './representation.ts';

/** Content of prerendered pages and browser files, kept in memory within one bound for all brands. */
export interface FileStore {
  page(release: Release, page: ManifestPage): Content;
  /** The browser file at an `isAssetPath`: the release's, else the running program's. */
  asset(release: Release, path: string, runtime: RuntimeFiles): Promise<Content | undefined>;
}

/** Browser files of the code and the brand that run now, which may be newer than the live release. */
export interface RuntimeFiles {
  has(path: string): boolean;
  read(path: string): Promise<Asset | undefined>;
}

interface Asset {
  readonly bytes: Uint8Array;
  readonly compressed: CompressedBytes;
}

/** Pages take most of the memory; there are few browser files. */
const ASSET_SHARE = 0.25;

export function createFileStore(boundBytes: number): FileStore {
  const pages = createLoader(createByteLru<Uint8Array>(boundBytes * (1 - ASSET_SHARE)));
  const assets = createByteLru<Content>(boundBytes * ASSET_SHARE);
  return {
    page: (release, page) => pageContent(pages, release, page),
    async asset(release, path, runtime) {
      const key = `${release.folder} ${path}`;
      const known = assets.get(key);
      if (known) return known;
      const asset = await (release.hasAsset(path) ? readAsset(join(release.folder, 'site', path)) : runtime.read(path));
      if (!asset) return undefined;
      const content = createContent(asset.bytes, mediaType(path), hash(asset.bytes, 32), asset.compressed);
      assets.set(key, content, memoryOf(asset.bytes));
      return content;
    },
  };
}

/**
 * Kept by the hash of its content, so that a publish leaves in memory what it did not change. The br encoding is the file
 * beside the page; gzip is made for the few clients that accept nothing else.
 */
function pageContent(load: Loader, release: Release, page: ManifestPage): Content {
  const file = join(release.folder, 'site', page.file);
  const read = async (encoding: Encoding) => {
    const beside = encoding === 'br' ? await readFile(file + ENCODING_SUFFIX.br).catch(() => undefined) : undefined;
    return beside ?? compress(await readFile(file), encoding);
  };
  return {
    etag: page.hash,
    mediaType: mediaType(page.file),
    bytes: async (encoding) => load(`${page.hash} ${encoding}`, () => read(encoding)),
  };
}

type Loader = (key: string, read: () => Promise<Uint8Array>) => Uint8Array | Promise<Uint8Array>;

/** Reads content once, however many requests need it at a time. */
function createLoader(cache: ByteLru<Uint8Array>): Loader {
  const pending = new Map<string, Promise<Uint8Array>>();
  return (key, read) => {
    const known = cache.get(key) ?? pending.get(key);
    if (known) return known;
    const loading = read()
      .then((bytes) => {
        cache.set(key, bytes, bytes.length);
        return bytes;
      })
      .finally(() => pending.delete(key));
    pending.set(key, loading);
    return loading;
  };
}

/**
 * @param folder of the site bundle's browser files
 * @param brandFiles of the brand, by their paths
 */
export function createRuntimeFiles(folder: string, brandFiles: ReadonlyMap<string, Uint8Array>): RuntimeFiles {
  const names = listFiles(folder);
  return {
    has: (path) => brandFiles.has(path) || names.has(path),
    async read(path) {
      const bytes = brandFiles.get(path);
      if (bytes) return { bytes, compressed: {} };
      return names.has(path) ? readAsset(join(folder, path)).catch(() => undefined) : undefined;
    },
  };
}

/** Paths below `folder`, without the compressed files beside them; none where there is no such folder. */
function listFiles(folder: string): ReadonlySet<string> {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return new Set(names.filter((name) => !SUFFIXES.includes(extname(name))).map((name) => `/${name}`));
  } catch {
    return new Set();
  }
}

const SUFFIXES: readonly string[] = Object.values(ENCODING_SUFFIX);

async function readAsset(file: string): Promise<Asset> {
  const beside = (suffix: string) => readFile(file + suffix).catch(() => undefined);
  const [bytes, br, gzip] = await Promise.all([
    readFile(file),
    beside(ENCODING_SUFFIX.br),
    beside(ENCODING_SUFFIX.gzip),
  ]);
  return { bytes, compressed: { ...(br && { br }), ...(gzip && { gzip }) } };
}

/** Paths of browser files: plain names only, so that no path leads out of its folder. */
export const isAssetPath = (path: string) =>
  /^\/(_astro|_brand)(\/[A-Za-z0-9_@-][A-Za-z0-9._@-]*)+$/.test(path) ||
  /^\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.(ico|txt|xml|svg|png|webp|webmanifest|js)$/.test(path);

/** Files with a hash in their name never change. */
export const isImmutable = (path: string) => path.startsWith('/_astro/') || path.startsWith('/_brand/');
