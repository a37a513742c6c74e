import { expect, type Page, test } from '@playwright/test';
import type { Book } from '#src/contract/entities/book.ts';
import * as contract from '#src/contract/index.ts';
import { SLOW } from '../slow-tests.ts';
import { loaded } from './at-rest.ts';
import { ask, type Edition } from './facts.ts';
import { siteOf } from './site.ts';

const CAMPAIGN = 'utm_source=news&utm_campaign=spring&gclid=abc';

const EDITION: Edition = { brand: 'freenovel', prefix: '/freenovel_api', locale: 'en' };

/** The books of the default ranking. */
async function rankedBooks(): Promise<Book[]> {
  const [first] = (await ask(EDITION, contract.bookRankList, {})).items;
  const { type = '', items = [] } = first ?? {};
  return (await ask(EDITION, contract.bookRankBookList, { type, id: items[0]?.id ?? 0 })).items;
}

const href = (page: Page, selector: string) => page.locator(`.campaign ${selector}`).getAttribute('href');

test('a campaign page passes its parameters and its book to the app stores', async ({ page }) => {
  const [book, other] = await rankedBooks();
  if (!book || !other) throw new Error('The ranking has fewer than two books.');
  await page.goto(`${siteOf('freenovel')}/ads?${CAMPAIGN}&book=${other.id}`);
  await expect(page.locator('.campaign-book h2')).toHaveText(other.title);
  const ios = new URL((await href(page, '[data-store=ios]')) ?? '');
  expect([ios.host, ios.searchParams.get('utm_source'), ios.searchParams.get('ct')]).toEqual([
    'apps.apple.com',
    'news',
    'spring',
  ]);
  const android = new URL((await href(page, '[data-store=android]')) ?? '');
  expect(android.searchParams.get('referrer')).toBe(`${CAMPAIGN}&book=${other.id}`);
  expect(await href(page, '[data-app]')).toBe(`freenovel://novel/${other.id}?${CAMPAIGN}&book=${other.id}`);
  await expect(page.locator('.shelf h3').first()).toHaveText(book.title);
  await page.locator('[data-site]').click();
  await expect(page.locator('h1')).toHaveText(other.title);
});

test('a campaign page without a book loads no React', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${siteOf('freenovel')}/ads?${CAMPAIGN}`);
  await loaded(page);
  expect(requests.filter((url) => /CampaignBook|client\.|react/i.test(url))).toEqual([]);
  await page.goto(`${siteOf('freenovel')}/ads?book=1`);
  await expect.poll(() => requests.some((url) => url.includes('CampaignBook'))).toBe(true);
});

test('a campaign page for an unknown book shows no book', SLOW, async ({ page }) => {
  await page.goto(`${siteOf('freenovel')}/ads?book=99999999`);
  await expect(page.locator('html')).not.toHaveAttribute('data-campaign-book');
  await expect(page.locator('.campaign-book h2')).toHaveCount(0);
  await expect(page.locator('.campaign [data-store]')).toHaveCount(2);
});

test(
  'without JavaScript a campaign page links to both stores and the site, or only to the site if there is no app',
  SLOW,
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${siteOf('freenovel')}/ads?${CAMPAIGN}&book=1`);
    expect(await page.locator('.campaign [data-store]').count()).toBe(2);
    await page.locator('[data-site]').click();
    await expect(page).toHaveURL(`${siteOf('freenovel')}/`);
    await page.goto(`${siteOf('local')}/ads`);
    expect(await page.locator('.campaign [data-store], .campaign [data-app]').count()).toBe(0);
    await page.locator('[data-site]').click();
    await expect(page).toHaveURL(`${siteOf('local')}/`);
    await context.close();
  },
);

test(
  'the reader URL without a book redirects to the last chapter read, or else to the history',
  SLOW,
  async ({ page, browser }) => {
    await page.goto(`${siteOf('local')}/book-reader`);
    await expect(page).toHaveURL(/\/history$/);
    const [book] = await rankedBooks();
    if (!book) throw new Error('The ranking has no book.');
    await page.goto(`${siteOf('local')}/book-reader/${book.id}`);
    await expect(page).toHaveURL(/\/book-reader\/\d+\/\d+$/);
    const chapter = page.url();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('readlogList') ?? '')).toContain(book.title);
    await page.goto(`${siteOf('local')}/book-reader`);
    await expect(page).toHaveURL(chapter);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${siteOf('local')}/book-reader`);
    await expect(plain).toHaveURL(/\/history$/);
    await context.close();
  },
);
