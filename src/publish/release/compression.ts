import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ENCODING_SUFFIX, MIN_COMPRESSED_BYTES } from '#src/lib/http.ts';

const SMALL_WINDOW = 2 ** 16;

/** How well the pages of a run are compressed: the fewer pages, the better. */
export type PageQuality = keyof typeof PAGE_QUALITIES;

/** Brotli qualities (docs/decisions/0028-brotli-quality-3-for-pages.md). */
const PAGE_QUALITIES = { quick: 3, good: 5, best: constants.BROTLI_MAX_QUALITY } as const;

/**
 * Compresses a page with Brotli, to the variant that nearly every client gets. It is synchronous, because render threads
 * compress their own pages. The server creates gzip for the few clients that need it.
 */
export function compressPage(html: Uint8Array, quality: PageQuality = 'quick'): Uint8Array {
  const params: Record<number, number> = {
    [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITIES[quality],
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  // A compression window as large as the page is enough, and needs less memory.
  if (html.length <= SMALL_WINDOW) params[constants.BROTLI_PARAM_LGWIN] = 16;
  return brotliCompressSync(html, { params });
}

/** Qualities for Brotli and gzip: the best for files created once, fast ones for files created with every release. */
const QUALITIES = { best: { brotli: 11, gzip: 9 }, quick: { brotli: 5, gzip: 6 } } as const;

/**
 * Returns the compressed variants of a brand's file, by suffix; none for small files and for formats that are already
 * compressed.
 */
export function compressAsset(
  file: string,
  content: Uint8Array,
  quality: keyof typeof QUALITIES,
): (readonly [suffix: string, variant: Uint8Array])[] {
  if (content.length < MIN_COMPRESSED_BYTES || !/\.(css|js|svg|txt|xml|webmanifest|rss|atom|opds2?)$/.test(file))
    return [];
  const { brotli, gzip: level } = QUALITIES[quality];
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotli, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return [
    [ENCODING_SUFFIX.br, brotliCompressSync(content, { params })],
    [ENCODING_SUFFIX.gzip, gzipSync(content, { level })],
  ];
}
