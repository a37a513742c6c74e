import { expect, type Page, test } from '@playwright/test';
import { hydrated } from './at-rest.ts';
import { novel, serial } from './reader.ts';
import { siteOf } from './site.ts';

const NOVELS = { 'of a few chapters': novel, 'of thousands of chapters': serial } as const;

/** Puts a function into the page: whether a tap on an element hits it, or what it hits instead. */
const prepare = (page: Page) =>
  page.evaluate(() => {
    const hit = (element: Element): string | null => {
      const [box = element.getBoundingClientRect()] = element.getClientRects();
      // The middle of what shows of it: rows of covers show the next one in part.
      const middle = (from: number, to: number, room: number) => (Math.max(0, from) + Math.min(room, to)) / 2;
      const [x, y] = [middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)];
      const found = document.elementFromPoint(x, y);
      if (found && (element.contains(found) || found.closest('a, button, summary, label')?.contains(element)))
        return null;
      return `${element.textContent.trim().slice(0, 40) || element.outerHTML.slice(0, 60)}: ${found?.outerHTML.slice(0, 60)}`;
    };
    Object.assign(globalThis, { hit });
  });

/** Controls of the page that something covers once they are scrolled into view. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const { hit } = globalThis as unknown as { hit(element: Element): string | null };
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, summary, input')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.skip, [popover]'),
    );
    return [...all.slice(0, 100), ...all.slice(100).slice(-60)].flatMap((element) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      return hit(element) ?? [];
    });
  });

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const) {
  for (const [kind, find] of Object.entries(NOVELS)) {
    test(`no bar covers a control of a novel ${kind} at ${width} x ${height}`, async ({ page }) => {
      const { book } = await find();
      await page.setViewportSize({ width, height });
      await page.goto(`${siteOf('fingeread')}/novel/${book.id}`);
      await hydrated(page);
      await prepare(page);
      expect(await covered(page)).toEqual([]);
      const all = page.locator('.chapters-more > summary');
      if ((await all.count()) === 0) return;
      await all.click();
      await expect(page.locator('.chapters-more')).toHaveAttribute('open');
      expect(await covered(page)).toEqual([]);
    });

    test(`no bar covers what has the focus on a novel ${kind} at ${width} x ${height}`, async ({ page }) => {
      const { book } = await find();
      await page.setViewportSize({ width, height });
      await page.goto(`${siteOf('fingeread')}/novel/${book.id}`);
      await hydrated(page);
      await prepare(page);
      await page.keyboard.press('Tab');
      for (let stop = 0; stop < 90; stop += 1) {
        await page.keyboard.press('Tab');
        // Rows of covers are scrolled to the card that has the focus.
        const problem = () =>
          page.evaluate(() => {
            const { hit } = globalThis as unknown as { hit(element: Element): string | null };
            const { activeElement } = document;
            return activeElement && activeElement !== document.body ? hit(activeElement) : 'end';
          });
        if ((await problem()) === 'end') break;
        await expect.poll(problem).toBeNull();
      }
    });
  }
}
