import { describe, expect, it } from 'vitest';
import { matchChapters } from '#src/api/store/writer/chapter-plan.ts';

const list = (...titles: string[]) => titles.map((title, index) => ({ place: index + 1, title, id: index + 1 }));

describe('matchChapters, which finds the ids that the chapters of a new version keep', () => {
  it.each([
    ['the same list', list('A', 'B'), list('A', 'B'), [1, 2]],
    ['an additional chapter at the end', list('A', 'B'), list('A', 'B', 'C'), [1, 2, undefined]],
    ['a chapter inserted at the start', list('A', 'B'), list('Preface', 'A', 'B'), [undefined, 1, 2]],
    ['a removed chapter', list('A', 'B', 'C'), list('A', 'C'), [1, 3]],
    ['a renamed chapter', list('A', 'B', 'C'), list('A', 'New', 'C'), [1, 2, 3]],
    ['two swapped chapters', list('A', 'B'), list('B', 'A'), [2, 1]],
    ['repeated titles', list('*', '*', '*'), list('New', '*', '*', '*'), [undefined, 2, 3, 1]],
    ['an empty old list', [], list('A'), [undefined]],
    ['an empty new list', list('A'), [], []],
  ])('keeps chapter ids for %s', (_name, before, after, ids) => {
    expect(matchChapters(before, after).map((old) => old?.id)).toEqual(ids);
  });
});
