/** Suffixes of the compressed files that stand beside a file. */
export const ENCODING_SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** Below this size compression does not save a network packet, so content is sent as it is. Bytes. */
export const MIN_COMPRESSED_BYTES = 860;

/**
 * Whether the header `If-None-Match` names the ETag (RFC 9110, 13.1.2: weak comparison).
 * @param etag with its quotes
 */
export function matchesIfNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
