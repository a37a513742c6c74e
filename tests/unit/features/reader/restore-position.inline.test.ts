// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blocksOf, textOf } from '#src/features/reader/position/blocks.ts';
import { OPENED_AT } from '#src/features/reader/position/opened-at.ts';

const CHAPTER = 7;
let scrolledTo: { text: string; offset: number }[] = [];

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  history.replaceState(null, '');
  scrolledTo = [];
  // A document can define an element only once, and each test loads the script again.
  vi.spyOn(customElements, 'define').mockImplementation((_name, element) => element.prototype['connectedCallback']());
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockImplementation(function (this: Range) {
    scrolledTo.push({ text: this.startContainer.textContent ?? '', offset: this.startOffset });
    return new DOMRect(0, 500, 0, 0);
  });
});

const page = (html: string): Element => {
  document.body.innerHTML = `<section><article data-reader-text data-chapter="${CHAPTER}">${html}</article></section>`;
  return document.querySelector('article') as Element;
};

const storePlace = (place: object, chapter = CHAPTER) =>
  localStorage.setItem('readlogList', JSON.stringify([{ book: { id: 1 }, chapter: { id: chapter, place } }]));

const run = () => import('#src/features/reader/restore-position.inline.ts');

describe('restoring the reading position before first paint', () => {
  it.each([
    ['blockquotes without paragraphs', '<blockquote>a</blockquote><blockquote>b</blockquote><p>c</p><p>d</p><p>e</p>'],
    ['a figure with text outside paragraphs', '<figure>a</figure><section>b</section><p>c</p><p>d</p>'],
    ['a nested list', '<ul><li>a <ul><li>b</li></ul> c</li></ul><p>d</p><p>e</p>'],
    ['an element added by the site', '<p>a</p><p data-not-text>Bookmark</p><p>b</p><p>c</p>'],
  ])('finds the same block as the reader in a chapter with %s', async (_name, html) => {
    const blocks = blocksOf(page(html));
    for (const [block, element] of blocks.entries()) {
      vi.resetModules();
      history.replaceState(null, '');
      scrolledTo = [];
      storePlace({ block, offset: 0, hash: '' });
      await run();
      expect(scrolledTo[0]?.text ?? 'start').toBe(block === 0 ? 'start' : textOf(element).split('  ')[0]);
    }
  });

  it.each(['load', 'error'])('waits for the event "%s" of a style sheet that has not loaded yet', async (type) => {
    page('<p>One</p><p>Two</p>');
    const link = document.body.appendChild(document.createElement('link'));
    link.rel = 'stylesheet';
    storePlace({ block: 1, offset: 0, hash: '' });
    await run();
    expect(scrolledTo).toEqual([]);
    link.dispatchEvent(new Event(type));
    expect(scrolledTo).toEqual([{ text: 'Two', offset: 0 }]);
  });

  it('counts white space between two words in a block', async () => {
    page('<p>One</p><p><b>Two</b> <i>three</i></p>');
    storePlace({ block: 1, offset: 5, hash: '' });
    await run();
    expect(scrolledTo).toEqual([{ text: 'three', offset: 1 }]);
  });

  it("prefers the tab's history entry to the reading history, and ignores positions in other chapters", async () => {
    page('<p>One</p><p>Two</p><p>Three</p>');
    storePlace({ block: 1, offset: 0, hash: '' });
    history.replaceState({ place: { block: 2, offset: 1, hash: '', top: 80, chapter: CHAPTER } }, '');
    const scroll = vi.spyOn(globalThis, 'scrollBy').mockImplementation(() => undefined);
    await run();
    expect(scrolledTo).toEqual([{ text: 'Three', offset: 1 }]);
    expect(scroll).toHaveBeenCalledWith(0, 420);
  });

  it('uses the furthest position in the book if it is in this chapter, even if another chapter was read last', async () => {
    page('<p>One</p><p>Two</p>');
    const furthest = { chapter: { id: CHAPTER, place: { block: 1, offset: 0, hash: '' } }, since: 0 };
    const entries = [null, { book: { id: 1 }, chapter: { id: CHAPTER - 1 }, furthest }];
    localStorage.setItem('readlogList', JSON.stringify(entries));
    await run();
    expect(scrolledTo[0]?.text).toBe('Two');
  });

  it('hides at least half of the previous line', async () => {
    page('<p>One</p><p>Two</p>');
    storePlace({ block: 1, offset: 0, hash: '' });
    const scroll = vi.spyOn(globalThis, 'scrollBy').mockImplementation(() => undefined);
    await run();
    expect(scroll).toHaveBeenCalledWith(0, 500 - OPENED_AT);
    // The smallest font size is 14 px. The line height is 1.4 times the font size; glyphs are at most 1.3 times as
    // high.
    const above = { top: OPENED_AT - 14 * 1.4, bottom: OPENED_AT - 14 * 1.4 + 14 * 1.3 };
    expect(above.top + above.bottom).toBeLessThanOrEqual(0);
  });

  it('leaves a chapter without a position at its start', async () => {
    page('<p>One</p><p>Two</p>');
    storePlace({ block: 1, offset: 0, hash: '' }, CHAPTER + 1);
    await run();
    expect(scrolledTo).toEqual([]);
  });
});
