import { expect, type Page, test } from '@playwright/test';
import { loaded } from './at-rest.ts';
import { type HeldRequests, holdRequests } from './held-requests.ts';
import { siteOf } from './site.ts';

/** Opens the search page and holds its scripts until the test releases them. */
async function openSearch(page: Page): Promise<HeldRequests> {
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.goto(`${siteOf('local')}/search`, { waitUntil: 'commit' });
  await field(page).waitFor();
  return scripts;
}

const field = (page: Page) => page.locator('main input[name=q]');

test('React is not loaded before the search field gets focus', async ({ page }) => {
  const scripts = await openSearch(page);
  scripts.release();
  await loaded(page);
  expect(scripts.urls.filter((url) => /SearchBox|client|react/i.test(url))).toEqual([]);
  await field(page).focus();
  await expect.poll(() => scripts.urls.some((url) => url.includes('SearchBox'))).toBe(true);
});

test('letters typed while the search field is being hydrated are kept', async ({ page }) => {
  const scripts = await openSearch(page);
  await field(page).focus();
  await page.keyboard.type('the light');
  scripts.release();
  await page.keyboard.type('house keeper', { delay: 20 });
  await expect(page.locator('astro-island:not([ssr]) input[name=q]')).toHaveValue('the lighthouse keeper');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect(field(page)).toHaveValue('the lighthouse keeper!');
});
