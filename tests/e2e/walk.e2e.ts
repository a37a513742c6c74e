import { expect, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { siteOf } from './site.ts';
import { PHONE, walk, watch } from './walk.ts';

test.use(PHONE);

test('a visitor of the local brand goes from the home page into a book and back to the same scroll positions', async ({
  page,
}) => {
  const errors = watch(page);
  await page.goto(siteOf('local'));
  await walk(page, errors);
});

test('a chapter can be read without JavaScript', SLOW, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(siteOf('local'));
  await page.locator('main a[href^="/novel/"]').first().click();
  await page.locator('main a[href^="/book-reader/"]').first().click();
  await expect(page.locator('article')).toHaveText(/.{1000}/s);
  await page.locator('a[rel="next"]').first().click();
  await expect(page.locator('article h1')).toBeVisible();
  await context.close();
});
