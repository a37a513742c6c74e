import { hash } from '#src/lib/hash.ts';

/** A strong validator: equal bytes, equal tag. */
export const etagOf = (body: string | Uint8Array): string => `"${hash(body, 32)}"`;

/** Whether `If-None-Match` names the tag (RFC 9110, 13.1.2: weak comparison). */
export function noneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
