import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { visitorRow } from './database.ts';
import { siteOf } from './site.ts';

const ABOUT = 'I have read these novels twice and would begin with the first of them.';

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Ann');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Native language').selectOption({ label: 'Spanish' });
  await page.getByRole('checkbox', { name: 'English', exact: true }).check();
  await page.getByLabel('About you').fill(ABOUT);
  await page.getByRole('checkbox', { name: 'I agree' }).check();
}

const send = (page: Page) => page.getByRole('button', { name: 'Submit application' }).click();
const rowOf = (email: string) => visitorRow('SELECT * FROM translator_applications WHERE email = ?', email);

/** Waits until the form's island is hydrated and receives input. */
async function hydrateForm(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).focus();
  await expect(page.locator('astro-island:not([ssr]) form.apply')).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await page.goto(`${siteOf('local')}/becomeOurTranslator`);
  await hydrateForm(page);
});

test('a translator application is restored after a reload, sent, and stored with the chosen stories', async ({
  page,
}) => {
  const email = `ann-${Date.now()}@example.org`;
  await fill(page, email);
  const first = page.locator('.story').first();
  const title = await first.locator('strong').textContent();
  await first.getByRole('checkbox').check();
  await page.getByRole('combobox', { name: 'Find another story' }).fill('palm below');
  await page.getByRole('option', { name: 'A Palm Below the Stone' }).click();
  await page.reload();
  await expect(page.getByLabel('About you')).toHaveValue(ABOUT);
  await expect(page.locator('.story').first().getByRole('checkbox')).toBeChecked();
  await send(page);
  await expect(page.locator('.apply-sent')).toContainText(`We will write to ${email}.`);
  const row = rowOf(email);
  expect(row).toMatchObject({ brand: 'local', name: 'Ann', native: 'es', languages: '["en"]', about: ABOUT });
  await expect(page.locator('.apply-sent')).toContainText(`number is ${row?.['id']}`);
  const books: number[] = JSON.parse(String(row?.['books']));
  const titles = await Promise.all(
    books.map(async (id) => {
      const bookResponse = await page.request.get(`${siteOf('local')}/public/v1/book.show?book_id=${id}`);
      return (await bookResponse.json()).data.book.title;
    }),
  );
  expect(titles.toSorted()).toEqual([title, 'A Palm Below the Stone'].toSorted());
});

test('an error in a translator application is shown beside its field, and the field gets the focus', async ({
  page,
}) => {
  const email = `bob-${Date.now()}@example.org`;
  await fill(page, 'bob@');
  await send(page);
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/an email address such as/);
  await expect(page.locator('.apply-errors a')).toHaveText(['Email', 'Stories you would like to translate']);
  await page.getByLabel('Email').fill(email);
  await expect(page.locator('.apply-errors a')).toHaveText(['Stories you would like to translate']);
  expect(rowOf(email)).toBeUndefined();
});

test('a second translator application with the same email address is rejected', SLOW, async ({ page }) => {
  const email = `eve-${Date.now()}@example.org`;
  for (const words of ['.apply-sent', '.apply-errors']) {
    await page.reload();
    await hydrateForm(page);
    await fill(page, email);
    await page.locator('.story').first().getByRole('checkbox').check();
    await send(page);
    await expect(page.locator(words)).toContainText(
      /Thank you for your application|There is already an application from this email/,
    );
  }
});
