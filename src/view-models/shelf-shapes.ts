import type { ShelfModel } from './models.ts';

export type Shape = ShelfModel['style'];

/** A shape besides the wished one, in the order of preference. */
const OTHERS: readonly Shape[] = ['row', 'feature', 'pair', 'ranked'];
/** With fewer books a feature has nothing beside its first one. */
const FEATURED = 5;

interface Wish {
  readonly style: Shape;
  readonly books: readonly unknown[];
}

/**
 * The shapes of shelves that stand one below the other: as wished, but none for the third time in a row, no ranked list
 * beside another one, no feature without books for it.
 * @param ranking the place between the shelves where a ranking stands, if any
 */
export function shelfShapes(wishes: readonly Wish[], ranking?: number): Shape[] {
  const shapes: Shape[] = [];
  for (const [place, { style, books }] of wishes.entries()) {
    const before = place === ranking ? 'ranked' : shapes.at(-1);
    const [twoAbove, above] = ranking !== undefined && place - 2 < ranking && place >= ranking ? [] : shapes.slice(-2);
    const isThird = (shape: Shape) => above === shape && twoAbove === shape;
    const fits = (shape: Shape) =>
      !isThird(shape) &&
      !(shape === 'ranked' && (before === 'ranked' || place + 1 === ranking)) &&
      !(shape === 'feature' && books.length < FEATURED);
    shapes.push([style, ...OTHERS].find(fits) ?? style);
  }
  return shapes;
}
