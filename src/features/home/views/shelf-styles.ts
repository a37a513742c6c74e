import type { ShelfModel } from '#src/shell/page/models.ts';

export type ShelfStyle = ShelfModel['style'];

/** The styles to use instead of the requested one, in order of preference. */
const FALLBACK_STYLES: readonly ShelfStyle[] = ['row', 'feature', 'pair', 'ranked'];
/** With fewer books, a feature would have nothing next to its first book. */
const MIN_FEATURE_BOOKS = 5;

interface RequestedShelf {
  readonly style: ShelfStyle;
  readonly books: readonly unknown[];
}

/**
 * The styles of the home page's shelves from top to bottom: as the upstream requests, but no style three times in a row, no
 * two ranked lists in a row, and no feature with too few books.
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
