import { describe, expect, it } from 'vitest';
import { pagination } from '#src/shell/page/pagination.ts';

const numbers = (page: number, pages: number) => pagination(page, pages, String).links.map((link) => link.page);

/** Number of clicks within which every page of a list can be reached from the first. */
function stepsToAll(pages: number): number {
  const seen = new Set([1]);
  for (let steps = 0; ; steps += 1) {
    if (seen.size === pages) return steps;
    for (const page of [...seen]) for (const next of numbers(page, pages)) seen.add(next);
  }
}

describe('the page links below a list', () => {
  it.each([
    [1, 1, [1]],
    [1, 7, [1, 2, 4, 5, 7]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 40, [1, 2, 15, 27, 40]],
    [20, 40, [1, 7, 13, 19, 20, 21, 27, 34, 40]],
    [40, 40, [1, 14, 26, 39, 40]],
    [1, 0, []],
  ])('on page %d of %d lead to %j', (page, pages, links) => {
    expect(numbers(page, pages)).toEqual(links);
  });

  it('reach every page from the first in two clicks for 13 pages, three for 36 and eight for 5,000', () => {
    expect([13, 36, 5000].map(stepsToAll)).toEqual([2, 3, 8]);
  });

  it('include the previous and the next page, except on the first or last page', () => {
    expect(pagination(1, 3, String)).toMatchObject({ previous: null, next: '2' });
    expect(pagination(3, 3, String)).toMatchObject({ previous: '2', next: null });
  });
});
