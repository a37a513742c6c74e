import { describe, expect, it } from 'vitest';
import { matchChapters } from '#src/api/store/writer/chapter-plan.ts';

const list = (...titles: string[]) => titles.map((title, index) => ({ place: index + 1, title, id: index + 1 }));

describe('matchChapters', () => {
  it.each([
    ['the same list', list('A', 'B'), list('A', 'B'), [1, 2]],
    ['one more at the end', list('A', 'B'), list('A', 'B', 'C'), [1, 2, undefined]],
    ['one put in before', list('A', 'B'), list('Preface', 'A', 'B'), [undefined, 1, 2]],
    ['one taken out', list('A', 'B', 'C'), list('A', 'C'), [1, 3]],
    ['one renamed', list('A', 'B', 'C'), list('A', 'New', 'C'), [1, 2, 3]],
    ['two that changed places', list('A', 'B'), list('B', 'A'), [2, 1]],
    ['titles that repeat', list('*', '*', '*'), list('New', '*', '*', '*'), [undefined, 2, 3, 1]],
    ['nothing before', [], list('A'), [undefined]],
    ['nothing after', list('A'), [], []],
  ])('continues %s', (_name, before, after, ids) => {
    expect(matchChapters(before, after).map((old) => old?.id)).toEqual(ids);
  });
});
