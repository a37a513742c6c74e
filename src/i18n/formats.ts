import type { Locale } from '#src/contract/locales.ts';
import { memoize } from '#src/lib/memoize.ts';

// Each format is created only once per locale, because creating one takes as long as rendering a book in a list.

/** Formats a rating with one decimal place: 4.6. */
export const ratingFormat = memoize(
  ({ tag }: Locale) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** Formats a whole number: 1,204. */
export const countFormat = memoize(({ tag }: Locale) => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }));

/** Formats a large number, rounded: 12K. */
export const compactFormat = memoize(
  ({ tag }: Locale) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 0 }),
);

/** Formats a list: "A, B, and C". */
export const listFormat = memoize(({ tag }: Locale) => new Intl.ListFormat(tag));
