/** File name suffixes of compressed variants, which are next to the uncompressed files. */
export const ENCODING_SUFFIX = { br: '.br', gzip: '.gz' } as const;

/**
 * Minimum size in bytes for compression. Smaller content is sent uncompressed, because compression would not save a
 * network packet.
 */
export const MIN_COMPRESSED_BYTES = 860;

/**
 * Whether the header `If-None-Match` contains the ETag, by weak comparison (RFC 9110, 13.1.2).
 * @param etag including its quotes
 */
export function matchesIfNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
