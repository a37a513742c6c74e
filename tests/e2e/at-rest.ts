import { expect, type Page } from '@playwright/test';

/** The reader counts a page as at rest that was not scrolled for 150 ms (src/islands/reader/position/tracker.ts). */
const QUIET_MS = 250;
const MOST_ROUNDS = 100;

/**
 * Waits until the page is at rest: it was not scrolled for a while, and what was due by then is drawn. The page's own
 * timers measure the while, so that the reader's shorter ones have run before, however busy the machine is.
 */
export const rest = (page: Page): Promise<void> =>
  page.evaluate(
    async ([quiet, most]) => {
      let scrolledAt = performance.now();
      const note = () => {
        scrolledAt = performance.now();
      };
      addEventListener('scroll', note, { capture: true, passive: true });
      const frame = () => new Promise(requestAnimationFrame);
      for (let round = 0; round === 0 || performance.now() - scrolledAt < quiet; round += 1) {
        if (round > most) throw new Error('The page does not come to rest.');
        await new Promise((resolve) => setTimeout(resolve, quiet));
        await frame();
        await frame();
      }
      removeEventListener('scroll', note, { capture: true });
    },
    [QUIET_MS, MOST_ROUNDS] as const,
  );

/** Waits for two frames, after which a requested movement has begun to show. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
  });

/**
 * Waits until the page has loaded nothing for half a second. Where a page was idle before its `load` event, as happens on
 * a busy machine, Playwright forgets that with the event, and would wait for good: a request of our own makes it look anew.
 */
export async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() =>
    fetch('/robots.txt')
      .then((answer) => answer.text())
      .catch(() => ''),
  );
  await page.waitForLoadState('networkidle');
}

/** Waits until the page is idle, or for five seconds on a machine that never is: effects of islands have run, and their changes are drawn. */
export const idle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const _turn of [1, 2]) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
      await new Promise(requestAnimationFrame);
    }
  });

/** The first input of a visitor, with which the islands of the page hydrate that wait for one anywhere. */
export const firstInput = (page: Page): Promise<void> => page.keyboard.press('Shift');

/** Gives the page its first input, and waits until the islands are hydrated that wait for one anywhere. */
export async function awoken(page: Page): Promise<void> {
  await firstInput(page);
  await expect(page.locator(`astro-island[ssr][client="intent"][opts*='"page"']`)).toHaveCount(0);
}

const ASLEEP = 'astro-island[ssr]:not([client="intent"], [client="visible"])';
const READER = 'astro-island[ssr][client="reading"]';

/** Waits until the page is idle and its islands are hydrated, except those that wait for the visitor. The reader gets its first input. */
export async function hydrated(page: Page): Promise<void> {
  if ((await page.locator(READER).count()) > 0) await firstInput(page);
  await expect(page.locator(ASLEEP)).toHaveCount(0);
  await idle(page);
}
