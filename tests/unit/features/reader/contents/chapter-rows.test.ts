import { describe, expect, it } from 'vitest';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { groupsOf, ownNumber, rangeOf, rowsOf } from '#src/features/reader/contents/chapter-rows.ts';

const chapter = (number: number, title: string, locked = false): Chapter => ({
  id: 1000 + number,
  number,
  title,
  part: number > 150 ? 'Book Two' : null,
  kind: 'chapter',
  words: 9,
  locked,
  price: locked ? 12 : null,
  free_from: null,
  updated_at: '2026-01-01T00:00:00Z',
});
const chapters = Array.from({ length: 250 }, (_, index) => chapter(index + 1, `Chapter ${index + 1}`, index > 239));
chapters[6] = chapter(7, 'Été à Paris');
const all = { query: '', hideLocked: false, newestFirst: false };
const numbers = (filter: Partial<typeof all>) => rowsOf(chapters, { ...all, ...filter }).map(({ number }) => number);

describe('rows of the table of contents', () => {
  it('can be searched by title, ignoring accents, and by part, with a matching chapter number first', () => {
    expect(numbers({ query: 'ete a' })).toEqual([7]);
    expect(numbers({ query: 'book two' })).toHaveLength(100);
    expect(numbers({ query: '7' })[0]).toBe(7);
    expect(numbers({ query: ' 12 ' }).slice(0, 2)).toEqual([12, 112]);
    expect(numbers({ query: 'nothing' })).toEqual([]);
  });

  it('can omit locked chapters and start with the last chapter', () => {
    expect(numbers({ hideLocked: true })).toHaveLength(240);
    expect(numbers({ newestFirst: true }).slice(0, 2)).toEqual([250, 249]);
    expect(numbers({ hideLocked: true, newestFirst: true })[0]).toBe(240);
  });

  it.each([
    ['Chapter 12: The Weir', 12],
    ['12. The Weir', 12],
    ['第12章 老灯塔', 12],
    ['The Weir', undefined],
    ['What became of all of them in 1815', undefined],
  ])('take their number from the title: %j', (title, number) => {
    expect(ownNumber({ title })).toBe(number);
  });

  it('can be searched by the number in their title rather than by their index', () => {
    const books = chapters.slice(0, 20).map((one, index) => ({ ...one, title: `Chapter ${(index % 10) + 1}` }));
    expect(rowsOf(books, { ...all, query: '3' }).map(({ number }) => number)).toEqual([3, 13]);
  });

  it('are grouped by hundreds, each named by its first and last title if the chapters have no numbers', () => {
    const titled = chapters.map((one, index) => ({ ...one, title: index % 2 === 0 ? 'The Lamp' : 'The Weir' }));
    expect(groupsOf(titled).map(rangeOf)).toEqual(Array(3).fill('The Lamp – The Weir'));
  });

  it.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [200, [100, 100]],
  ])('for %i chapters are grouped into %j', (count, sizes) => {
    expect(groupsOf(chapters.slice(0, count)).map(({ rows }) => rows.length)).toEqual(sizes);
  });

  it('are grouped by hundreds, each named by its first and last number', () => {
    const groups = groupsOf(chapters);
    expect(groups.map(rangeOf)).toEqual(['1–100', '101–200', '201–250']);
    expect(groups.flatMap(({ rows }) => rows)).toEqual(chapters);
  });
});
