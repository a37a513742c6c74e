import type { Locale } from '#src/contract/locales.ts';
import { memoize } from '#src/lib/memoize.ts';

// Each format is created once per locale: creating a format takes as long as rendering a book in a listing.

/** A rating with one decimal place. */
export const ratingFormat = memoize(
  ({ tag }: Locale) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** A whole number: 1,204. */
export const countFormat = memoize(({ tag }: Locale) => new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }));

/** A large number, rounded: 12K. */
export const compactFormat = memoize(
  ({ tag }: Locale) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 0 }),
);

/** A list: "A, B, and C". */
export const listFormat = memoize(({ tag }: Locale) => new Intl.ListFormat(tag));
