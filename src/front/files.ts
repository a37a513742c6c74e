import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import type { Release } from '#src/release/index.ts';
import type { ManifestPage } from '#src/release/types.ts';
import type { Body } from './answer.ts';
import { compress, type Encoding, isWorthwhile } from './encoding.ts';
import { type ByteLru, createByteLru } from './lru.ts';
import { mediaType } from './media-types.ts';

const VARIANT = { br: '.br', gzip: '.gz', identity: '' } as const;

/** Bodies of prerendered pages and browser files, kept in memory under one bound for all brands. */
export interface FileStore {
  page(release: Release, page: ManifestPage): Body;
  /** A browser file from the first folder that has it, or from the brand's own files. */
  asset(url: string, folders: readonly string[], extra: ReadonlyMap<string, Uint8Array>): Promise<Body | undefined>;
}

export function createFileStore(boundBytes: number): FileStore {
  const cache = createByteLru<Uint8Array>(boundBytes);
  const assets = createByteLru<Body>(boundBytes);
  return {
    page: (release, page) => pageBody(cache, release, page),
    async asset(url, folders, extra) {
      const key = `${folders[0] ?? ''}${url}`;
      const known = assets.get(key);
      if (known) return known;
      const content = await firstOf(url, folders, extra);
      const body = content && memoryBody(content, mediaType(url), hash(content, 32));
      if (body) assets.set(key, body, content.length);
      return body;
    },
  };
}

function pageBody(cache: ByteLru<Uint8Array>, release: Release, page: ManifestPage): Body {
  return {
    tag: page.hash,
    type: mediaType(page.file),
    async bytes(encoding) {
      if ((encoding === 'br' && !page.br) || (encoding === 'gzip' && !page.gzip)) return undefined;
      const file = join(release.folder, 'site', page.file + VARIANT[encoding]);
      const known = cache.get(file);
      if (known) return known;
      const content = await readFile(file);
      cache.set(file, content, content.length);
      return content;
    },
  };
}

/** An answer held in memory; its compressed forms are made once, when first asked for. */
export function memoryBody(content: Uint8Array, type: string, tag: string): Body {
  const variants = new Map<Encoding, Promise<Uint8Array>>([['identity', Promise.resolve(content)]]);
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

async function firstOf(
  url: string,
  folders: readonly string[],
  extra: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array | undefined> {
  for (const folder of folders) {
    const content = await readFile(join(folder, url)).catch(() => undefined);
    if (content) return content;
  }
  return extra.get(url);
}

/** Addresses of browser files: one or two plain segments, so that no path leads out of its folder. */
export const isAssetPath = (path: string) =>
  /^\/(_astro|_brand)\/[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(path) ||
  /^\/[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.(ico|txt|xml|svg|png|webp|webmanifest|js)$/.test(path);

/** Files with a hash in their name never change. */
export const isImmutable = (path: string) => path.startsWith('/_astro/') || path.startsWith('/_brand/');
