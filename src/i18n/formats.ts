import type { Locale } from '#src/contract/locales.ts';
import { memoize } from '#src/lib/memoize.ts';

// Each is made once: making one takes as long as rendering a book of a listing.

/** A rating as the locale sets it, with one decimal. */
export const ratingFormat = memoize(
  ({ tag }: Locale) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** A great number, rounded, with the locale's word for its order: 12K. */
export const compactFormat = memoize(
  ({ tag }: Locale) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 0 }),
);

/** "A, B, and C" as the locale lists things. */
export const listFormat = memoize(({ tag }: Locale) => new Intl.ListFormat(tag));
