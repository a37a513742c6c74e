import { expect, type Page, test } from '@playwright/test';
import { rest } from './at-rest.ts';
import { novel, openChapter } from './reader.ts';

test.use({ viewport: { width: 1280, height: 800 } });

/** The number of pages in the chapter's columns, and the index of the visible page. */
const shownPage = (page: Page) =>
  page.locator('[data-current]').evaluate((part) => {
    const count = Math.round(part.scrollWidth / part.clientWidth);
    return `Page ${Math.round(part.scrollLeft / part.clientWidth) + 1} of ${count}`.toLowerCase();
  });

const counter = async (page: Page) => (await page.locator('.reader-counter').textContent())?.toLowerCase();

test('the page counter stays correct while a panel is open beside a two-page spread and after the panel is closed', async ({
  page,
}) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(1), { 'lectern:reader': { flow: 'pages', columns: 2, measure: 3 } });
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('ArrowRight');
  await rest(page);
  const before = await shownPage(page);
  expect(await counter(page)).toBe(before);
  await page.keyboard.press('t');
  await expect(page.getByRole('dialog', { name: 'Text' })).toBeVisible();
  await rest(page);
  await expect.poll(() => shownPage(page)).not.toBe(before);
  await expect.poll(async () => (await counter(page)) === (await shownPage(page))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Text' })).toHaveCount(0);
  await rest(page);
  expect(await shownPage(page)).toBe(before);
  expect(await counter(page)).toBe(before);
});
