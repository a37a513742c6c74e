import { expect, type Page } from '@playwright/test';

/**
 * Time without scrolling after which a page is at rest. The reader waits 150 ms
 * (src/features/reader/position/tracker.ts).
 */
const QUIET_MS = 250;
const MAX_ROUNDS = 100;

/**
 * Waits until the page has not scrolled for a while and pending changes are rendered. Uses the timers of the page, so
 * that the reader's shorter timers fire first, even on a busy machine.
 */
export const rest = (page: Page): Promise<void> =>
  page.evaluate(
    async ([quiet, maxRounds]) => {
      let scrolledAt = performance.now();
      const note = () => {
        scrolledAt = performance.now();
      };
      addEventListener('scroll', note, { capture: true, passive: true });
      const frame = () => new Promise(requestAnimationFrame);
      for (let round = 0; round === 0 || performance.now() - scrolledAt < quiet; round += 1) {
        if (round > maxRounds) throw new Error('The page does not come to rest.');
        await new Promise((resolve) => setTimeout(resolve, quiet));
        await frame();
        await frame();
      }
      removeEventListener('scroll', note, { capture: true });
    },
    [QUIET_MS, MAX_ROUNDS] as const,
  );

/** Waits for two frames, after which a requested movement has visibly started. */
export const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
  });

/**
 * Waits until the page has loaded nothing for half a second. If a page was idle before its `load` event, which happens
 * on a busy machine, Playwright would wait forever; sending a request makes it check again.
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

/**
 * Waits until the page is idle, for at most ten seconds. By then, effects of islands have run and their changes are
 * rendered.
 */
export const idle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const _turn of [1, 2]) {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
      await new Promise(requestAnimationFrame);
    }
  });

/** Sends the first input to a page, which hydrates islands that wait for input anywhere. */
export const firstInput = (page: Page): Promise<void> => page.keyboard.press('Shift');

/** Sends the first input and waits until islands that wait for input anywhere are hydrated. */
export async function awoken(page: Page): Promise<void> {
  await firstInput(page);
  await expect(page.locator(`astro-island[ssr][client="intent"][opts*='"page"']`)).toHaveCount(0);
}

const ASLEEP = 'astro-island[ssr]:not([client="intent"], [client="visible"])';
/** The number of islands that hydrate without interaction and have not done so. */
const asleep = (page: Page): Promise<number> =>
  page.locator(ASLEEP).evaluateAll((islands) => {
    const query = new URLSearchParams(location.search);
    /** The query parameter without which `client:shown` does not hydrate an island. */
    const parameterOf = (island: Element) => JSON.parse(island.getAttribute('opts') ?? '{}').value;
    return islands.map(parameterOf).filter((value) => typeof value !== 'string' || query.has(value)).length;
  });
const READER = 'astro-island[ssr][client="reading"]';

/**
 * Waits until the page is idle and its islands are hydrated, except those that wait for interaction. Sends the reader
 * its first input.
 */
export async function hydrated(page: Page): Promise<void> {
  if ((await page.locator(READER).count()) > 0) await firstInput(page);
  await expect.poll(() => asleep(page)).toBe(0);
  await idle(page);
}
