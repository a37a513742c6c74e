import { closeSync, fstatSync, readSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { isMissing } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { NotPlainError, openPlainSync, readPlainSync } from '#src/lib/plain-files.ts';
import { compressPageBest, isBestCompressed, MAX_PAGE_BYTES, type OrderedPage } from '#src/publish/release/index.ts';
import type { Replacement } from './replace-pages.ts';

/**
 * `done`: the compressed page cannot become smaller. `better`: a smaller one is in a temporary file. `damaged`: the HTML
 * is missing or differs from the record, so that only a rebuild can repair the page.
 */
export type PageOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'better'; readonly replacement: Replacement; readonly savedBytes: number }
  | { readonly kind: 'damaged'; readonly file: string; readonly problem: string };

const DONE: PageOutcome = { kind: 'done' };

/**
 * Compresses a page as well as possible, unless it is already.
 * @param folder folder of the release
 * @param temporary path of the new file
 */
export async function improvePage(folder: string, page: OrderedPage, temporary: string): Promise<PageOutcome> {
  const path = `site/${page.file}`;
  const present = readStart(folder, path + ENCODING_SUFFIX.br);
  if (isBestCompressed(present?.first)) return DONE;
  const html = readHtml(folder, path, page.hash);
  if (typeof html === 'string') return { kind: 'damaged', file: join(folder, path), problem: html };
  const best = await compressPageBest(html);
  const isSmaller = present !== undefined && best.length <= present.stat.size;
  if (!isSmaller && isSound(folder, path + ENCODING_SUFFIX.br, html)) return DONE;
  await writeFlushed(temporary, best, present?.stat.mode);
  const { file, hash: digest } = page;
  const repaired = isSmaller ? undefined : present?.stat.ino;
  const replacement = { path: page.path, file, hash: digest, temporary, bytes: best.length, repaired };
  return { kind: 'better', replacement, savedBytes: Math.max(0, (present?.stat.size ?? 0) - best.length) };
}

/** @returns undefined if the file is missing or not a regular file */
function readStart(
  folder: string,
  path: string,
): { readonly first: number | undefined; readonly stat: Stats } | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openPlainSync(folder, path);
    const start = new Uint8Array(1);
    const length = readSync(descriptor, start, 0, 1, 0);
    return { first: length === 0 ? undefined : start[0], stat: fstatSync(descriptor) };
  } catch (error) {
    if (isMissing(error) || error instanceof NotPlainError) return undefined;
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** @returns the HTML or, if it cannot be used, a description of the problem */
function readHtml(folder: string, path: string, digest: string): Uint8Array | string {
  try {
    const html = readPlainSync(folder, path, MAX_PAGE_BYTES);
    return hash(html, 32) === digest ? html : 'its content is not what was published';
  } catch (error) {
    if (isMissing(error)) return 'it is missing';
    if (error instanceof NotPlainError) return error.message;
    throw error;
  }
}

function isSound(folder: string, path: string, html: Uint8Array): boolean {
  try {
    const compressed = readPlainSync(folder, path, MAX_PAGE_BYTES);
    return brotliDecompressSync(compressed, { maxOutputLength: Math.max(html.length, 1) }).equals(html);
  } catch {
    return false;
  }
}

/** Writes a new file and flushes it to disk, so that a power failure after its rename cannot leave an empty file. */
async function writeFlushed(path: string, content: Uint8Array, mode: number | undefined): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(content);
    if (mode !== undefined) await file.chmod(mode & 0o777);
    await file.datasync();
  } finally {
    await file.close();
  }
}
