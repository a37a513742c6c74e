import type { ShelfModel } from '#src/shell/page/models.ts';

export type ShelfStyle = ShelfModel['style'];

/** The styles to use instead of the requested one, in order of preference. */
const FALLBACK_STYLES: readonly ShelfStyle[] = ['row', 'feature', 'pair', 'ranked'];
/** Minimum size of a `feature` shelf: with fewer books, the space next to its first book would be empty. */
const MIN_FEATURE_BOOKS = 5;

interface RequestedShelf {
  readonly style: ShelfStyle;
  readonly books: readonly unknown[];
}

/**
 * The styles of the home page's shelves from top to bottom. Uses the styles that the upstream requests, with three
 * exceptions: no style three times in a row, no two `ranked` shelves in a row, and no `feature` shelf with fewer than
 * MIN_FEATURE_BOOKS books.
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
