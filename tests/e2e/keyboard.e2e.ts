import { expect, type Page, test } from '@playwright/test';
import type { Edition } from './facts.ts';
import { rowsFor } from './rows.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
const MOST_STOPS = 1500;

/** What Tab leads to, one stop after the other, and which of them show no focus. */
async function walk(page: Page): Promise<{ stops: number; hidden: string[] }> {
  const hidden: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return 'end';
      if (element instanceof HTMLElement && element.dataset['walked'] !== undefined) return 'end';
      if (element instanceof HTMLElement) element.dataset['walked'] = '';
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const shows = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      return shows ? 'shown' : element.outerHTML.slice(0, 120);
    });
    if (seen === 'end') return { stops, hidden };
    if (seen !== 'shown') hidden.push(seen);
  }
  throw new Error(`Tab did not come to an end after ${MOST_STOPS} stops.`);
}

/** What can be used with a pointer and was never reached by Tab. */
const missed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.matches(':disabled, [tabindex="-1"], [inert] *') && !('walked' in element.dataset))
      .filter((element) => !(element instanceof HTMLInputElement && element.type === 'radio'))
      .map((element) => element.outerHTML.slice(0, 160)),
  );

test('the keyboard alone reaches everything on every page, and shows where it is', async ({ page }) => {
  // A chapter alone: those that flow in while one walks put their links where one was already.
  await page.route('**/book-reader/**', (route) =>
    route.request().resourceType() === 'xhr' ? route.abort() : route.continue(),
  );
  const rows = (await rowsFor(EDITION)).filter(({ status, leadsOn }) => status === 200 && !leadsOn);
  for (const { address } of rows) {
    await test.step(address, async () => {
      await page.goto(siteOf(EDITION.brand) + address);
      const { stops, hidden } = await walk(page);
      expect.soft(stops, address).toBeGreaterThan(3);
      expect.soft(hidden, `without a visible focus on ${address}`).toEqual([]);
      expect.soft(await missed(page), `never reached on ${address}`).toEqual([]);
    });
  }
});

test('the first stop leads past the navigation', async ({ page }) => {
  await page.goto(`${siteOf('fingeread')}/genres`);
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
});
