import { brotliCompressSync, constants } from 'node:zlib';

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
