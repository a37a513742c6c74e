import { expect, type Page, test } from '@playwright/test';
import type { Edition } from './facts.ts';
import { rowsFor } from './route-table.ts';
import { siteOf } from './site.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

const EDITION: Edition = { brand: 'joyfic', prefix: '/joyfic_api', locale: 'en' };
const visit = (page: Page, address: string) => page.goto(siteOf(EDITION.brand) + address);

test('every page shows its text and links without JavaScript', async ({ page }) => {
  const rows = (await rowsFor(EDITION)).filter(({ status }) => status === 200);
  for (const { address } of rows) {
    await test.step(address, async () => {
      await visit(page, address);
      await expect.soft(page.locator('main h1').first(), address).not.toBeEmpty();
      const text = ((await page.locator('main').textContent()) ?? '').replaceAll(/\s+/g, ' ');
      expect.soft(text.length, `"${text}" on ${address}`).toBeGreaterThan(40);
      expect.soft(await page.locator('a[href]:visible').count(), address).toBeGreaterThanOrEqual(4);
    });
  }
});

test('a list paginates without JavaScript', async ({ page }) => {
  await visit(page, '/genres');
  await page.locator('main a[href^="/genres/"]').first().click();
  // Waits until the whole page has loaded.
  await page.waitForURL(FIRST_PAGE);
  const first = await titles(page);
  await page.locator('main a[rel="next"]').first().click();
  await page.waitForURL(/\/page-2$/);
  const second = await titles(page);
  expect(second.length).toBeGreaterThan(0);
  expect(second.filter((title) => first.includes(title))).toEqual([]);
  await page.locator('main a[rel="prev"]').first().click();
  await page.waitForURL(FIRST_PAGE);
  expect(await titles(page)).toEqual(first);
});

const FIRST_PAGE = /\/genres\/\d+\/(?!.*page-)[^/]+$/;

const titles = (page: Page) =>
  page.locator('main a[href^="/novel/"]').evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));

test('the search page shows results without JavaScript', async ({ page }) => {
  await visit(page, '/search');
  await page.locator('main input[type="search"]').fill('cake');
  await page.locator('main input[type="search"]').press('Enter');
  await expect(page).toHaveURL(/\/search\/result\/cake$/);
  await expect(page.locator('main a[href^="/novel/"]').first()).toBeVisible();
});
