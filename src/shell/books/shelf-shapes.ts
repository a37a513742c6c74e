import type { ShelfModel } from '../page/models.ts';

export type ShelfStyle = ShelfModel['style'];

interface Shape {
  readonly maxBooks: number;
  /** Display width of the covers; `firstSizes` is the width of the first cover, which may be larger. */
  readonly sizes: string;
  readonly firstSizes: string;
  readonly introduced: 'all' | 'first' | 'none';
}

export const SHELF_SHAPES: Readonly<Record<ShelfStyle, Shape>> = {
  row: { maxBooks: 12, sizes: '140px', firstSizes: '140px', introduced: 'none' },
  ranked: { maxBooks: 9, sizes: '56px', firstSizes: '56px', introduced: 'none' },
  pair: {
    maxBooks: 6,
    sizes: '(min-width: 900px) 140px, 18vw',
    firstSizes: '(min-width: 900px) 140px, 18vw',
    introduced: 'all',
  },
  feature: {
    maxBooks: 9,
    sizes: '(min-width: 900px) 130px, 30vw',
    firstSizes: '(min-width: 900px) 210px, 34vw',
    introduced: 'first',
  },
};
