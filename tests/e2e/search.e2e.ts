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
const options = (page: Page) => page.locator('main [role=option] span');
const recent = (page: Page) => page.locator('main [role=option][data-kind=recent] span');

/** A word from a title, and the same word with a typo. The word is long enough that the search tolerates a typo. */
async function wordOfTitle(): Promise<{ word: string; typo: string }> {
  const { items } = await ask(EDITION, contract.recommendIndex3, {});
  const words = items.flatMap(({ books }) => books.flatMap(({ title }) => title.match(/[a-z]{7,}/gi) ?? []));
  for (const found of words) {
    const word = found.toLowerCase();
    const typo = word.slice(0, 3) + word.slice(4);
    const { books } = await ask(EDITION, contract.searchMulti, { keyword: typo });
    if (books.total > 0) return { word, typo };
  }
  throw new Error('No title has a long word.');
}

test('the search field shows the suggestions of the API, and Enter opens a suggestion', async ({ page }) => {
  const { items } = await ask(EDITION, contract.searchSuggest, { keyword: 'the' });
  await page.goto(`${site}/search`);
  await field(page).focus();
  await page.keyboard.type('the');
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const names = kinds
    .flatMap((kind) => items.filter((item) => item.kind === kind))
    .map((item) => (item.kind === 'book' ? item.book.title : item.name));
  await expect(options(page)).toHaveText(names);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toContainText(names[0] ?? '');
});

test('the search field remembers recent searches until they are cleared', async ({ page }) => {
  await page.goto(`${site}/search`);
  await field(page).fill('lighthouse');
  await field(page).press('Enter');
  await expect(page).toHaveURL(site + paths.searchResult('lighthouse'));
  await page.goto(`${site}/search`);
  await field(page).focus();
  await expect(recent(page)).toHaveText(['lighthouse']);
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(recent(page)).toHaveCount(0);
});

for (const word of ['100% love', '%', '50%off', '%2541', 'a?b#c+d&e=f', '[x] | “y” ^`', '三体 😀 é', '\u202eabc']) {
  const details = word === '50%off' ? {} : SLOW;
  test(
    `the word ${JSON.stringify(word)} is found through the form, the URL and the recent searches`,
    details,
    async ({ page }) => {
      const address = site + paths.searchResult(word);
      await page.goto(`${site}/search`);
      await field(page).fill(word);
      await field(page).press('Enter');
      await expect(page).toHaveURL(address);
      await expect(field(page)).toHaveValue(word);
      await expect(page.locator('h1')).toContainText(word);
      await page.reload();
      await expect(field(page)).toHaveValue(word);
      await page.goto(`${site}/search-more`);
      await field(page).focus();
      await expect(recent(page)).toHaveText([word]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(address);
      await expect(field(page)).toHaveValue(word);
    },
  );
}

test('a word with a typo shows the corrected word and its results', async ({ page }) => {
  const { word, typo } = await wordOfTitle();
  const { books, corrected } = await ask(EDITION, contract.searchMulti, { keyword: typo });
  expect(corrected).toBe(word);
  await page.goto(site + paths.searchResult(typo));
  await expect(page.locator('h1')).toContainText(word);
  await expect(page.locator('.page-lead')).toContainText(typo);
  await expect(page.locator('.item-title').first()).toHaveText(books.items[0]?.title ?? '');
});

test('search results can be filtered by status, and each kind of result links to its full list', async ({ page }) => {
  const filters = { keyword: 'the', status: 'finished' } as const;
  const { books } = await ask(EDITION, contract.searchMulti, filters);
  await page.goto(site + paths.searchResult('the'));
  await page.locator('.filters summary').click();
  await page.getByRole('link', { name: 'Finished', exact: true }).click();
  await expect(page).toHaveURL(/\?status=finished$/);
  expect(await page.locator('.item-title').allTextContents()).toEqual(books.items.map(({ title }) => title));
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await expect(page).toHaveURL(site + paths.searchMore('the'));
});

test('a search without results shows "No resource available" and offers popular searches', async ({ page }) => {
  await page.goto(site + paths.searchResult('qqqqzzzz'));
  await expect(page.getByRole('heading', { name: 'No resource available' })).toBeVisible();
  const popular = page.locator('.cloud .chip').first();
  const word = await popular.textContent();
  await popular.click();
  await expect(page.locator('h1')).toContainText(word ?? '');
});

test(
  'the page for all results of a search asks for a word, and then shows the full list of books',
  SLOW,
  async ({ page }) => {
    await page.goto(`${site}/search-more`);
    await expect(page.locator('h1')).toHaveText('Search everything');
    await field(page).fill('the');
    await field(page).press('Enter');
    await expect(page).toHaveURL(site + paths.searchMore('the'));
    await expect(page.locator('h1')).toHaveText('All Books for “the”');
  },
);

test('the search field shows that the visitor is offline', SLOW, async ({ page, context }) => {
  await page.goto(`${site}/search`);
  await field(page).focus();
  await page.keyboard.type('the');
  await expect(options(page).first()).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.type(' moon');
  await expect(page.locator('main .search-state')).toContainText('You are offline');
  await context.setOffline(false);
  await page.keyboard.press('Backspace');
  await expect(page.locator('main .search-state')).toBeEmpty();
});
