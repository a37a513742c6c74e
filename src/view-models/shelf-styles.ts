import type { ShelfModel } from './models.ts';

export type ShelfStyle = ShelfModel['style'];

/** A shape besides the wished one, in the order of preference. */
const OTHERS: readonly ShelfStyle[] = ['row', 'feature', 'pair', 'ranked'];
/** With fewer books a feature has nothing beside its first one. */
const FEATURED = 5;

interface RequestedShelf {
  readonly style: ShelfStyle;
  readonly books: readonly unknown[];
}

/**
 * The shapes of shelves that stand one below the other: as wished, but none for the third time in a row, no ranked list
 * beside another one, no feature without books for it.
 * @param ranking the place between the shelves where a ranking stands, if any
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
