import type { ShelfModel } from '#src/shell/page/models.ts';

export type ShelfStyle = ShelfModel['style'];

/** The styles to use instead of the requested one, in order of preference. */
const OTHERS: readonly ShelfStyle[] = ['row', 'feature', 'pair', 'ranked'];
/** A feature with fewer books has nothing beside its first book. */
const FEATURED = 5;

interface RequestedShelf {
  readonly style: ShelfStyle;
  readonly books: readonly unknown[];
}

/**
 * The styles of the home page's shelves from top to bottom: as the upstream requests, but no style three times in a row, no
 * two ranked lists one below the other, and no feature with too few books.
 * @param ranking index of the shelf below the ranking, if there is a ranking
 */
export function shelfStyles(wishes: readonly RequestedShelf[], ranking?: number): ShelfStyle[] {
  const shapes: ShelfStyle[] = [];
  for (const [place, { style, books }] of wishes.entries()) {
    const before = place === ranking ? 'ranked' : shapes.at(-1);
    const [twoAbove, above] = ranking !== undefined && place - 2 < ranking && place >= ranking ? [] : shapes.slice(-2);
    const isThird = (shape: ShelfStyle) => above === shape && twoAbove === shape;
    const fits = (shape: ShelfStyle) =>
      !isThird(shape) &&
      !(shape === 'ranked' && (before === 'ranked' || place + 1 === ranking)) &&
      !(shape === 'feature' && books.length < FEATURED);
    shapes.push([style, ...OTHERS].find(fits) ?? style);
  }
  return shapes;
}
