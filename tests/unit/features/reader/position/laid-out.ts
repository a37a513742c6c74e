import { vi } from 'vitest';
import { chapterHtml, showChapters } from '../island/chapters.ts';

/** Characters per line. */
const LETTERS = 10;
export const LINE = 20;
/** Height of a chapter title in px. */
export const TITLE = 100;

/** A page with simulated layout: chapters one below the other, in lines of ten characters. */
export interface LaidOutPage {
  readonly parts: HTMLElement[];
  blocks(): HTMLElement[];
  /** Scrolls as a visitor does. */
  scrollTo(px: number): void;
  /** Inserts empty space before an element. */
  insertSpace(before: Element, px: number): void;
  /** The scroll position. */
  scrolled(): number;
}

const SPACE = 'data-space';

/**
 * Lays out chapters in a page.
 * @param chapters the paragraphs of each chapter
 * @param height height of the window in px
 */
export function layOut(chapters: readonly (readonly string[])[], height = 300): LaidOutPage {
  const parts = showChapters(
    ...chapters.map((texts, at) => chapterHtml(41 + at, texts.map((text) => `<p>${text}</p>`).join(''))),
  );
  let top = 0;
  const heightOf = (element: Element): number => {
    if (element.hasAttribute(SPACE)) return Number(element.getAttribute(SPACE));
    if (element.matches('.reader-title')) return TITLE;
    if (element.matches('p')) return LINE * Math.max(1, Math.ceil(element.textContent.length / LETTERS));
    return [...element.children].reduce((sum, child) => sum + heightOf(child), 0);
  };
  const topOf = (element: Element): number => {
    const before = element.previousElementSibling;
    if (before) return topOf(before) + heightOf(before);
    return element.parentElement && element.parentElement !== document.body ? topOf(element.parentElement) : 0;
  };
  const boxOf = (element: Element) => new DOMRect(0, topOf(element) - top, 80, heightOf(element));
  const longest = () => Math.max(0, heightOf(document.body) - height);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return boxOf(this);
  });
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return [boxOf(this)] as unknown as DOMRectList;
  });
  const lineOf = ({ startContainer, startOffset }: Range): DOMRect[] => {
    const block = startContainer.parentElement?.closest('p');
    const line = Math.floor(startOffset / LETTERS);
    return block ? [new DOMRect(0, topOf(block) - top + LINE * line, 8, LINE)] : [];
  };
  vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(function (this: Range) {
    return lineOf(this) as unknown as DOMRectList;
  });
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockImplementation(function (this: Range) {
    return lineOf(this)[0] ?? new DOMRect();
  });
  const scroll = (px: number) => {
    top = Math.max(0, Math.min(px, longest()));
  };
  const scrolled = () => {
    // Limits the scroll position if the page has become shorter.
    scroll(top);
    return top;
  };
  const globals = { innerHeight: () => height, scrollY: scrolled };
  for (const [name, get] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { get, configurable: true });
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    get: () => heightOf(document.body),
    configurable: true,
  });
  vi.stubGlobal('scrollBy', ({ top: px }: ScrollToOptions) => scroll(top + (px ?? 0)));
  return {
    parts,
    blocks: () => [...document.querySelectorAll('p')],
    scrollTo: scroll,
    insertSpace(before, px) {
      const space = document.createElement('div');
      space.setAttribute(SPACE, `${px}`);
      before.before(space);
    },
    scrolled,
  };
}
