import { type Browser, expect, type Page, test } from '@playwright/test';
import { fillSignIn } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';
import { holdRequests } from './held-requests.ts';

/** The spinner in the form. react-admin shows another one in the app bar while it waits for the API. */
const spinnerOf = (page: Page) => page.locator('form').getByRole('progressbar', { name: 'Loading' });

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Chapter text' });

/** Records how far visible elements move without a user's action. */
function recordShifts(): void {
  const moves: number[] = [];
  Object.assign(globalThis, { moves });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) moves.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
}
const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { moves: number[] }).moves);

const SCREENS = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
];

test.describe('the chapter screen while its editor loads', () => {
  test.describe.configure({ mode: 'serial' });
  let running: Omit<AdminSite, 'site'>;
  test.beforeAll(async () => {
    running = await startAdminAlone();
  });
  test.afterEach(async ({ browser }) => {
    for (const context of browser.contexts()) await context.close();
  });
  test.afterAll(() => running.close());

  async function openHeld(
    browser: Browser,
    viewport: { width: number; height: number },
    colorScheme: 'dark' | 'light',
  ) {
    const page = await (await browser.newContext({ viewport, colorScheme })).newPage();
    await fillSignIn(page, running.admin, 'editor');
    await expect(page.locator('#main-content')).toBeVisible();
    const editor = await holdRequests(page, /\/ChapterText-[^/]*\.js$/);
    await page.goto(`${running.admin}/#/chapters/1`);
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
    await expect(spinnerOf(page)).toBeVisible();
    return { page, editor };
  }

  for (const { name, viewport } of SCREENS)
    for (const scheme of ['light', 'dark'] as const)
      test(`is accessible, and nothing moves when it appears (${name}, ${scheme})`, async ({ browser }) => {
        const { page, editor } = await openHeld(browser, viewport, scheme);
        expect(await violationsOn(page)).toEqual([]);
        if (process.env['SCREENSHOTS'])
          await page.screenshot({ path: `${process.env['SCREENSHOTS']}/editor-loading-${name}-${scheme}.png` });
        await page.evaluate(recordShifts);
        const before = await shiftsOf(page);
        editor.release();
        await expect(textOf(page)).toContainText(/\w/);
        await expect(spinnerOf(page)).toHaveCount(0);
        const after = await shiftsOf(page);
        expect(after.slice(before.length).reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);
        expect(editor.urls).toHaveLength(1);
      });
});
