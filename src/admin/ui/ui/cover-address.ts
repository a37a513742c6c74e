import type { BookRecord } from '../../contract/records.ts';

type Cover = Pick<NonNullable<BookRecord['cover']>, 'url' | 'widths'>;

/** Address of the smallest size at least `pixels` wide, or else of the largest size. */
export function coverAddress({ url, widths }: Cover, pixels: number): string {
  const width = widths.find((candidate) => candidate >= pixels) ?? widths.at(-1);
  return width === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}w=${width}`;
}
