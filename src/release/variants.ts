import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { SUFFIX, WORTHWHILE_BYTES } from '#src/lib/forms.ts';

const SMALL_WINDOW = 2 ** 16;

/**
 * The form of a page that nearly everyone is sent: br-5, quick enough for a great many new pages. It does its work at
 * once: pages are compressed in the threads that make them. The few that take gzip alone are the front's to serve.
 */
export function compressPage(html: Uint8Array): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    // A window that holds the page is enough, and the encoder that goes with it a seventh quicker.
    ...(html.length <= SMALL_WINDOW ? { [constants.BROTLI_PARAM_LGWIN]: 16 } : {}),
  };
  return brotliCompressSync(html, { params });
}

/** The compressed forms of one of the brand's files, by suffix; none where they would not be worthwhile. */
export function compressedForms(file: string, content: Uint8Array): (readonly [suffix: string, form: Uint8Array])[] {
  if (content.length < WORTHWHILE_BYTES || !/\.(css|js|svg|txt|xml|webmanifest)$/.test(file)) return [];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return [
    [SUFFIX.br, brotliCompressSync(content, { params })],
    [SUFFIX.gzip, gzipSync(content, { level: 9 })],
  ];
}
