import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { mediaType } from '#src/lib/media-types.ts';
import type { Release } from '#src/release/index.ts';
import type { ManifestPage } from '#src/release/types.ts';
import type { Body } from './answer.ts';
import { compress, type Encoding, isWorthwhile } from './encoding.ts';
import { type ByteLru, createByteLru } from './lru.ts';

/** Bodies of prerendered pages and browser files, kept in memory under one bound for all brands. */
export interface FileStore {
  page(release: Release, page: ManifestPage): Body;
  /** The browser file at an `isAssetPath`: of the release, else of what the running program brings along. */
  asset(release: Release, url: string, own: OwnFiles): Promise<Body | undefined>;
}

/** Browser files of the code and brand that run now, which may be newer than the live release. */
export interface OwnFiles {
  /** Folder of the site bundle's browser files. */
  readonly folder: string;
  readonly brand: ReadonlyMap<string, Uint8Array>;
}

/** Pages take most of the room; there are few browser files. */
const ASSET_SHARE = 0.25;

export function createFileStore(boundBytes: number): FileStore {
  const pages = keptOnce(createByteLru<Uint8Array>(boundBytes * (1 - ASSET_SHARE)));
  const assets = createByteLru<Body>(boundBytes * ASSET_SHARE);
  return {
    page: (release, page) => pageBody(pages, release, page),
    async asset(release, url, own) {
      const key = `${release.folder} ${url}`;
      const known = assets.get(key);
      if (known) return known;
      const content = await readAsset(release, url, own);
      if (!content) return undefined;
      const body = memoryBody(content.whole, mediaType(url), hash(content.whole, 32), content.forms);
      assets.set(key, body, weightOf(content.whole));
      return body;
    },
  };
}

/**
 * Kept by the hash of its content, so that a publish leaves in memory what it did not change. Beside the file stands its
 * brotli form; gzip is made for the few that take nothing else.
 */
function pageBody(pages: ReturnType<typeof keptOnce>, release: Release, page: ManifestPage): Body {
  const file = join(release.folder, 'site', page.file);
  const inForm = async (encoding: Encoding) => {
    const beside = encoding === 'br' ? await readFile(file + ENCODING_SUFFIX.br).catch(() => undefined) : undefined;
    return beside ?? compress(await readFile(file), encoding);
  };
  return {
    tag: page.hash,
    type: mediaType(page.file),
    bytes: async (encoding) => pages(`${page.hash} ${encoding}`, () => inForm(encoding)),
  };
}

/** Content by its key, made once however many ask for it at a time. */
function keptOnce(cache: ByteLru<Uint8Array>) {
  const underWay = new Map<string, Promise<Uint8Array>>();
  return (key: string, make: () => Promise<Uint8Array>): Uint8Array | Promise<Uint8Array> => {
    const known = cache.get(key) ?? underWay.get(key);
    if (known) return known;
    const made = make()
      .then((content) => {
        cache.set(key, content, content.length);
        return content;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  };
}

/** @param forms compressed forms that are there; others are made once, when first asked for */
export function memoryBody(content: Uint8Array, type: string, tag: string, forms: Forms = {}): Body {
  const variants = new Map<Encoding, Promise<Uint8Array>>([['identity', Promise.resolve(content)]]);
  for (const encoding of ['br', 'gzip'] as const) {
    const form = forms[encoding];
    if (form) variants.set(encoding, Promise.resolve(form));
  }
  return {
    tag,
    type,
    async bytes(encoding) {
      if (encoding !== 'identity' && !isWorthwhile(type, content.length)) return undefined;
      const variant = variants.get(encoding) ?? compress(content, encoding);
      variants.set(encoding, variant);
      return variant;
    },
  };
}

/** Room that a body takes with the compressed forms it will have: text becomes about a quarter, twice. */
export const weightOf = (content: Uint8Array) => Math.ceil(content.length * 1.5) + 500;

type Forms = Partial<Record<'br' | 'gzip', Uint8Array>>;

interface Asset {
  readonly whole: Uint8Array;
  readonly forms: Forms;
}

async function readAsset(release: Release, url: string, own: OwnFiles): Promise<Asset | undefined> {
  if (release.hasAsset(url)) return readForms(join(release.folder, 'site', url));
  const brand = own.brand.get(url);
  if (brand) return { whole: brand, forms: {} };
  // A compressed form is no file of its own.
  return FORMS.includes(extname(url)) ? undefined : readForms(join(own.folder, url)).catch(() => undefined);
}

const FORMS: readonly string[] = Object.values(ENCODING_SUFFIX);

async function readForms(file: string): Promise<Asset> {
  const form = (suffix: string) => readFile(file + suffix).catch(() => undefined);
  const [whole, br, gzip] = await Promise.all([readFile(file), form(ENCODING_SUFFIX.br), form(ENCODING_SUFFIX.gzip)]);
  return { whole, forms: { ...(br && { br }), ...(gzip && { gzip }) } };
}

/** Addresses of browser files: plain names only, so that no path leads out of its folder. */
export const isAssetPath = (path: string) =>
  /^\/(_astro|_brand)(\/[A-Za-z0-9_@-][A-Za-z0-9._@-]*)+$/.test(path) ||
  /^\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.(ico|txt|xml|svg|png|webp|webmanifest|js)$/.test(path);

/** Files with a hash in their name never change. */
export const isImmutable = (path: string) => path.startsWith('/_astro/') || path.startsWith('/_brand/');
