import type { Cover } from '#src/contract/entities/book.ts';

/** Width in px of the covers in library lists. Downloaded books store their cover in the same width. */
export const LIST_COVER_PX = 160;

/** Address of a cover's smallest version that is at least `minWidth` px wide, or else of its widest version. */
export function pictureOf({ url, widths }: Cover, minWidth: number): string {
  const width = [...widths].sort((a, b) => a - b).find((each) => each >= minWidth) ?? Math.max(0, ...widths);
  return width === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
}

/** A cover as it is stored: its address lacks the brand's prefix, so that it works for every brand. */
export function storedCover(cover: Cover | null, apiPrefix: string): Cover | null {
  if (!cover?.url.startsWith(`${apiPrefix}/`)) return cover;
  return { ...cover, url: cover.url.slice(apiPrefix.length) };
}
