import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { isPlainFile, plainStat, readPlainSync } from '#src/lib/plain-files.ts';
import { isAssetIntact } from './asset-files.ts';
import { assetFile } from './file-paths.ts';
import type { RecordedPage } from './manifest.ts';
import type { Asset } from './release.ts';

/**
 * How a release can differ from its manifest. `totals`: the counts in release.json differ from those in the manifest.
 */
export type ReleaseProblem = 'manifest' | 'totals' | 'missing' | 'size' | 'content' | 'extra';

export interface ReleaseFinding {
  readonly problem: ReleaseProblem;
  /** Path below the folder of the release. */
  readonly file: string;
  /** Path of the page or browser file; undefined if the file is neither. */
  readonly path?: string;
  /** Description of the problem, as a phrase that follows the file's name. */
  readonly what: string;
}

/**
 * Finds problems with a page's file and its compressed variant.
 * @param folder folder of the release
 * @param isRead whether to compare the content as well as the size
 */
export function* findingsOfPage(folder: string, page: RecordedPage, isRead: boolean): Iterable<ReleaseFinding> {
  const { path, hash: digest, bytes } = page;
  const html = join('site', page.file);
  const compressed = html + ENCODING_SUFFIX.br;
  const isSame = (content: Uint8Array) => hash(content, 32) === digest;
  const size = sizeOf(folder, html);
  if (size !== bytes) yield { path, ...wrongSize(html, size, `${bytes}`) };
  else if (isRead && !isSound(folder, html, isSame)) yield { path, ...wrongContent(html) };
  const limit = { maxOutputLength: Math.max(bytes, 1) };
  const compressedSize = sizeOf(folder, compressed);
  if (!compressedSize) yield { path, ...wrongSize(compressed, compressedSize, 'the compressed page') };
  else if (isRead && !isSound(folder, compressed, (content) => isSame(brotliDecompressSync(content, limit))))
    yield { path, ...wrongContent(compressed) };
}

/** Finds problems with a browser file and its compressed variants. */
export function* findingsOfAsset(folder: string, asset: Asset): Iterable<ReleaseFinding> {
  if (isAssetIntact(folder, asset)) return;
  const file = join('site', assetFile(asset.url));
  const isLost = sizeOf(folder, file) === undefined;
  const what = 'or a compressed variant differs from the record, or cannot be read';
  yield { path: asset.url, ...(isLost ? wrongSize(file, undefined, '') : { problem: 'content', file, what }) };
}

/** Returns the file's size; undefined if the file is missing or not a regular file. */
function sizeOf(folder: string, file: string): number | undefined {
  try {
    return isPlainFile(folder, file) ? plainStat(folder, file)?.size : undefined;
  } catch {
    return undefined;
  }
}

function wrongSize(file: string, size: number | undefined, expected: string): ReleaseFinding {
  if (size === undefined) return { problem: 'missing', file, what: 'is missing' };
  return { problem: 'size', file, what: `has ${size} bytes instead of ${expected}` };
}

const wrongContent = (file: string): ReleaseFinding => ({
  problem: 'content',
  file,
  what: 'differs from the record, or cannot be read',
});

function isSound(folder: string, file: string, isSame: (content: Uint8Array) => boolean): boolean {
  try {
    return isSame(readPlainSync(folder, file));
  } catch {
    return false;
  }
}
