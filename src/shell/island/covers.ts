import type { Cover } from '#src/contract/entities/book.ts';

/** Width in px of covers in library lists. Downloads use the same width. */
export const LIST_COVER_PX = 160;

/** Address of the smallest cover that is at least `minWidth` px wide, or else of the widest. */
export function pictureOf({ url, widths }: Cover, minWidth: number): string {
  const width = [...widths].sort((a, b) => a - b).find((each) => each >= minWidth) ?? Math.max(0, ...widths);
  return width === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
}

/** The cover without the brand's prefix, as it is stored, so that it works for every brand. */
export function storedCover(cover: Cover | null, apiPrefix: string): Cover | null {
  if (!cover?.url.startsWith(`${apiPrefix}/`)) return cover;
  return { ...cover, url: cover.url.slice(apiPrefix.length) };
}
