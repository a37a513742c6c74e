import { extname } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { walkPlain } from '#src/lib/plain-files.ts';
import type { ManifestPage, Release } from '#src/publish/release/index.ts';
import { type ByteLru, createByteLru } from '../http/lru.ts';
import type { CacheGauge } from '../http/meter.ts';
import {
  type CompressedBytes,
  type Content,
  compress,
  createContent,
  type Encoding,
  memoryOf,
} from '../http/representation.ts';
import {
  DamagedFileError,
  type OnDamage,
  type RecordedFile,
  readOptionalForm,
  readSoundForm,
} from './verified-files.ts';

/**
 * Content of prerendered pages and browser files, cached in memory with one limit for all brands. A file of a release
 * is compared with its recorded hash when it is first read, so that damaged content is never sent.
 */
export interface FileStore {
  /**
   * `bytes` throws DamagedFileError if all files of the page are damaged.
   * @param compression see `LiveRelease`; the compressed page is read again when it changes
   */
  page(release: Release, page: ManifestPage, onDamage: OnDamage, compression?: number): Content;
  /**
   * The browser file at a path that `isAssetPath` accepts, from the release or, if that lacks it, from the running
   * code. `bytes` throws DamagedFileError if both files are damaged.
   */
  asset(release: Release, path: string, runtime: RuntimeFiles, onDamage: OnDamage): Promise<Content | undefined>;
  gauge(): CacheGauge;
}

/** Browser files of the running code and brand, which may be newer than the live release. */
export interface RuntimeFiles {
  has(path: string): boolean;
  read(path: string): Promise<Asset | undefined>;
}

interface Asset {
  readonly bytes: Uint8Array;
  readonly compressed: CompressedBytes;
}

/** Fraction of the memory for browser files. Pages get most of it, because there are few browser files. */
const ASSET_SHARE = 0.25;

export function createFileStore(boundBytes: number): FileStore {
  const pageBytes = createByteLru<Uint8Array>(boundBytes * (1 - ASSET_SHARE));
  const pages = createLoader(pageBytes);
  const assets = createByteLru<Content>(boundBytes * ASSET_SHARE);
  const keep = (key: string, path: string, { bytes, compressed }: Asset) => {
    const content = createContent(bytes, mediaType(path), hash(bytes, 32), compressed);
    assets.set(key, content, memoryOf(bytes));
    return content;
  };
  return {
    gauge() {
      const [pages, files] = [pageBytes.gauge(), assets.gauge()];
      return { bytes: pages.bytes + files.bytes, limit: pages.limit + files.limit };
    },
    page: (release, page, onDamage, compression = 0) => pageContent(pages, { release, page, compression }, onDamage),
    async asset(release, path, runtime, onDamage) {
      const recorded = recordedAsset(release, path);
      if (recorded?.hash === undefined) {
        const key = `${release.folder} ${path}`;
        const cached = assets.get(key);
        if (cached) return cached;
        const asset = await (recorded ? readAsset(recorded, onDamage) : runtime.read(path));
        return asset && keep(key, path, asset);
      }
      const key = `${recorded.hash} ${path}`;
      const load = async () => assets.get(key) ?? keep(key, path, await readSoundAsset(recorded, runtime, onDamage));
      const content = assets.get(key);
      const bytes: Content['bytes'] = async (encoding) => (await load()).bytes(encoding);
      return content ?? { etag: recorded.hash, mediaType: mediaType(path), bytes };
    },
  };
}

function recordedAsset(release: Release, path: string): RecordedFile | undefined {
  const asset = release.asset(path);
  // The hash is empty in the manifest of a release with an older schema.
  return asset && { path, root: release.folder, file: `site${path}`, hash: asset.hash || undefined };
}

/**
 * Reads the release's file or, if it is damaged, the same content from the running code.
 * @throws DamagedFileError
 */
async function readSoundAsset(recorded: RecordedFile, runtime: RuntimeFiles, onDamage: OnDamage): Promise<Asset> {
  try {
    return await readAsset(recorded, onDamage);
  } catch (error) {
    const asset = error instanceof DamagedFileError ? await runtime.read(recorded.path) : undefined;
    if (asset && hash(asset.bytes, 32) === recorded.hash) return asset;
    throw error;
  }
}

