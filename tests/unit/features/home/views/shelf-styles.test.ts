import { describe, expect, it } from 'vitest';
import { type ShelfStyle, shelfStyles } from '#src/features/home/views/shelf-styles.ts';

const shelves = (styles: readonly ShelfStyle[], count = 12) =>
  styles.map((style) => ({ style, books: Array.from({ length: count }) }));
const same = (style: ShelfStyle, count: number) => Array.from({ length: count }, () => style);

describe('shelfStyles', () => {
  it('returns the given styles if they are varied enough', () => {
    const styles: ShelfStyle[] = ['row', 'ranked', 'row', 'row', 'pair', 'feature'];
    expect(shelfStyles(shelves(styles))).toEqual(styles);
  });

  it('uses no style three times in a row', () => {
    expect(shelfStyles(shelves(same('row', 6)))).toEqual(['row', 'row', 'feature', 'row', 'row', 'feature']);
    const ranked = shelfStyles(shelves(same('ranked', 5)));
    expect(ranked.some((shape, place) => shape === 'ranked' && ranked[place + 1] === 'ranked')).toBe(false);
  });

  it('does not put a ranked list next to the ranking', () => {
    expect(shelfStyles(shelves(['row', 'ranked', 'ranked', 'row']), 2)).toEqual(['row', 'row', 'row', 'row']);
  });

  it('uses no "feature" style for a shelf with few books', () => {
    expect(shelfStyles(shelves(['feature', 'feature'], 3))).toEqual(['row', 'row']);
  });
});
