import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ENCODING_SUFFIX, MIN_COMPRESSED_BYTES } from '#src/lib/http.ts';

const SMALL_WINDOW = 2 ** 16;
const LARGE_PAGE = 2 ** 20;

/** How well the pages of a run are compressed: the fewer pages, the better. */
export type PageQuality = keyof typeof PAGE_QUALITIES;

/** Brotli qualities (docs/decisions/0028-brotli-quality-3-for-pages.md). */
const PAGE_QUALITIES = { quick: 3, good: 5, best: constants.BROTLI_MAX_QUALITY } as const;

/**
 * Compresses a page with Brotli, to the variant that nearly every client gets. It is synchronous, because render threads
 * compress their own pages. The server creates gzip for the few clients that need it.
 */
export function compressPage(html: Uint8Array, quality: PageQuality = 'quick'): Uint8Array {
  return brotliCompressSync(html, { params: paramsOf(html, quality) });
}

/** Compresses a page as well as possible. Takes 20 to 100 ms of processor time per 30 KB, in a thread of libuv. */
export const compressPageBest = async (html: Uint8Array): Promise<Uint8Array> =>
  compressAsync(html, { params: paramsOf(html, 'best') });

const compressAsync = promisify(brotliCompress);

function paramsOf(html: Uint8Array, quality: PageQuality): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITIES[quality],
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    [constants.BROTLI_PARAM_LGWIN]: quality === 'best' ? bestWindowFor(html.length) : windowFor(html.length),
  };
}

/** A compression window as large as the page is enough, and needs less memory. */
const windowFor = (bytes: number) => (bytes <= SMALL_WINDOW ? 16 : constants.BROTLI_DEFAULT_WINDOW);

/**
 * Windows that only pages with the best compression have. The first byte of a file in Brotli contains the window, so it
 * also tells whether the file can be compressed better. That information is part of the file: it survives hard links,
 * copies, backups and power failures.
 */
const bestWindowFor = (bytes: number) => (bytes <= SMALL_WINDOW ? 17 : bytes <= LARGE_PAGE ? 20 : 23);

/** Low bits of the first byte that stand for the windows 17, 20 and 23 (RFC 7932, section 9.1). */
const BEST_STARTS = [
  { mask: 0b1111111, bits: 0b0000001 },
  { mask: 0b1111, bits: 0b0111 },
  { mask: 0b1111, bits: 0b1101 },
];

/** Whether a compressed page was written with the best quality. @param first the first byte of the file */
export const isBestCompressed = (first: number | undefined): boolean =>
  first !== undefined && BEST_STARTS.some(({ mask, bits }) => (first & mask) === bits);

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
