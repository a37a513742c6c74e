import { brotliDecompressSync } from 'node:zlib';
import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
import { MAX_PAGE_BYTES, type ManifestPage, pageFile } from '#src/publish/release/index.ts';
import { type ObjectStore, StoreError } from './object-store.ts';

/** Maximum number of concurrent transfers. A store takes tens of milliseconds per object. */
export const BODIES_AT_ONCE = 64;

/**
 * Reads a page compressed with Brotli, as it is stored in the store.
 * @param folder folder of a release or partial release
 * @throws LecternError for a damaged page
 */
export function readBody(folder: string, { path, hash: digest }: Pick<ManifestPage, 'path' | 'hash'>): Uint8Array {
  const body = readPlainSync(folder, `site/${pageFile(path)}${ENCODING_SUFFIX.br}`, MAX_PAGE_BYTES);
  if (contentOf(body, digest) !== undefined) return body;
  throw new LecternError(
    'DAMAGED',
    `The page ${path} in ${folder} has changed since it was rendered, and was not uploaded. The next night renders it again.`,
  );
}

/** @returns undefined if the body is damaged */
function contentOf(body: Uint8Array, digest: string, maxOutputLength = MAX_PAGE_BYTES): Uint8Array | undefined {
  try {
    const html = brotliDecompressSync(body, { maxOutputLength });
    return hash(html, 32) === digest ? html : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a page from a store and compares it with its hash.
 * @throws StoreError if the page is missing or damaged
 */
export async function fetchPage(store: ObjectStore, key: string, { hash: digest, bytes }: ManifestPage) {
  const { body } = await fetchObject(store, key, MAX_PAGE_BYTES);
  const html = contentOf(body, digest, Math.min(Math.max(bytes, 1), MAX_PAGE_BYTES));
  if (html) return { html, body };
  throw damagedError(store, key);
}

/** @throws StoreError if the object is missing */
export async function fetchObject(store: ObjectStore, key: string, maxBytes?: number) {
  const object = await store.get(key, maxBytes);
  if (object) return object;
  throw new StoreError(`The release store ${store.address} has lost ${key}. Publish the release again.`);
}

export const damagedError = (store: ObjectStore, key: string) =>
  new StoreError(`${key} in the release store ${store.address} is damaged. Publish the release again.`);
