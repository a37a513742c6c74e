import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isMissing } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { assetFile } from './file-paths.ts';
import type { Asset } from './release.ts';

/** Undoes the compression of a variant, by the suffix of its file. */
const DECOMPRESS = { [ENCODING_SUFFIX.br]: brotliDecompressSync, [ENCODING_SUFFIX.gzip]: gunzipSync };

/**
 * Whether a browser file and the compressed variants that it has are as recorded. A file without a recorded hash, of a
 * release of an older schema, only has to be there.
 * @param folder of the release
 */
export function isAssetIntact(folder: string, { url, hash: digest }: Pick<Asset, 'url' | 'hash'>): boolean {
  const file = join(folder, 'site', assetFile(url));
  const isSame = (content: Uint8Array) => digest === '' || hash(content, 32) === digest;
  const isVariantIntact = ([suffix, decompress]: [string, (content: Uint8Array) => Uint8Array]) => {
    try {
      return isSame(decompress(readFileSync(file + suffix)));
    } catch (error) {
      return isMissing(error);
    }
  };
  try {
    return isSame(readFileSync(file)) && Object.entries(DECOMPRESS).every(isVariantIntact);
  } catch {
    return false;
  }
}
