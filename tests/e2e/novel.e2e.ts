import { expect, type Page, test } from '@playwright/test';
import { bookChapters, bookShow, recommendIndex3, searchMulti } from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { visitorRow } from './database.ts';
import { ask, type Edition, factsOf } from './facts.ts';
import { siteOf } from './site.ts';

const BRAND = 'fingeread';
const EDITION: Edition = { brand: BRAND, prefix: '/fingeread_api', locale: 'en' };
const paths = createPaths('en');
const site = siteOf(BRAND);

/** The only demo book with thousands of chapters (src/api/seed). */
async function serial() {
  const { books } = await ask(EDITION, searchMulti, { keyword: 'Camp Harrow' });
  const [serialBook] = books.items;
  if (!serialBook) throw new Error('The demo serial is not there.');
  const { items } = await ask(EDITION, bookChapters, { book_id: serialBook.id });
  return { book: serialBook, chapters: items };
}

const shelfOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('lectern:shelf') ?? '[]'));

test('a novel page shows the data of the API and links to the first chapter', async ({ page }) => {
  const { book, chapters } = await factsOf(EDITION);
  const { book: detail } = await ask(EDITION, bookShow, { book_id: book.id });
  await page.goto(site + paths.novel(book));
  await expect(page.locator('h1')).toHaveText(book.title);
  await expect(page.locator('.novel-by')).toContainText(book.author.name);
  await expect(page.locator('.status')).toHaveText(book.status === 'finished' ? 'Finished' : 'Updating');
  await expect(page.locator('.intro-text')).toHaveText(detail?.introduction.trim() ?? '');
  await expect(page.locator('.support')).toContainText('support@fingeread.example');
  const links = page.locator('[data-chapter-list] .chapters a');
  await expect(links).toHaveCount(chapters.length);
  await expect(links.first()).toContainText(chapters[0]?.title ?? '');
  await page.getByRole('link', { name: 'Read now' }).click();
  await expect(page).toHaveURL(site + paths.reader(book.id, detail?.first_chapter_id ?? chapters[0]?.id ?? 0));
});

test('a book added to the shelf stays there after a reload and can be removed on the shelf page', async ({ page }) => {
  const { book } = await factsOf(EDITION);
  await page.goto(site + paths.novel(book));
  await page.getByRole('button', { name: 'Add to shelf' }).click();
  await expect(page.locator('.toast')).toHaveText('Added to shelf');
  await expect(page.locator('.toast')).toHaveText('');
  expect(await shelfOf(page)).toMatchObject([{ book: { id: book.id, title: book.title } }]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'On your shelf' })).toBeVisible();
  await page.goto(`${site}${paths.history()}#shelf`);
  await expect(page.locator('.history li')).toContainText([book.title]);
  await page.getByRole('button', { name: `Remove ${book.title}` }).click();
  await expect(page.getByRole('heading', { name: 'Your shelf is empty' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.history li')).toContainText([book.title]);
});

test('the shelf button shows that the book is on the shelf before any script has loaded', async ({ page }) => {
  const { book } = await factsOf(EDITION);
  const entry = { book: { id: book.id, title: book.title, category: book.category }, cover: null };
  await page.addInitScript(
    (shelf) => localStorage.setItem('lectern:shelf', JSON.stringify(shelf)),
    [{ ...entry, added_at: '2026-01-01T00:00:00Z' }],
  );
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.goto(site + paths.novel(book));
  await expect(page.locator('.shelf-on')).toBeVisible();
  await expect(page.locator('.shelf-off')).toBeHidden();
});

test('sharing a book creates a link that opens the book', async ({ page }) => {
  const { book } = await factsOf(EDITION);
  // Simulates a browser without a share sheet.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.goto(site + paths.novel(book));
  await page.getByRole('button', { name: 'Share' }).click();
  const field = page.getByLabel('Link to share');
  await expect(field).toBeVisible();
  await expect(field).toHaveValue(new RegExp(`^${site}/[\\w-]{16,64}$`));
  const link = await field.inputValue();
  const token = new URL(link).pathname.slice(1);
  expect(visitorRow('SELECT count(*) AS n FROM shares WHERE token = ?', token)?.['n']).toBe(1);
  await page.goto(link);
  await expect(page.locator('h1')).toHaveText(book.title);
});

test('a table of contents with 3,000 chapters can be reversed and jumps to a given chapter', SLOW, async ({ page }) => {
  const { book, chapters } = await serial();
  await page.goto(site + paths.novel(book));
  const links = page.locator('[data-chapter-list] .chapters a');
  await expect(links).toHaveCount(chapters.length);
  await page.getByRole('link', { name: 'Newest first' }).click();
  await expect(links.first()).toContainText(chapters.at(-1)?.title ?? '');
  await expect(page.getByRole('link', { name: 'Oldest first' })).toBeVisible();
  await page.getByLabel('Go to chapter').fill('1500');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(page).toHaveURL(site + paths.reader(book.id, chapters[1499]?.id ?? 0));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readlogList'))).toContain(book.title);
  await page.goto(site + paths.novel(book));
  await expect(page.locator('.read-on')).toContainText(chapters[1499]?.title ?? '');
  await page.locator('.chapters-more > summary').click();
  await expect(page.locator('[data-chapter-list] [aria-current]')).toContainText(chapters[1499]?.title ?? '');
  await expect(page.locator('[data-chapter-list] [aria-current]')).toBeVisible();
});

test('the introduction and the table of contents work without JavaScript', SLOW, async ({ browser }) => {
  const { book, chapters } = await serial();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site + paths.novel(book));
  await page.locator('.chapters-more > summary').click();
  await page.locator('.chapters-range > summary').first().click();
  await page.locator('.chapters-range a').first().click();
  await expect(page).toHaveURL(site + paths.reader(book.id, chapters[12]?.id ?? 0));
  await page.goto(site + paths.novel(book));
  await page.getByRole('link', { name: 'Newest first' }).click();
  await expect(page.locator('[data-chapter-list] .chapters a').first()).toContainText(chapters.at(-1)?.title ?? '');
  await page.getByLabel('Go to chapter').fill(String(chapters.length));
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(page).toHaveURL(site + paths.reader(book.id, chapters.at(-1)?.id ?? 0));
  await context.close();
});

test('a long introduction expands with Show All and collapses with Put Away', SLOW, async ({ page }) => {
  const { items } = await ask(EDITION, recommendIndex3, {});
  const book = items.flatMap(({ books }) => books).find(({ introduction }) => introduction.length > 340);
  if (!book) throw new Error('No shelf of the demo has a book with a long introduction.');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site + paths.novel(book));
  const text = page.locator('.intro-text');
  const fold = page.locator('.intro-fold summary');
  const heightOf = async () => (await text.boundingBox())?.height ?? 0;
  const folded = await heightOf();
  await expect(fold).toHaveText(/Show All/);
  await fold.click();
  await expect.poll(heightOf).toBeGreaterThan(folded);
  await expect(page.getByText('Put Away')).toBeVisible();
  await page.getByText('Put Away').click();
  await expect.poll(heightOf).toBe(folded);
});
