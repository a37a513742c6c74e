import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { isPlainFile, plainStat, readPlainSync } from '#src/lib/plain-files.ts';
import { isAssetIntact } from './asset-files.ts';
import { assetFile } from './file-paths.ts';
import type { RecordedPage } from './manifest.ts';
import type { Asset } from './release.ts';

/** By which a release differs from its manifest. `totals`: release.json counts other pages than the manifest has. */
export type ReleaseProblem = 'manifest' | 'totals' | 'missing' | 'size' | 'content' | 'extra';

export interface ReleaseFinding {
  readonly problem: ReleaseProblem;
  /** Below the folder of the release. */
  readonly file: string;
  /** Of the page or browser file; absent where the file is neither. */
  readonly path?: string;
  /** What is wrong with the file, to stand after its name. */
  readonly what: string;
}

/**
 * What is wrong with a page's file and its compressed variant.
 * @param folder of the release
 * @param isRead whether the content is compared, besides the size
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

/** What is wrong with a browser file and its compressed variants. */
export function* findingsOfAsset(folder: string, asset: Asset): Iterable<ReleaseFinding> {
  if (isAssetIntact(folder, asset)) return;
  const file = join('site', assetFile(asset.url));
  const isLost = sizeOf(folder, file) === undefined;
  const what = 'or a compressed form of it has other content than was recorded, or cannot be read';
  yield { path: asset.url, ...(isLost ? wrongSize(file, undefined, '') : { problem: 'content', file, what }) };
}

/** Undefined if the file is missing or not a regular file. */
function sizeOf(folder: string, file: string): number | undefined {
  try {
    return isPlainFile(folder, file) ? plainStat(folder, file)?.size : undefined;
  } catch {
    return undefined;
  }
}

function wrongSize(file: string, size: number | undefined, wanted: string): ReleaseFinding {
  if (size === undefined) return { problem: 'missing', file, what: 'is missing' };
  return { problem: 'size', file, what: `has ${size} bytes instead of ${wanted}` };
}

const wrongContent = (file: string): ReleaseFinding => ({
  problem: 'content',
  file,
  what: 'has other content than was recorded, or cannot be read',
});

function isSound(folder: string, file: string, isSame: (content: Uint8Array) => boolean): boolean {
  try {
    return isSame(readPlainSync(folder, file));
  } catch {
    return false;
  }
}
