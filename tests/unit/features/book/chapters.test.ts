import { describe, expect, it } from 'vitest';
import {
  type ChapterLink,
  groupByPart,
  PREVIEW_CHAPTERS,
  RANGE_CHAPTERS,
  splitChapters,
} from '#src/features/book/chapters.ts';

const chapter = (number: number, part: string | null = null): ChapterLink => ({
  id: number,
  number,
  title: `Chapter ${number}`,
  part,
  kind: 'chapter',
  words: 1000,
  locked: false,
  price: null,
  free_from: null,
  updated_at: '2026-01-01T00:00:00Z',
  href: `/book-reader/1/${number}`,
});
const chapters = (count: number) => Array.from({ length: count }, (_, index) => chapter(index + 1));

describe('splitChapters', () => {
  const bounds = ({ ranges }: ReturnType<typeof splitChapters>) => ranges.map(({ from, to }) => [from, to]);

  it('folds the chapters after the first few', () => {
    const split = splitChapters(chapters(64));
    expect(split.first).toHaveLength(PREVIEW_CHAPTERS);
    expect(bounds(split)).toEqual([[PREVIEW_CHAPTERS + 1, 64]]);
  });

  it('folds nothing if only one or two chapters would be hidden', () => {
    expect(splitChapters(chapters(PREVIEW_CHAPTERS + 2)).ranges).toEqual([]);
    expect(splitChapters([])).toEqual({ first: [], ranges: [] });
  });

  it('splits the folded chapters into ranges at multiples of 100, in ascending and descending order', () => {
    expect(bounds(splitChapters(chapters(250)))).toEqual([
      [13, 100],
      [101, 200],
      [201, 250],
    ]);
    expect(bounds(splitChapters(chapters(250).toReversed()))).toEqual([
      [238, 201],
      [200, 101],
      [100, 1],
    ]);
  });

  it('returns every chapter of a long book, in ranges of limited size', () => {
    const { first, ranges } = splitChapters(chapters(3000));
    expect(ranges.every((range) => range.chapters.length <= RANGE_CHAPTERS)).toBe(true);
    expect([...first, ...ranges.flatMap((range) => range.chapters)]).toEqual(chapters(3000));
  });

  it('returns the part of the chapter before each range', () => {
    const parts = chapters(250).map((one) => ({ ...one, part: one.number > 150 ? 'Two' : 'One' }));
    expect(splitChapters(parts).ranges.map(({ partBefore }) => partBefore)).toEqual(['One', 'One', 'Two']);
  });
});

describe('groupByPart', () => {
  it('returns a single group without a name for a book without parts', () => {
    expect(groupByPart(chapters(3), null)).toEqual([{ part: null, chapters: chapters(3) }]);
  });

  it('starts a new group at each new part', () => {
    const list = [chapter(1), chapter(2, 'One'), chapter(3, 'One'), chapter(4, 'Two')];
    expect(groupByPart(list, null).map(({ part, chapters: run }) => [part, run.length])).toEqual([
      [null, 1],
      ['One', 2],
      ['Two', 1],
    ]);
  });

  it('returns a first group without a name if that group continues the previous part', () => {
    expect(groupByPart([chapter(13, 'One'), chapter(14, 'Two')], 'One').map(({ part }) => part)).toEqual([null, 'Two']);
  });
});
