import type { ShelfModel } from '#src/shell/page/models.ts';

export type ShelfStyle = ShelfModel['style'];

/** Replacements for a style that cannot be used, in order of preference. */
const FALLBACK_STYLES: readonly ShelfStyle[] = ['row', 'feature', 'pair', 'ranked'];
/**
 * Minimum number of books on a `feature` shelf. With fewer books, there would be empty space next to the first book.
 */
const MIN_FEATURE_BOOKS = 5;

interface RequestedShelf {
  readonly style: ShelfStyle;
  readonly books: readonly unknown[];
}

/**
 * The styles of the home page's shelves from top to bottom. These are the styles that the upstream requests, unless
 * this would give the same style three times in a row, two `ranked` shelves in a row, or a `feature` shelf with fewer
 * than MIN_FEATURE_BOOKS books.
 * @param ranking index of the shelf below the ranking, if there is a ranking
 */
export function shelfStyles(shelves: readonly RequestedShelf[], ranking?: number): ShelfStyle[] {
  const styles: ShelfStyle[] = [];
  for (const [place, { style, books }] of shelves.entries()) {
    const before = place === ranking ? 'ranked' : styles.at(-1);
    const [twoAbove, above] = ranking !== undefined && place - 2 < ranking && place >= ranking ? [] : styles.slice(-2);
    const isThird = (candidate: ShelfStyle) => above === candidate && twoAbove === candidate;
    const fits = (candidate: ShelfStyle) =>
      !isThird(candidate) &&
      !(candidate === 'ranked' && (before === 'ranked' || place + 1 === ranking)) &&
      !(candidate === 'feature' && books.length < MIN_FEATURE_BOOKS);
    styles.push([style, ...FALLBACK_STYLES].find(fits) ?? style);
  }
  return styles;
}
