import type { Cover } from '#src/contract/entities/book.ts';

/** Width in px of covers in library lists. Downloads use the same width. */
export const LIST_COVER_PX = 160;

/** Address of the smallest cover that is at least `wide` px wide, or else of the widest. */
export function pictureOf({ url, widths }: Cover, wide: number): string {
  const width = [...widths].sort((a, b) => a - b).find((known) => known >= wide) ?? Math.max(0, ...widths);
  return width === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
}

/** The cover as stored: without the brand's prefix, so that it works for every brand. */
export function storedCover(cover: Cover | null, apiPrefix: string): Cover | null {
  if (!cover?.url.startsWith(`${apiPrefix}/`)) return cover;
  return { ...cover, url: cover.url.slice(apiPrefix.length) };
}
