import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isMissing } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
import { assetFile } from './file-paths.ts';
import type { Asset } from './release.ts';

/** Functions that decompress a variant, by file suffix. */
const DECOMPRESS = { [ENCODING_SUFFIX.br]: brotliDecompressSync, [ENCODING_SUFFIX.gzip]: gunzipSync };

/** Maximum size of a browser file, sitemap or feed, in bytes. */
export const MAX_ASSET_BYTES = 64 * 2 ** 20;

/**
 * Whether a browser file and its existing compressed variants match the record. If no hash is recorded (in a release
 * with an older schema), the file only has to exist.
 * @param folder folder of the release
 */
export function isAssetIntact(folder: string, { url, hash: digest }: Pick<Asset, 'url' | 'hash'>): boolean {
  const file = `site/${assetFile(url)}`;
  const isSame = (content: Uint8Array) => digest === '' || hash(content, 32) === digest;
  const isVariantIntact = ([suffix, decompress]: [string, typeof brotliDecompressSync | typeof gunzipSync]) => {
    try {
      return isSame(decompress(readPlainSync(folder, file + suffix), { maxOutputLength: MAX_ASSET_BYTES }));
    } catch (error) {
      return isMissing(error);
    }
  };
  try {
    return isSame(readPlainSync(folder, file)) && Object.entries(DECOMPRESS).every(isVariantIntact);
  } catch {
    return false;
  }
}
