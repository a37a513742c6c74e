import type { Cover } from '#src/contract/entities/book.ts';

/** Width in px of the picture that lists of the visitor's books show. Downloads take the same one. */
export const LIST_COVER_PX = 160;

/** Address of a cover that is shown small: its least width of `wide` px or more, else its widest. */
export function pictureOf({ url, widths }: Cover, wide: number): string {
  const width = [...widths].sort((one, other) => one - other).find((known) => known >= wide) ?? Math.max(0, ...widths);
  return width === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
}

/** The cover as it is stored: without the brand's prefix, so that it holds for every brand. */
export function storedCover(cover: Cover | null, apiPrefix: string): Cover | null {
  if (!cover?.url.startsWith(`${apiPrefix}/`)) return cover;
  return { ...cover, url: cover.url.slice(apiPrefix.length) };
}
