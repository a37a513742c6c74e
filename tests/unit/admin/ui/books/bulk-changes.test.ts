import { describe, expect, test } from 'vitest';
import { type BulkValues, bulkChanges, isAnyChosen } from '#src/admin/ui/books/bulk-changes.ts';

const BOOK = { genres: ['Fantasy'], tags: ['Dragons', 'Wyrms'], keywords: [] };

describe('bulkChanges, the changes of a bulk edit to a book,', () => {
  test('contain exactly the chosen fields', () => {
    const untouched = { status: '', section: null, category: '', hot: null, tags_act: '' } as const;
    expect(bulkChanges(untouched, BOOK)).toEqual({});
    expect(bulkChanges({ ...untouched, status: 'finished', hot: 0 }, BOOK)).toEqual({ status: 'finished', hot: 0 });
    expect(bulkChanges({ state: 'draft', section: 2, category: 'Drama' }, BOOK)).toEqual({
      state: 'draft',
      section: 2,
      category: 'Drama',
    });
  });

  test('contain the brands only if they were chosen, and all brands as null', () => {
    expect(bulkChanges({ brands: null }, BOOK)).toEqual({ brands: null });
    expect(bulkChanges({ brands: ['tibok'] }, BOOK)).toEqual({ brands: ['tibok'] });
    expect(bulkChanges({ status: 'finished' }, BOOK)).not.toHaveProperty('brands');
  });

  test.each([
    ['add', ['Ships', 'Wyrms'], ['Dragons', 'Wyrms', 'Ships']],
    ['remove', ['Wyrms', 'Ships'], ['Dragons']],
    ['replace', ['Ships'], ['Ships']],
    ['replace', [], []],
  ] as const)('%s %j in the list of the book', (act, names, expected) => {
    expect(bulkChanges({ tags_act: act, tags: names }, BOOK)).toEqual({ tags: expected });
  });

  test('omit a list that stays the same', () => {
    expect(bulkChanges({ tags_act: 'add', tags: ['Wyrms'] }, BOOK)).toEqual({});
    expect(bulkChanges({ tags_act: 'remove', tags: ['Ships'] }, BOOK)).toEqual({});
  });
});

test.each<[BulkValues, boolean]>([
  [{}, false],
  [{ status: '', section: null, hot: null, category: '' }, false],
  [{ tags_act: 'add', tags: [] }, false],
  [{ tags_act: 'replace' }, true],
  [{ brands: null }, true],
  [{ hot: 0 }, true],
])('isAnyChosen(%j) is %s', (values, expected) => {
  expect(isAnyChosen(values)).toBe(expected);
});
