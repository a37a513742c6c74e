// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isPaged, pageNumber, showPage, showPageOf } from '#src/features/reader/paginated/page-columns.ts';

let style: { writingMode: string; direction: string; columnCount: string };
beforeEach(() => {
  style = { writingMode: 'horizontal-tb', direction: 'ltr', columnCount: '1' };
  vi.stubGlobal('getComputedStyle', () => style);
});

interface Size {
  readonly width?: number;
  readonly scrollWidth?: number;
  readonly scrollLeft?: number;
  readonly height?: number;
  readonly scrollHeight?: number;
  readonly scrollTop?: number;
}

/** Simulates a chapter laid out in columns, and records scroll positions. */
function page(size: Size) {
  document.body.innerHTML = '<section data-reader-part><p>Text.</p></section>';
  const part = document.querySelector('section') as HTMLElement;
  const { width = 0, height = 0, ...others } = size;
  for (const [name, value] of Object.entries({ clientWidth: width, clientHeight: height, ...others }))
    Object.defineProperty(part, name, { value });
  part.getBoundingClientRect = () => new DOMRect(20, 10, width, height);
  const went: object[] = [];
  part.scrollTo = ((to: object) => void went.push(to)) as typeof part.scrollTo;
  return { part, went, block: part.querySelector('p') as HTMLElement };
}

const LTR = { width: 300, scrollWidth: 1500, height: 500, scrollHeight: 500, scrollTop: 0 };

it('text is paginated if data-flow of the root element is "pages"', () => {
  expect(isPaged()).toBe(false);
  document.documentElement.dataset['flow'] = 'pages';
  expect(isPaged()).toBe(true);
  document.documentElement.dataset['flow'] = 'scroll';
  expect(isPaged()).toBe(false);
  delete document.documentElement.dataset['flow'];
});

describe('the page number in paginated mode', () => {
  it.each([
    [{ scrollLeft: 0 }, 0, 5],
    [{ scrollLeft: 299 }, 1, 5],
    [{ scrollLeft: 300 }, 1, 5],
    [{ scrollLeft: 1200 }, 4, 5],
    // Browsers may scroll past the last page.
    [{ scrollLeft: 1500 }, 4, 5],
    [{ scrollLeft: 0, scrollWidth: 1400 }, 0, 5],
    [{ scrollLeft: 0, scrollWidth: 100 }, 0, 1],
    [{ scrollLeft: 0, scrollWidth: 0, width: 0 }, 0, 1],
  ])('for a page with %j is %i of %i', (size, index, count) => {
    expect(pageNumber(page({ ...LTR, ...size }).part)).toEqual({ index, count });
  });

  it('counts to the left in right-to-left text and down in vertical text', () => {
    style.direction = 'rtl';
    expect(pageNumber(page({ ...LTR, scrollLeft: -600 }).part)).toEqual({ index: 2, count: 5 });
    style.writingMode = 'vertical-rl';
    expect(pageNumber(page({ ...LTR, scrollHeight: 1500, scrollTop: 500 }).part)).toEqual({ index: 1, count: 3 });
  });

  it('includes the empty right page if a chapter ends on the left of two pages', () => {
    style.columnCount = '2';
    const odd = page({ ...LTR, scrollLeft: 0, scrollWidth: 750 }).part;
    pageNumber(odd);
    expect(odd.hasAttribute('data-odd')).toBe(true);
    const even = page({ ...LTR, scrollLeft: 0, scrollWidth: 900 }).part;
    pageNumber(even);
    expect(even.hasAttribute('data-odd')).toBe(false);
    style.columnCount = '1';
    const single = page({ ...LTR, scrollLeft: 0, scrollWidth: 750 }).part;
    showPage(single, 1);
    expect(single.hasAttribute('data-odd')).toBe(false);
  });
});

describe('the scroll position in paginated mode', () => {
  it('changes in the direction of the text when a page is shown', () => {
    const ltr = page(LTR);
    showPage(ltr.part, 3);
    style.direction = 'rtl';
    const rtl = page(LTR);
    showPage(rtl.part, 3);
    style.writingMode = 'vertical-rl';
    const vertical = page(LTR);
    showPage(vertical.part, 3);
    expect([ltr.went, rtl.went, vertical.went]).toEqual([
      [{ left: 900, behavior: 'instant' }],
      [{ left: -900, behavior: 'instant' }],
      [{ top: 1500, behavior: 'instant' }],
    ]);
  });

  const lefts = (size: Size, box: DOMRect) => {
    const { block, went } = page({ ...LTR, ...size });
    showPageOf(block, box);
    return went.map((to) => Object.values(to)[0]);
  };

  it('is set to the page that contains a character, from any scroll position', () => {
    expect(lefts({ scrollLeft: 0 }, new DOMRect(20, 50, 8, 16))).toEqual([0]);
    expect(lefts({ scrollLeft: 0 }, new DOMRect(318, 50, 8, 16))).toEqual([0]);
    // One pixel of rounding is tolerated.
    expect(lefts({ scrollLeft: 0 }, new DOMRect(319, 50, 8, 16))).toEqual([300]);
    expect(lefts({ scrollLeft: 600 }, new DOMRect(25, 50, 8, 16))).toEqual([600]);
    expect(lefts({ scrollLeft: 600 }, new DOMRect(-280, 50, 8, 16))).toEqual([300]);
    expect(lefts({ scrollLeft: 0 }, new DOMRect(-900, 50, 8, 16))).toEqual([0]);
  });

  it('is set to the page that contains a character in right-to-left and vertical text', () => {
    style.direction = 'rtl';
    expect(lefts({ scrollLeft: -300 }, new DOMRect(300, 50, 10, 16))).toEqual([-300]);
    expect(lefts({ scrollLeft: -300 }, new DOMRect(0, 50, 10, 16))).toEqual([-600]);
    style.writingMode = 'vertical-rl';
    expect(lefts({ scrollTop: 500, scrollLeft: 0 }, new DOMRect(50, 520, 10, 16))).toEqual([1000]);
  });

  it('does not change for a character outside a chapter', () => {
    document.body.innerHTML = '<p>Text.</p>';
    expect(() => showPageOf(document.body.firstElementChild as Element, new DOMRect(0, 0, 1, 1))).not.toThrow();
  });
});
