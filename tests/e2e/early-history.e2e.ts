import { expect, type Locator, test } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { demoBook } from './demo-book.ts';
import { holdRequests } from './held-requests.ts';
import { siteOf } from './site.ts';

const TITLES = [
  'Nineteen Islands by Thursday',
  'A Correction Concerning Cake',
  'Second Winter',
  'The Lighthouse Keeper',
];
test.use({ viewport: { width: 390, height: 844 } });

/** Distance of an element from the top of the page, in px. */
const placeOf = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().top + scrollY);

test('before React has loaded, the history shows its books, and a removal is carried out later', async ({ page }) => {
  const { book, chapters } = await demoBook(TITLES[0] ?? '');
  const [chapter] = chapters;
  if (!chapter) throw new Error('The book has no chapter.');
  const entries = TITLES.map((title, index) => ({
    book: { id: book.id + index * 1000, title, category: book.category },
    cover: index === 0 ? book.cover : null,
    chapter: { id: chapter.id, number: 1, title: chapter.title },
    read_at: `2026-0${4 - index}-01T12:00:00.000Z`,
  }));
  await page.addInitScript((stored) => {
    if (!localStorage.getItem('readlogList')) localStorage.setItem('readlogList', stored);
  }, JSON.stringify(entries));
  const island = await holdRequests(page, '**/_astro/YourBooks*.js');
  await page.goto(`${siteOf('local')}/history`, { waitUntil: 'commit' });

  const rows = page.locator('.history > li');
  await expect(rows).toHaveCount(4);
  await expect(page.locator('.history-waiting')).toBeHidden();
  expect(await violationsOn(page)).toEqual([]);
  const shots = process.env['LECTERN_SHOTS'];
  if (shots) await page.screenshot({ path: `${shots}/early-history.png` });
  const before = await placeOf(rows.nth(1));
  await page.getByRole('button', { name: `Remove ${TITLES[3]}` }).click();
  await page.getByRole('link', { name: TITLES[1] ?? '' }).focus();

  island.release();
  await expect(page.locator('astro-island .history > li')).toHaveCount(3);
  await expect(page.locator('.early-list')).toHaveCount(0);
  if (shots) await page.screenshot({ path: `${shots}/late-history.png` });
  expect(await placeOf(rows.nth(1))).toBe(before);
  await expect(page.getByRole('link', { name: TITLES[1] ?? '' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(4);
});
