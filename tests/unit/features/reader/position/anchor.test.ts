// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { textHash } from '#src/lib/text-hash.ts';
import { type LaidOutPage, LINE, layOut, TITLE } from './laid-out.ts';

const SHORT_TEXT = 'Ten chars.';
const LONG_TEXT = 'A paragraph of four lines, that is all.';

let page: LaidOutPage;
let anchors: typeof import('#src/features/reader/position/anchor.ts');
beforeEach(async () => {
  vi.resetModules();
  anchors = await import('#src/features/reader/position/anchor.ts');
  // The second chapter begins at 100 + 20 + 80 + 20 = 220 px.
  page = layOut([
    [SHORT_TEXT, LONG_TEXT, SHORT_TEXT],
    [LONG_TEXT, ...Array(30).fill(SHORT_TEXT)],
  ]);
});

/** The anchor at the first visible character: its chapter, paragraph and offset, and the position of its line. */
function read(): [number, number, number, number] | null {
  const anchor = anchors.readAnchor();
  if (!anchor) return null;
  const { article, block, offset, top } = anchor;
  return [Number(article.dataset['chapter']), [...article.children].indexOf(block), offset, top];
}

const space = (at: number, px: number) => page.insertSpace(page.parts[at] as Element, px);

describe('the first visible character', () => {
  it('is in the first line that is more than half inside the window', () => {
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

  it('is undefined below the end of the text', () => {
    page.insertSpace(page.parts[1] as Element, 0);
    const space = document.createElement('div');
    space.setAttribute('data-space', '2000');
    page.parts[1]?.after(space);
    page.scrollTo(1900);
    expect(read()).toBeNull();
  });

  it('is stored with its paragraph, its offset and the text', () => {
    page.scrollTo(TITLE + 2 * LINE);
    const anchor = anchors.readAnchor();
    expect(anchor && anchors.locatorOfAnchor(anchor)).toEqual({ block: 1, offset: 10, hash: textHash(LONG_TEXT) });
  });
});

describe('the character that the reader keeps in place', () => {
  const hold = (px: number) => {
    page.scrollTo(px);
    const anchor = anchors.readAnchor();
    if (!anchor) throw new Error('No letter shows.');
    anchors.hold(anchor);
    return anchor;
  };

  it('stays the same until the visitor scrolls', () => {
    expect(anchors.heldAnchor()).toBeNull();
    const anchor = hold(130);
    expect(anchors.heldAnchor()).toBe(anchor);
    page.scrollTo(131);
    expect(anchors.heldAnchor()).toBe(anchor);
    page.scrollTo(132);
    expect(anchors.heldAnchor()).toBeNull();
  });

  it('is undefined after its text has been removed', () => {
    hold(130);
    page.parts[0]?.remove();
    expect(anchors.heldAnchor()).toBeNull();
  });

  it('returns to its position after content was inserted above, without counting as scrolling by the visitor', () => {
    const anchor = hold(130);
    const before = anchors.positionOfVisitor();
    space(0, 500);
    anchors.showAnchor(anchor);
    expect([page.scrolled(), anchors.positionOfVisitor(), anchors.heldAnchor()]).toEqual([630, before, anchor]);
    expect(read()?.[3]).toBe(anchor.top);
  });

  it('is not moved back if it moved by less than a pixel or its text is gone', () => {
    const anchor = hold(130);
    space(0, 0.6);
    anchors.showAnchor(anchor);
    expect(page.scrolled()).toBe(130);
    page.parts[0]?.remove();
    anchors.showAnchor(anchor);
    expect(page.scrolled()).toBe(130);
  });

  it('returns to its position after the page above was shortened and grew again', () => {
    page = layOut([[...Array(40).fill(SHORT_TEXT)]]);
    const last = page.blocks().at(-1) as Element;
    const anchor = hold(500);
    expect(anchors.heldAnchor()).toBe(anchor);
    // The page becomes shorter, so the browser scrolls up.
    for (const block of page.blocks().slice(-9)) block.remove();
    expect(last.isConnected).toBe(false);
    page.insertSpace(page.parts[0] as Element, 60);
    anchors.restoreAfterShrink();
    expect(read()?.[3]).toBe(anchor.top);
  });

  it('is not moved back if the page was not shortened', () => {
    hold(130);
    space(0, 500);
    anchors.restoreAfterShrink();
    expect(page.scrolled()).toBe(130);
  });
});

describe('keeping the text in place during a layout change', () => {
  it('keeps the current line at its height', () => {
    page.scrollTo(230);
    const before = read();
    anchors.withStablePosition(() => space(0, 333));
    expect([read(), page.scrolled()]).toEqual([before, 563]);
  });

  it('keeps an anchored character at its height, even if it is not the first visible one', () => {
    page.scrollTo(130);
    const anchor = anchors.readAnchor();
    if (anchor) anchors.hold({ ...anchor, top: anchor.top - 4 });
    anchors.withStablePosition(() => space(0, 100));
    expect(page.scrolled()).toBe(234);
  });

  it('keeps the end of the last chapter at its height if the window is below the text', () => {
    const tail = document.createElement('div');
    tail.setAttribute('data-space', '2000');
    page.parts[1]?.after(tail);
    page.scrollTo(1500);
    anchors.withStablePosition(() => space(0, 250));
    expect(page.scrolled()).toBe(1750);
  });
});

describe('the place to save when the page comes to rest', () => {
  const textAt = (anchor: ReturnType<typeof anchors.takeAnchorAtRest>) => anchor?.block.textContent;

  it('is the current line, once after each movement by the visitor', () => {
    page.scrollTo(130);
    expect(textAt(anchors.takeAnchorAtRest())).toBe(LONG_TEXT);
    expect(anchors.takeAnchorAtRest()).toBeNull();
    page.scrollTo(240);
    expect(anchors.takeAnchorAtRest()?.article.dataset['chapter']).toBe('42');
    expect(anchors.takeAnchorAtRest()).toBeNull();
  });

  it('stays the current line if the layout changes before the page comes to rest', () => {
    anchors.hold(anchors.readAnchor() as NonNullable<ReturnType<typeof anchors.readAnchor>>);
    page.scrollTo(130);
    anchors.withStablePosition(() => space(0, 333));
    const held = anchors.heldAnchor();
    // Later layout changes show the same line again.
    anchors.withStablePosition(() => space(0, 50));
    if (held) anchors.showAnchor(held);
    expect(anchors.takeAnchorAtRest()).toBe(held);
    expect(textAt(held)).toBe(LONG_TEXT);
    expect(anchors.takeAnchorAtRest()).toBeNull();
  });

  it('is the current line after the first movement, even if the layout then changes', () => {
    anchors.setStartPosition();
    page.scrollTo(130);
    anchors.withStablePosition(() => space(0, 333));
    expect(textAt(anchors.takeAnchorAtRest())).toBe(LONG_TEXT);
  });

  it('does not exist if the layout changed before the visitor has moved', () => {
    anchors.setStartPosition();
    anchors.withStablePosition(() => space(0, 333));
    anchors.withStablePosition(() => space(0, 50));
    expect(anchors.takeAnchorAtRest()).toBeNull();
    page.scrollTo(20);
    expect(anchors.takeAnchorAtRest()).not.toBeNull();
  });

  it('stays the current line if the text around it is replaced before the page comes to rest', () => {
    anchors.setStartPosition();
    page.scrollTo(130);
    anchors.holdCurrent();
    expect(textAt(anchors.takeAnchorAtRest())).toBe(LONG_TEXT);
    anchors.holdCurrent();
    expect(anchors.takeAnchorAtRest()).toBeNull();
  });

  it('does not exist after the reader itself has shown a line', () => {
    page.scrollTo(130);
    anchors.withStablePosition(() => space(0, 333));
    const [article] = page.parts[1]?.querySelectorAll('article') ?? [];
    const block = article?.querySelector('p');
    if (article && block) anchors.showAnchor(anchors.anchorAt(article, block, 0));
    anchors.withStablePosition(() => space(0, 50));
    expect(anchors.takeAnchorAtRest()).toBeNull();
    page.scrollTo(0);
    expect(anchors.takeAnchorAtRest()).not.toBeNull();
  });
});