/**
 * Content of a page, cached by its hash, so that a publish evicts only changed pages. The br encoding is stored next to
 * the page; gzip is created for clients that do not accept br. If one of the two files is damaged, the page is read
 * from the other file.
 */
function pageContent(load: Loader, { release, page, compression }: StoredPage, onDamage: OnDamage): Content {
  const recorded = { path: page.path, root: release.folder, file: `site/${page.file}`, hash: page.hash };
  const read = async (encoding: Encoding) => {
    const forms = encoding === 'br' ? (['br', 'identity'] as const) : (['identity', 'br'] as const);
    const form = await readSoundForm(recorded, forms, onDamage);
    return form.encoding === encoding ? form.stored : compress(form.content, encoding);
  };
  return {
    etag: page.hash,
    mediaType: mediaType(page.file),
    bytes: async (encoding) =>
      load(encoding === 'br' ? `${page.hash} br ${compression}` : `${page.hash} ${encoding}`, () => read(encoding)),
  };
}

interface StoredPage {
  readonly release: Release;
  readonly page: ManifestPage;
  readonly compression: number;
}

type Loader = (key: string, read: () => Promise<Uint8Array>) => Uint8Array | Promise<Uint8Array>;

/** Returns a function that reads content into the cache, only once for concurrent requests. */
function createLoader(cache: ByteLru<Uint8Array>): Loader {
  const pending = new Map<string, Promise<Uint8Array>>();
  return (key, read) => {
    const current = cache.get(key) ?? pending.get(key);
    if (current) return current;
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
 * @param folder folder with the site bundle's browser files
 * @param brandFiles the brand's files by path
 */
export function createRuntimeFiles(folder: string, brandFiles: ReadonlyMap<string, Uint8Array>): RuntimeFiles {
  const names = listFiles(folder);
  return {
    has: (path) => brandFiles.has(path) || names.has(path),
    async read(path) {
      const bytes = brandFiles.get(path);
      if (bytes) return { bytes, compressed: {} };
      const file = { path, root: folder, file: path.slice(1), hash: undefined };
      return names.has(path) ? readAsset(file, () => {}).catch(() => undefined) : undefined;
    },
  };
}

/** Paths of the files below `folder`, except compressed variants; empty if the folder is missing. */
function listFiles(folder: string): ReadonlySet<string> {
  try {
    const files = Iterator.from(walkPlain(folder)).filter(({ stat }) => stat.isFile());
    return new Set(files.map(({ path }) => `/${path}`).filter((path) => !SUFFIXES.includes(extname(path))));
  } catch {
    return new Set();
  }
}

const SUFFIXES: readonly string[] = Object.values(ENCODING_SUFFIX);

/**
 * Reads a browser file. Falls back to a compressed variant if the file itself is damaged.
 * @throws DamagedFileError
 */
async function readAsset(recorded: RecordedFile, onDamage: OnDamage): Promise<Asset> {
  const [br, gzip] = await Promise.all([
    readOptionalForm(recorded, 'br', onDamage),
    readOptionalForm(recorded, 'gzip', onDamage),
  ]);
  const compressed = { ...(br && { br }), ...(gzip && { gzip }) };
  const forms: Encoding[] = ['identity', ...(Object.keys(compressed) as (keyof CompressedBytes)[])];
  const { content } = await readSoundForm(recorded, forms, onDamage);
  return { bytes: content, compressed };
}

/** Whether a path may belong to a browser file. Allows only plain names, so that no path leads out of the folder. */
export const isAssetPath = (path: string) =>
  /^\/(_astro|_brand)(\/[A-Za-z0-9_@-][A-Za-z0-9._@-]*)+$/.test(path) ||
  /^\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.(ico|txt|xml|svg|png|webp|webmanifest|js)$/.test(path) ||
  /^(\/[a-z]{2})?\/feeds(\/[A-Za-z0-9_-]+)+\.(rss|atom|opds2?)$/.test(path);

/** Whether a file never changes because its name contains a hash. */
export const isImmutable = (path: string) => path.startsWith('/_astro/') || path.startsWith('/_brand/');
