import { describe, expect, it } from 'vitest';
import { type Shape, shelfShapes } from '#src/view-models/shelf-shapes.ts';

const shelves = (styles: readonly Shape[], count = 12) =>
  styles.map((style) => ({ style, books: Array.from({ length: count }) }));
const same = (style: Shape, count: number) => Array.from({ length: count }, () => style);

describe('shelfShapes', () => {
  it('keeps what is varied already', () => {
    const styles: Shape[] = ['row', 'ranked', 'row', 'row', 'pair', 'feature'];
    expect(shelfShapes(shelves(styles))).toEqual(styles);
  });

  it('gives no shape three times in a row', () => {
    expect(shelfShapes(shelves(same('row', 6)))).toEqual(['row', 'row', 'feature', 'row', 'row', 'feature']);
    const ranked = shelfShapes(shelves(same('ranked', 5)));
    expect(ranked.some((shape, place) => shape === 'ranked' && ranked[place + 1] === 'ranked')).toBe(false);
  });

  it('puts no ranked list above or below the ranking', () => {
    expect(shelfShapes(shelves(['row', 'ranked', 'ranked', 'row']), 2)).toEqual(['row', 'row', 'row', 'row']);
  });

  it('features no shelf of few books', () => {
    expect(shelfShapes(shelves(['feature', 'feature'], 3))).toEqual(['row', 'row']);
  });
});
