import type { Cover } from '#src/contract/entities/book.ts';

/** Address of a cover that is shown small: its least width of `wide` px or more, else its widest. */
export function pictureOf({ url, widths }: Cover, wide: number): string {
  const width = widths.toSorted((one, other) => one - other).find((known) => known >= wide) ?? Math.max(0, ...widths);
  return width === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
}
