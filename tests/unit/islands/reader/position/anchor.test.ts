// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { textHash } from '#src/lib/text-hash.ts';
import { type LaidOutPage, LINE, layOut, TITLE } from './laid-out.ts';

const SHORT = 'Ten chars.';
const LONG = 'A paragraph of four lines, that is all.';

let page: LaidOutPage;
let anchors: typeof import('#src/islands/reader/position/anchor.ts');
beforeEach(async () => {
  vi.resetModules();
  anchors = await import('#src/islands/reader/position/anchor.ts');
  // The second chapter begins at 100 + 20 + 80 + 20 = 220 px.
  page = layOut([
    [SHORT, LONG, SHORT],
    [LONG, ...Array(30).fill(SHORT)],
  ]);
});

/** @returns chapter, paragraph and letter, and the height of its line */
function read(): [number, number, number, number] | null {
  const anchor = anchors.readAnchor();
  if (!anchor) return null;
  const { article, block, offset, top } = anchor;
  return [Number(article.dataset['chapter']), [...article.children].indexOf(block), offset, top];
}

const space = (at: number, px: number) => page.insertSpace(page.parts[at] as Element, px);

describe('the first letter that shows', () => {
  it('is the one of the first line of which more than half is in the window', () => {
    const at = (px: number) => {
      page.scrollTo(px);
      return read();
    };
    expect(at(0)).toEqual([41, 0, 0, TITLE]);
    expect(at(TITLE + 9)).toEqual([41, 0, 0, -9]);
    expect(at(TITLE + 10)).toEqual([41, 1, 0, 10]);
    expect(at(TITLE + 2 * LINE + 5)).toEqual([41, 1, 10, -5]);
    expect(at(TITLE + 2 * LINE + 12)).toEqual([41, 1, 20, 8]);
    expect(at(219)).toEqual([42, 0, 0, 101]);
  });

  it('is none below all text', () => {
    page.insertSpace(page.parts[1] as Element, 0);
    const space = document.createElement('div');
    space.setAttribute('data-space', '2000');
    page.parts[1]?.after(space);
    page.scrollTo(1900);
    expect(read()).toBeNull();
  });

  it('is kept by its paragraph, its place in there and the text', () => {
    page.scrollTo(TITLE + 2 * LINE);
    const anchor = anchors.readAnchor();
    expect(anchor && anchors.locatorOfAnchor(anchor)).toEqual({ block: 1, offset: 10, hash: textHash(LONG) });
  });
});

describe('a letter that is held', () => {
  const hold = (px: number) => {
    page.scrollTo(px);
    const anchor = anchors.readAnchor();
    if (!anchor) throw new Error('No letter shows.');
    anchors.hold(anchor);
    return anchor;
  };

  it('is the same until the visitor moves the page', () => {
    expect(anchors.heldAnchor()).toBeNull();
    const anchor = hold(130);
    expect(anchors.heldAnchor()).toBe(anchor);
    page.scrollTo(131);
    expect(anchors.heldAnchor()).toBe(anchor);
    page.scrollTo(132);
    expect(anchors.heldAnchor()).toBeNull();
  });

  it('is none any more once its text is gone', () => {
    hold(130);
    page.parts[0]?.remove();
    expect(anchors.heldAnchor()).toBeNull();
  });

  it('goes back to where it was when something came in above, which is no movement of the visitor', () => {
    const anchor = hold(130);
    const before = anchors.positionOfVisitor();
    space(0, 500);
    anchors.showAnchor(anchor);
    expect([page.scrolled(), anchors.positionOfVisitor(), anchors.heldAnchor()]).toEqual([630, before, anchor]);
    expect(read()?.[3]).toBe(anchor.top);
  });

  it('stays where it is by less than a pixel, and without its text', () => {
    const anchor = hold(130);
    space(0, 0.6);
    anchors.showAnchor(anchor);
    expect(page.scrolled()).toBe(130);
    page.parts[0]?.remove();
    anchors.showAnchor(anchor);
    expect(page.scrolled()).toBe(130);
  });

  it('comes back when the page was cut above and is long again', () => {
    page = layOut([[...Array(40).fill(SHORT)]]);
    const last = page.blocks().at(-1) as Element;
    const anchor = hold(500);
    expect(anchors.heldAnchor()).toBe(anchor);
    // The end of the page goes, so that the browser scrolls it back.
    for (const block of page.blocks().slice(-9)) block.remove();
    expect(last.isConnected).toBe(false);
    page.insertSpace(page.parts[0] as Element, 60);
    anchors.undoCut();
    expect(read()?.[3]).toBe(anchor.top);
  });

  it('is left alone where the page was not cut', () => {
    hold(130);
    space(0, 500);
    anchors.undoCut();
    expect(page.scrolled()).toBe(130);
  });
});

describe('a change of the page', () => {
  it('leaves the line that is read where it is', () => {
    page.scrollTo(230);
    const before = read();
    anchors.holding(() => space(0, 333));
    expect([read(), page.scrolled()]).toEqual([before, 563]);
  });

  it('leaves a held letter where it is, though another one shows first', () => {
    page.scrollTo(130);
    const anchor = anchors.readAnchor();
    if (anchor) anchors.hold({ ...anchor, top: anchor.top - 4 });
    anchors.holding(() => space(0, 100));
    expect(page.scrolled()).toBe(234);
  });

  it('below all text leaves the end of the last chapter where it is', () => {
    const tail = document.createElement('div');
    tail.setAttribute('data-space', '2000');
    page.parts[1]?.after(tail);
    page.scrollTo(1500);
    anchors.holding(() => space(0, 250));
    expect(page.scrolled()).toBe(1750);
  });
});
