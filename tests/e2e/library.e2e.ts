import { expect, type Page, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { secondBrowser, signIn, signInAnew } from './account.ts';
import { visitorRow } from './database.ts';
import { type Edition, factsOf } from './facts.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'local', prefix: '/public', locale: 'en' };
const site = siteOf('local');
const paths = createPaths('en');
const history = `${site}${paths.history()}`;

/** Reads a chapter of the book, by default the first, and waits until it is in the history. */
async function read(page: Page, place = 0): Promise<string> {
  const { book, chapters } = await factsOf(EDITION);
  await page.goto(site + paths.reader(book.id, chapters[place]?.id ?? 0));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readlogList'))).toContain(book.title);
  return book.title;
}

const storedItems = (email: string, kind: string) =>
  visitorRow(
    'SELECT count(value) AS there, count(*) AS all_of FROM library JOIN users ON users.id = user_id WHERE email = ? AND kind = ?',
    email,
    kind,
  );

test('two browsers with one account share their history, including removals', async ({ page }) => {
  const email = await signInAnew(page, site);
  const title = await read(page);
  await expect.poll(() => storedItems(email, 'read')?.['there']).toBe(1);
  const other = await secondBrowser(page);
  const second = await other.newPage();
  await signIn(second, site, email);
  await second.goto(history);
  await expect(second.locator('.sync-line')).toContainText('Synced');
  await expect(second.locator('.history li')).toContainText([title]);
  await second.getByRole('button', { name: `Remove ${title}` }).click();
  await expect.poll(() => storedItems(email, 'read')).toMatchObject({ there: 0, all_of: 1 });
  await page.goto(history);
  await expect(page.getByText('No Data!')).toBeVisible();
  await other.close();
});

test('a chapter offers the further position of another device and does not overwrite it', SLOW, async ({ page }) => {
  const { book, chapters } = await factsOf(EDITION);
  const email = await signInAnew(page, site);
  await read(page);
  await expect.poll(() => storedItems(email, 'read')?.['there']).toBe(1);
  const other = await secondBrowser(page);
  const second = await other.newPage();
  await signIn(second, site, email);
  await read(second, 1);
  const further = chapters[1]?.id ?? 0;
  const place =
    "SELECT json_extract(value, '$.chapter.id') AS chapter FROM library JOIN users ON users.id = user_id WHERE email = ? AND kind = 'read'";
  await expect.poll(() => visitorRow(place, email)?.['chapter']).toBe(further);
  await page.reload();
  await page.getByRole('link', { name: 'Go there' }).click();
  await expect(page).toHaveURL(site + paths.reader(book.id, further));
  expect(visitorRow(place, email)?.['chapter']).toBe(further);
  await other.close();
});

test('a library change is shown as waiting while offline, and is synced when the browser is online again', async ({
  page,
  context,
}) => {
  const email = await signInAnew(page, site);
  const title = await read(page);
  await page.goto(history);
  await expect(page.locator('.sync-line')).toContainText('Synced');
  await context.setOffline(true);
  await page.getByRole('button', { name: `Remove ${title}` }).click();
  await expect(page.locator('.sync-line')).toContainText('Waiting for a connection');
  expect(storedItems(email, 'read')?.['there']).toBe(1);
  await context.setOffline(false);
  await expect(page.locator('.sync-line')).toContainText('Synced');
  await expect.poll(() => storedItems(email, 'read')?.['there']).toBe(0);
});

test('a book added to the shelf appears in other tabs, and can be put into lists', async ({ page, context }) => {
  const { book } = await factsOf(EDITION);
  const tab = await context.newPage();
  await tab.goto(`${history}#shelf`);
  await expect(tab.getByText('Your shelf is empty')).toBeVisible();
  await page.goto(site + paths.novel(book));
  await page.locator('.shelf-button').click();
  await expect(tab.locator('.history li')).toContainText([book.title]);
  await tab.getByRole('button', { name: `Lists for ${book.title}` }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByLabel('List name').fill('Sea stories');
  await dialog.getByRole('button', { name: 'New list' }).click();
  await dialog.getByLabel('Read later').check();
  await expect(dialog.getByLabel('Sea stories')).toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await tab.getByRole('button', { name: 'Finished' }).click();
  await expect(tab.getByText('There are no books in this list yet.')).toBeVisible();
  await tab.getByRole('button', { name: 'Sea stories' }).click();
  await expect(tab.locator('.history li')).toHaveCount(1);
  await tab.getByRole('button', { name: 'Rename' }).click();
  await tab.getByLabel('List name').fill('Deep sea');
  await tab.locator('.list-form [type=submit]').click();
  await expect(tab.getByRole('button', { name: 'Deep sea' })).toHaveAttribute('aria-pressed', 'true');
  await tab.getByRole('button', { name: 'Delete list' }).click();
  await expect(tab.getByRole('button', { name: 'Deep sea' })).toHaveCount(0);
  await tab.getByRole('button', { name: 'Undo' }).click();
  await tab.getByRole('button', { name: 'Deep sea' }).click();
  await expect(tab.locator('.history li')).toHaveCount(1);
});

test('books with a hidden tag are hidden before first paint and counted below the list', async ({ page }) => {
  const { book } = await factsOf(EDITION);
  const [tag] = book.tags;
  if (!tag) throw new Error('The book has no tag.');
  await page.goto(site + paths.novel(book));
  await page.locator('.hide-tags summary').click();
  await page.locator('.hide-tags').getByRole('button', { name: tag.name }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lectern:hidden-tags'))).toContain(tag.name);

  // Only inline scripts run.
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.goto(site + paths.tag(tag));
  const books = page.locator(`.list > [data-tags~="${tag.id}"]`);
  expect(await books.count()).toBeGreaterThan(0);
  expect(await books.count()).toBe(await page.locator('.list > li').count());
  await expect(books.first()).toBeHidden();
  await page.unroute('**/_astro/*.js');

  await page.goto(site + paths.tag(tag));
  const note = page.locator('.hidden-note');
  await expect(note).toContainText(`Books hidden: ${await books.count()}`);
  await note.getByRole('button', { name: 'Show' }).click();
  await expect(books.first()).toBeVisible();
  await page.goto(`${history}#manage`);
  await page.getByRole('button', { name: `Show again: ${tag.name}` }).click();
  await expect(page.getByText('No tags are hidden.')).toBeVisible();
  await page.goto(site + paths.tag(tag));
  await expect(books.first()).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('the home page announces new chapters of the book being read', SLOW, async ({ page }) => {
  const title = await read(page);
  const { book } = await factsOf(EDITION);
  await page.evaluate((seenEntry) => localStorage.setItem('lectern:seen', JSON.stringify([seenEntry])), {
    book_id: book.id,
    chapters: Math.max(1, book.chapters - 2),
    at: 1,
  });
  await page.goto(`${site}/`);
  const link = page.locator('a.continue');
  await expect(link).toContainText(title);
  await expect(link.locator('.news-badge')).toHaveText(/^New chapters: [1-9]/);
});

test(
  'a library is exported to a file and imported in another browser, and an invalid file changes nothing',
  SLOW,
  async ({ page }) => {
    const title = await read(page);
    await page.goto(`${history}#manage`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to a file' }).click();
    const file = await (await saving).path();
    const other = await secondBrowser(page);
    const second = await other.newPage();
    await second.goto(`${history}#manage`);
    const field = second.getByLabel('Import a file');
    await field.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":') });
    await expect(second.getByText('This file is not an exported library. Nothing was changed.')).toBeVisible();
    await field.setInputFiles(file);
    await expect(second.locator('.transfer-state')).toContainText('added.');
    await second.goto(`${history}#history`);
    await expect(second.locator('.history li')).toContainText([title]);
    await other.close();
  },
);
