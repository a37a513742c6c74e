import type { Page } from '@playwright/test';

/** A word without break opportunities that is not in any hyphenation dictionary. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200);

/** Adds a word longer than any line to every text by authors and visitors. */
export const lengthenWords = (page: Page): Promise<void> =>
  page.evaluate((word) => {
    const own =
      'script, style, button, label, legend, option, nav, summary, time, [role=option], .button, .shelf-all, .said';
    for (const root of document.querySelectorAll('main, dialog, .reader-top, .breadcrumb')) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        if (text.trim().length > 2 && !node.parentElement?.closest(own)) node.textContent = `${text} ${word}`;
      }
    }
  }, LONG_WORD);

/** Selectors of the elements that make the page wider than the window; empty if it fits. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scroller = document.documentElement;
    if (scroller.scrollWidth <= innerWidth) return [];
    const scrolls = (element: Element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
    const isInside = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      element !== scroller &&
      (scrolls(element) || isInside(element.parentElement));
    const outside = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > innerWidth + 1 && !isInside(element.parentElement);
    });
    const selectors = outside.map(
      ({ localName, className }) => `${localName}.${String(className).replaceAll(' ', '.')}`,
    );
    return [`${scroller.scrollWidth} px in ${innerWidth}`, ...new Set(selectors)].slice(0, 8);
  });
