import { brotliCompressSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { siteOf } from './site.ts';

const LATE_MS = 400;
const MOST_BYTES = 512;

/** The search page, with scripts that come late; notes which of them are asked for. */
async function openSearch(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/_astro/*.js', async (route) => {
    asked.push(route.request().url());
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue().catch(() => {});
  });
  await page.goto(`${siteOf('local')}/search`);
  return asked;
}

const field = (page: Page) => page.locator('main input[name=q]');
const recent = (page: Page) => page.evaluate(() => localStorage.getItem('lectern:recent-searches'));

test('nothing of React is asked for before the visitor turns to the field', async ({ page }) => {
  const asked = await openSearch(page);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /SearchBox|client|react/i.test(url))).toEqual([]);
  await field(page).focus();
  await expect.poll(() => asked.some((url) => url.includes('SearchBox'))).toBe(true);
});

test('a word typed and sent by Enter at once is searched and remembered', async ({ page }) => {
  await openSearch(page);
  await field(page).focus();
  await page.keyboard.type('moon');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\/result\/moon$|[?&]q=moon$/);
  expect(await recent(page)).toBe('["moon"]');
});

test('a tap on the icon of the button, the first of all, searches too', async ({ page }) => {
  await openSearch(page);
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('main input[name=q]');
    if (input) input.value = 'moon';
    document
      .querySelector('main form button path')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });
  await expect(page).toHaveURL(/\/search\/result\/moon$|[?&]q=moon$/);
  expect(await recent(page)).toBe('["moon"]');
});

test('no letter is lost while the island wakes', async ({ page }) => {
  await openSearch(page);
  await field(page).focus();
  await page.keyboard.type('the lighthouse keeper', { delay: 80 });
  await expect(page.locator('astro-island:not([ssr]) input[name=q]')).toHaveValue('the lighthouse keeper');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect(field(page)).toHaveValue('the lighthouse keeper!');
});

test('without JavaScript the form searches', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${siteOf('local')}/search`);
  await field(page).fill('moon');
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/search\/result\/moon$|[?&]q=moon$/);
  await context.close();
});

test(`the directive weighs at most ${MOST_BYTES} bytes`, async ({ request }) => {
  const html = await (await request.get(`${siteOf('local')}/search`)).text();
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');
  const directive = scripts.find((text) => text.includes('astro:intent')) ?? '';
  expect(directive).not.toBe('');
  expect(brotliCompressSync(directive).length).toBeLessThanOrEqual(MOST_BYTES);
});
