import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Suffixes of the precompressed forms beside a file. */
export const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** Quick levels, so that a great many new pages stay affordable: br-5 and gzip-6. */
export async function compressPage(html: Uint8Array): Promise<{ br: Uint8Array; gzip: Uint8Array }> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  const [br, gz] = await Promise.all([brotli(html, { params }), zip(html, { level: 6 })]);
  return { br, gzip: gz };
}
