import { describe, expect, it } from 'vitest';
import type { ChapterFigures, DayFigures } from '#src/admin/contract/statistics.ts';
import { changeOf, compare, stopsOf } from '#src/admin/ui/statistics/periods.ts';

const day = (views: number) => ({ views }) as DayFigures;
const chapter = (number: number, readers: number) => ({ id: number, number, readers }) as ChapterFigures;

describe('compare', () => {
  it('returns the sum of the last days and of as many days before', () => {
    const days = Array.from({ length: 56 }, (_, index) => day(index));
    expect(compare(days, 'views', 1)).toEqual({ value: 55, before: 54 });
    expect(compare(days, 'views', 7)).toEqual({ value: 364, before: 315 });
    expect(compare(days, 'views', 28)).toEqual({ value: 1162, before: 378 });
  });
});

describe('changeOf', () => {
  it.each([
    [112, 100, '+12 %'],
    [50, 100, '−50 %'],
    [0, 3, '−100 %'],
    [1001, 1000, '±0 %'],
    [5, 0, 'new'],
    [0, 0, ''],
    [7, 7, ''],
  ])('describes the change to %i from %i as "%s"', (value, before, text) => {
    expect(changeOf({ value, before })).toBe(text);
  });
});

describe('stopsOf', () => {
  it('returns the chapters after which the largest shares of readers stop, if they have at least five readers', () => {
    const stops = stopsOf(
      [chapter(1, 100), chapter(2, 40), chapter(3, 36), chapter(4, 40), chapter(5, 4), chapter(6, 0)],
      2,
    );
    expect(stops.map(({ after, lost, share }) => [after.number, lost, share])).toEqual([
      [4, 36, 0.9],
      [1, 60, 0.6],
    ]);
  });

  it('returns nothing for a book with one chapter', () => {
    expect(stopsOf([chapter(1, 100)], 9)).toEqual([]);
  });
});
