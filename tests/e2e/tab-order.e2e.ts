import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { hydrated, rest } from './at-rest.ts';
import { novel, openChapter, showBars, textOnTop } from './reader.ts';

/** A tab stop with its position in the window when it had focus. */
interface Stop {
  readonly name: string;
  readonly middle: number;
  readonly left: number;
  readonly isSeen: boolean;
}

/** Presses Tab until focus leaves the page or reaches an element a second time. */
async function stopsOf(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    // On phones the bar slides in.
    await page.locator('.reader-bar').evaluate(async (bar) => {
      await Promise.all(bar.getAnimations().map(({ finished }) => finished));
    });
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body || element.dataset['stopped']) return null;
      element.dataset['stopped'] = 'yes';
      const { top, left, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return {
        name: element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40),
        middle: Math.round(top + height / 2),
        left: Math.round(left),
        isSeen: hit !== null && (element.contains(hit) || hit.contains(element)),
      };
    });
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

const TOOLS = ['Previous chapter', 'Contents', 'Night', 'Text', 'More', 'Next chapter'];

/** Sorts stops into rows from top to bottom, each from left to right. */
const inVisualOrder = (stops: readonly Stop[]): Stop[] =>
  stops.toSorted((a, b) => Math.round(a.middle / 24) - Math.round(b.middle / 24) || a.left - b.left);

for (const [device, width, height] of [
  ['a phone', 390, 844],
  ['a wide screen', 1280, 800],
] as const) {
  const details = device === 'a phone' ? {} : SLOW;
  test(
    `within a chapter on ${device}, Tab stops only at visible elements and keeps the current line`,
    details,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const { addressOf } = await novel();
      await openChapter(page, addressOf(2));
      await hydrated(page);
      await page.mouse.wheel(0, 700);
      await rest(page);
      const before = await textOnTop(page);
      const stops = await stopsOf(page);
      const names = stops.map(({ name }) => name);
      expect(names.slice(-TOOLS.length)).toEqual(TOOLS);
      expect(names.indexOf('Back to the book')).toBeLessThanOrEqual(1);
      expect(names.length).toBe(TOOLS.length + 3);
      expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
      // Excludes the skip link, which covers the top bar.
      expect(inVisualOrder(stops.slice(1))).toEqual(stops.slice(1));
      expect(await textOnTop(page)).toEqual(before);
    },
  );

  test(`after a tap on the text, Tab moves to the bar on ${device}`, details, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const { addressOf } = await novel();
    await openChapter(page, addressOf(1));
    await hydrated(page);
    await showBars(page, page.locator('.reader-bar').getByRole('button', { name: 'More' }));
    await page.keyboard.press('Tab');
    await expect(page.locator('.reader-bar').getByRole('link', { name: TOOLS[0] ?? '' })).toBeFocused();
  });

  test(
    `at the end of a book, Tab reaches the links below the text before the bar on ${device}`,
    details,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const { chapters, addressOf } = await novel();
      await openChapter(page, addressOf(chapters.length - 1));
      await hydrated(page);
      await page.locator('[data-reader-tail]').scrollIntoViewIfNeeded();
      await rest(page);
      await page.locator('.reader-end h2').click();
      await page.keyboard.press('Tab');
      await expect(page.locator('.reader-turn').getByRole('link', { name: 'Previous chapter' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.locator('.reader-turn').getByRole('link', { name: 'Go to the book' })).toBeFocused();
    },
  );
}
