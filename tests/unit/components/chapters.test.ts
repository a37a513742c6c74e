import { describe, expect, it } from 'vitest';
import { type ChapterLink, groupByPart, PREVIEW_CHAPTERS, splitChapters } from '#src/components/novel/chapters.ts';

const chapter = (number: number, part: string | null = null): ChapterLink => ({
  ...{ id: number, number, title: `Chapter ${number}`, part, kind: 'chapter', words: 1000, locked: false, price: null },
  ...{ free_from: null, updated_at: '2026-01-01T00:00:00Z', href: `/book-reader/1/${number}` },
});
const chapters = (count: number) => Array.from({ length: count }, (_none, index) => chapter(index + 1));

describe('splitChapters', () => {
  it('folds what is beyond the preview', () => {
    const { first, others } = splitChapters(chapters(64));
    expect(first).toHaveLength(PREVIEW_CHAPTERS);
    expect(others[0]?.number).toBe(PREVIEW_CHAPTERS + 1);
    expect(first.length + others.length).toBe(64);
  });

  it('folds nothing for the sake of one or two', () => {
    expect(splitChapters(chapters(PREVIEW_CHAPTERS + 2)).others).toEqual([]);
  });
});

describe('groupByPart', () => {
  it('gives one run without heading to a book without parts', () => {
    expect(groupByPart(chapters(3), null)).toEqual([{ part: null, chapters: chapters(3) }]);
  });

  it('starts a run with each part', () => {
    const list = [chapter(1), chapter(2, 'One'), chapter(3, 'One'), chapter(4, 'Two')];
    expect(groupByPart(list, null).map(({ part, chapters: run }) => [part, run.length])).toEqual([
      [null, 1],
      ['One', 2],
      ['Two', 1],
    ]);
  });

  it('goes on with the part before without naming it again', () => {
    expect(groupByPart([chapter(13, 'One'), chapter(14, 'Two')], 'One').map(({ part }) => part)).toEqual([null, 'Two']);
  });
});
