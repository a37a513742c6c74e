import { expect, type Page, test } from '@playwright/test';
import * as contract from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { ask, type Edition } from './facts.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'freenovel', prefix: '/freenovel_api', locale: 'en' };
const site = siteOf('freenovel');
const paths = createPaths('en');

test.use({ viewport: { width: 390, height: 844 } });

const field = (page: Page) => page.locator('main input[name=q]');
const popular = (page: Page) => page.locator('main [role=option][data-kind=popular] span');

test('the search field offers popular searches, which can be selected by keyboard', async ({ page }) => {
  const { items } = await ask(EDITION, contract.recommendIndex3, {});
  const word = items[0]?.books[0]?.title ?? '';
  // These words get more searches than the words in any other test.
  for (let visitor = 0; visitor < 40; visitor += 1)
    await ask(EDITION, contract.searchTyped, { keyword: word }, { 'device-uuid': `popular-visitor-${visitor}` });
  await page.goto(site + paths.search());
  await field(page).focus();
  await expect(popular(page).first()).toHaveText(word);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(site + paths.searchResult(word));
  await page.goto(site + paths.search());
  await field(page).focus();
  await expect(page.locator('main [role=option][data-kind=recent] span')).toHaveText([word]);
  await expect(popular(page).filter({ hasText: word })).toHaveCount(0);
});

test('the search field suggests titles from the first letters, in any case and despite a typo', async ({ page }) => {
  const { items } = await ask(EDITION, contract.recommendIndex3, {});
  const titles = items.flatMap(({ books }) => books.map(({ title }) => title));
  const title = titles.find((text) => /^[a-z]{6,}/i.test(text)) ?? '';
  await page.goto(site + paths.search());
  await field(page).focus();
  const options = page.locator('main [role=option]');
  for (const typed of [title.slice(0, 4), title.toUpperCase(), `${title.slice(0, 3)}${title.slice(4)}`]) {
    await field(page).fill('');
    await page.keyboard.type(typed);
    await expect(options.first()).toBeVisible();
    await expect(options.first()).toHaveAttribute('data-kind', /book|author|tag|keyword/);
  }
});

test('unsent input and searches opened by URL are not counted as popular searches', SLOW, async ({ page, browser }) => {
  const { items } = await ask(EDITION, contract.recommendIndex3, {});
  const book = items[0]?.books[1];
  const word = book?.title.toLowerCase() ?? '';
  const isPopular = async () => (await ask(EDITION, contract.searchPopular, { limit: 20 })).items.includes(word);
  const type = async (by: Page) => {
    await by.goto(site + paths.search());
    await field(by).fill(word);
    // Words sent before the suggestions appear are not counted.
    await expect(by.locator('main [role=option]').first()).toBeVisible();
    const counted = by.waitForRequest(/search\.typed/);
    await field(by).press('Enter');
    await counted;
    await expect(by).toHaveURL(site + paths.searchResult(word));
  };
  for (let time = 0; time < 6; time += 1) {
    await type(page);
    await page.goto(`${site}/novel/${encodeURIComponent(book?.title.replaceAll(/[\s\p{P}\p{S}]/gu, '-') ?? '')}`);
  }
  expect(await isPopular()).toBe(false);
  for (let visitor = 0; visitor < 4; visitor += 1) {
    const context = await browser.newContext();
    await type(await context.newPage());
    await context.close();
  }
  await expect.poll(isPopular).toBe(true);
});
