/** Whether `If-None-Match` names the tag, quotes included (RFC 9110, 13.1.2: weak comparison). */
export function noneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
