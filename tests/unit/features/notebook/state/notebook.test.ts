import { describe, expect, it } from 'vitest';
import type { StoredMark } from '#src/contract/entities/marks.ts';
import { countMarks, findMarks, marksByChapter, notebooksOf } from '#src/features/notebook/state/notebook.ts';
import { bookmark, highlight, MOON } from './marks-fixture.ts';

const marks = [
  highlight(1, 1, { text: 'A “Café” by the sea', note: 'Zürich?' }),
  highlight(2, 1, { colour: 'blue', text: 'Nobody comes here' }),
  bookmark(3, 2, { text: 'The tide', chapter: { id: 42, number: 2, title: 'Đường về' } }),
];
const ids = (marksFound: readonly { readonly id: string }[]) => marksFound.map(({ id }) => Number(id.slice(5)));

describe('notebooks', () => {
  it('contain the books with marks, sorted by last edit, with the number of marks', () => {
    const other = { ...MOON, id: 5, title: 'Sun' };
    const removed: StoredMark = { kind: 'removed', id: 'mark-0009', updated_at: '2026-05-01T00:00:00Z' };
    const later = highlight(8, 1, { book: other, updated_at: '2026-04-03T00:00:00Z' });
    expect(notebooksOf([removed, ...marks, later])).toEqual([
      { book: other, highlights: 1, bookmarks: 0, notes: 0, changed_at: '2026-04-03T00:00:00Z' },
      { book: MOON, highlights: 2, bookmarks: 1, notes: 1, changed_at: '2026-04-02T12:00:00.003Z' },
    ]);
  });

  it('count the matches of each filter', () => {
    expect(countMarks(marks)).toEqual({ all: 3, yellow: 1, green: 0, blue: 1, rose: 0, bookmark: 1, note: 1 });
  });

  it('group the marks by chapter in the order of the book', () => {
    expect(marksByChapter(marks).map(({ title, marks: inIt }) => [title, ids(inIt)])).toEqual([
      ['Chapter 1', [1, 2]],
      ['Đường về', [3]],
    ]);
  });
});

describe('findMarks', () => {
  it.each([
    ['all', '', [1, 2, 3]],
    ['blue', '', [2]],
    ['bookmark', '  ', [3]],
    ['note', '', [1]],
    ['all', 'CAFE', [1]],
    ['all', '"café"', [1]],
    ['all', 'zurich', [1]],
    ['all', 'duong', [3]],
    ['blue', 'cafe', []],
    ['all', 'sea  nobody', []],
  ] as const)('with the filter %s and the words %j returns %j', (filter, words, left) => {
    expect(ids(findMarks(marks, filter, words))).toEqual(left);
  });
});
