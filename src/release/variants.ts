import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Suffixes of the precompressed forms beside a file. */
export const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/**
 * Quick levels, so that a great many new pages stay affordable: br-5 and gzip-6. It does its work at once: pages are
 * compressed in the threads that make them.
 */
export function compressPage(html: Uint8Array): { br: Uint8Array; gzip: Uint8Array } {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  return { br: brotliCompressSync(html, { params }), gzip: gzipSync(html, { level: 6 }) };
}
