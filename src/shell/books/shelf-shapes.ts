import type { ShelfModel } from '../page/models.ts';

export type ShelfStyle = ShelfModel['style'];

interface Shape {
  /** Maximum number of books. */
  readonly most: number;
  /** Display width of its covers, separately for the first one. */
  readonly sizes: string;
  readonly firstSizes: string;
  readonly introduced: 'all' | 'first' | 'none';
}

export const SHELF_SHAPES: Readonly<Record<ShelfStyle, Shape>> = {
  row: { most: 12, sizes: '140px', firstSizes: '140px', introduced: 'none' },
  ranked: { most: 9, sizes: '56px', firstSizes: '56px', introduced: 'none' },
  pair: {
    most: 6,
    sizes: '(min-width: 900px) 140px, 18vw',
    firstSizes: '(min-width: 900px) 140px, 18vw',
    introduced: 'all',
  },
  feature: {
    most: 9,
    sizes: '(min-width: 900px) 130px, 30vw',
    firstSizes: '(min-width: 900px) 210px, 34vw',
    introduced: 'first',
  },
};
