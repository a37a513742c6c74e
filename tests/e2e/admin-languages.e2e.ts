import { expect, type Page, test } from '@playwright/test';
import { book } from '../integration/api/fixture.ts';
import { SLOW } from '../slow-tests.ts';
import { fillSignIn, pick, save, signIn } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const language = (page: Page) => page.getByRole('combobox', { name: 'Language', exact: true });

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await language(page).click();
  await page.getByRole('option', { name, exact: true }).click();
}

const add = (page: Page) => page.getByLabel('Add a book by title');

test.describe('the admin of a brand in English and Spanish', () => {
  // All tests share one admin, because starting it takes most of the time.
  test.describe.configure({ mode: 'serial' });
  let running: Omit<AdminSite, 'site'>;

  test.beforeAll(async () => {
    running = await startAdminAlone({
      locales: ['en', 'es'],
      fill: (writer) => writer.putBook(book('wrong', { title: 'La sal', language: 'es-MX', cover: null })),
    });
  });
  test.afterAll(() => running.close());

  test('sets the language of a new book, and lists and filters books by language', SLOW, async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/books/create`);
    await page.getByRole('textbox', { name: /^Title/ }).fill('Las olas');
    await page.getByLabel('Author').fill('Ana');
    await page.getByRole('combobox', { name: 'Category', exact: true }).fill('Romance');
    await language(page).click();
    await expect(page.getByRole('option')).toHaveText(['English', 'Español']);
    await page.getByRole('option', { name: 'Español' }).click();
    const tag = page.getByLabel('Language tag');
    await expect(tag).toHaveValue('es');
    await tag.fill('en-GB');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('This is another language. Select it under “Language” instead.')).toBeVisible();
    await tag.fill('es-AR');
    await save(page, 'Element created');

    await page.goto(`${running.admin}/#/books`);
    await expect(page.getByRole('row', { name: /The long ship.*English/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Las olas.*Español/ })).toBeVisible();
    await chooseLanguage(page, 'Español');
    await expect(page.getByRole('row', { name: /The long ship/ })).toHaveCount(0);
    await expect(page).toHaveURL(/filter=%7B%22section%22%3A9%7D/);
    await page.reload();
    await expect(page.getByRole('row', { name: /Las olas/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /The long ship/ })).toHaveCount(0);
    await expect(language(page)).toHaveText('Español');
    // A new book gets the language by which the list is filtered.
    await page.getByRole('link', { name: 'Create' }).click();
    await expect(language(page)).toHaveText('Español');
  });

  test('offers only books and names of the selected language', SLOW, async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/shelves/create`);
    await expect(add(page)).toBeDisabled();
    await chooseLanguage(page, 'Español');
    await add(page).click();
    await expect(page.getByRole('option')).toHaveText(['Las olas']);
    await page.getByLabel('Name').fill('Mar');
    await pick(page, add(page), 'Las olas');
    await chooseLanguage(page, 'English');
    await expect(page.getByText('Wrong language: Español')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/"Las olas" \(\d+\) is Español, not English/)).toBeVisible();
    await chooseLanguage(page, 'Español');
    await save(page, 'Element created');
    await page.goto(`${running.admin}/#/shelves`);
    await expect(page.getByRole('row', { name: /Mar.*Español/ })).toBeVisible();

    await page.goto(`${running.admin}/#/banners/create`);
    await chooseLanguage(page, 'Español');
    await page.getByLabel('Book').click();
    await expect(page.getByRole('option')).toHaveText(['Las olas']);

    await page.goto(`${running.admin}/#/books/1`);
    await page.getByLabel('Tags').click();
    await expect(page.getByRole('option', { name: 'Wyrms' })).toBeVisible();
    await chooseLanguage(page, 'Español');
    await page.getByLabel('Tags').click();
    await expect(page.getByRole('option', { name: 'Wyrms' })).toHaveCount(0);
  });

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`shows languages accessibly in a ${colorScheme} window of ${width} px`, SLOW, async ({ browser }) => {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme });
        const page = await context.newPage();
        await fillSignIn(page, running.admin, 'owner');
        await expect(page.locator('#main-content')).toBeVisible();
        for (const [name, path, shown] of [
          ['books', '/books?filter=%7B%7D', '(wrong: es-MX)'],
          ['book', '/books/3', 'This book is in the wrong language'],
          ['shelves', '/shelves?filter=%7B%7D', 'Español'],
          ['shelf', '/shelves/1', 'Books in order'],
          ['banner', '/banners/create', 'Select the language first'],
          ['tag', '/tags/1', 'Cannot be changed'],
        ] as const) {
          await page.goto(`${running.admin}/#${path}`);
          await expect(page.locator('#main-content').getByText(shown).first()).toBeVisible();
          await expect(page.getByRole('progressbar')).toHaveCount(0);
          if (process.env['SCREENSHOTS'])
            await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}-${width}-${colorScheme}.png` });
          expect(await violationsOn(page), path).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
        }
        await context.close();
      });

  test('shows a book in the wrong language, and corrects it by selecting its language', SLOW, async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/books?filter=${encodeURIComponent('{"misplaced":true}')}`);
    await page.getByRole('row', { name: /La sal.*English \(wrong: es-MX\)/ }).click();
    await expect(page.getByText('This book is in the wrong language')).toBeVisible();
    await chooseLanguage(page, 'Español');
    await expect(page.getByLabel('Language tag')).toHaveValue('es-MX');
    await save(page);
    await expect(page.getByText('This book is in the wrong language')).toHaveCount(0);
    await page.goto(`${running.admin}/#/books?filter=${encodeURIComponent('{"section":9}')}`);
    await expect(page.getByRole('row', { name: /La sal.*Español/ })).toBeVisible();
  });
});
