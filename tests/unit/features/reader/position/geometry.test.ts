// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { boxAt, firstIndex, pageEdge, topEdge } from '#src/features/reader/position/geometry.ts';

describe('the first index that satisfies a condition', () => {
  it.each([
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 1],
    [7, 0, 0],
    [7, 3, 3],
    [7, 6, 6],
    [7, 7, 7],
    [8, 5, 5],
  ])('among %i indexes, with the condition true from %i on, is %i', (count, from, expected) => {
    expect(firstIndex(count, (index) => index >= from)).toBe(expected);
  });

  it('is found by binary search', () => {
    const condition = vi.fn((index: number) => index >= 900);
    firstIndex(1000, condition);
    expect(condition.mock.calls.length).toBeLessThanOrEqual(10);
  });
});

describe('the visibility of a line', () => {
  it('on a scrolled page requires more than half of a line to be below the top of the window', () => {
    const line = (top: number) => topEdge.reaches(new DOMRect(0, top, 100, 20));
    expect([line(-30), line(-11), line(-10), line(-9), line(0), line(500)]).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  const edgeOf = (style: { writingMode: string; direction: string }) => {
    vi.stubGlobal('getComputedStyle', () => style);
    const page = document.createElement('section');
    page.getBoundingClientRect = () => new DOMRect(100, 200, 300, 400);
    return pageEdge(page);
  };
  const box = (left: number, top: number) => new DOMRect(left, top, 10, 10);

  it('in paginated mode requires the text to end to the right of the left edge', () => {
    const { reaches } = edgeOf({ writingMode: 'horizontal-tb', direction: 'ltr' });
    expect([reaches(box(80, 0)), reaches(box(91, 0)), reaches(box(92, 0)), reaches(box(900, 0))]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('in paginated right-to-left text requires the text to start to the left of the right edge', () => {
    const { reaches } = edgeOf({ writingMode: 'horizontal-tb', direction: 'rtl' });
    expect([reaches(box(900, 0)), reaches(box(399, 0)), reaches(box(398, 0)), reaches(box(0, 0))]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('in paginated vertical text requires the text to end below the top edge', () => {
    const { reaches } = edgeOf({ writingMode: 'vertical-rl', direction: 'ltr' });
    expect([reaches(box(0, 180)), reaches(box(0, 191)), reaches(box(0, 192)), reaches(box(0, 900))]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('the box of a character', () => {
  const ranges: string[] = [];
  function blockWith(html: string, boxes: readonly DOMRect[]): HTMLElement {
    document.body.innerHTML = `<article>${html}</article>`;
    const block = document.querySelector('p') as HTMLElement;
    block.getBoundingClientRect = () => new DOMRect(1, 2, 3, 4);
    ranges.length = 0;
    vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(function (this: Range) {
      ranges.push(this.toString());
      return boxes as unknown as DOMRectList;
    });
    return block;
  }

  it('is its first box that has a size', () => {
    const letter = new DOMRect(5, 5, 8, 16);
    const block = blockWith('<p>One two three four five</p>', [
      new DOMRect(5, 5, 0, 16),
      new DOMRect(5, 5, 8, 0),
      letter,
      new DOMRect(9, 9, 9, 9),
    ]);
    expect(boxAt(block, 4)).toBe(letter);
    expect(ranges).toEqual(['two three fo']);
  });

  it('is the box of the block if neither this character nor the rest of the text has a box', () => {
    const block = blockWith('<p>One</p>', []);
    expect(boxAt(block, 1)).toEqual(new DOMRect(1, 2, 3, 4));
    expect(ranges).toEqual(['ne']);
  });

  it('is the box of the block if the block has no text', () => {
    const block = blockWith('<p></p>', []);
    expect(boxAt(block, 0)).toEqual(new DOMRect(1, 2, 3, 4));
    expect(ranges).toEqual([]);
  });
});
