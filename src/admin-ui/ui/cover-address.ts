import type { BookRecord } from '../records.ts';

/** The picture in the smallest size that is at least so many pixels wide. */
export function coverAddress({ url, widths }: NonNullable<BookRecord['cover']>, pixels: number): string {
  const width = widths.find((one) => one >= pixels) ?? widths.at(-1);
  return width === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
}
