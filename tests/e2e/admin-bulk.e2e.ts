import { expect, type Page, test } from '@playwright/test';
import { book } from '../integration/api/fixture.ts';
import { choose, save, signIn } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

/** The bodies of the requests that change books, by path. */
function changesSent(page: Page): Map<string, unknown> {
  const bodies = new Map<string, unknown>();
  page.on('request', (request) => {
    if (request.method() === 'PATCH') bodies.set(new URL(request.url()).pathname, request.postDataJSON());
  });
  return bodies;
}

/** Changes a book through the API, as somebody else would. */
const changeElsewhere = (page: Page, id: number, changes: object) =>
  page.evaluate(
    async ([book, fields]) => {
      const { data } = await (await fetch(`/api/books/${book}`)).json();
      const body = JSON.stringify({ ...(fields as object), seen: data });
      const headers = { 'content-type': 'application/json', 'x-lectern-admin': '1' };
      return (await fetch(`/api/books/${book}`, { method: 'PATCH', headers, body })).status;
    },
    [id, changes] as const,
  );

const openEditor = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
const editor = (page: Page) => page.getByRole('dialog');

test.describe('the bulk edit of books', () => {
  test.describe.configure({ mode: 'serial' });
  let running: Omit<AdminSite, 'site'>;

  test.beforeAll(async () => {
    running = await startAdminAlone({
      fill: (writer) =>
        writer.putBook(
          book('reef', {
            title: 'The reef',
            category: 'Nature',
            subCategory: 'Coasts',
            cover: null,
            tags: ['Reefs'],
            brands: ['local'],
          }),
        ),
    });
  });

  test.afterAll(() => running.close());

  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test(`shows every field as unchanged until a value is chosen, in a window of ${width} px`, async ({ page }) => {
      await signIn(page, running.admin, 'owner');
      await page.setViewportSize({ width, height });
      await page.goto(`${running.admin}/#/books`);
      await choose(page, 'The long ship', 'The reef');
      await openEditor(page);
      for (const label of ['Status', 'Visibility', 'Language', 'Genres', 'Tags', 'Keywords'])
        await expect(editor(page).getByRole('combobox', { name: label })).toHaveText('Unchanged');
      for (const label of ['Category', 'Sort weight'])
        await expect(editor(page).getByLabel(label)).toHaveAttribute('placeholder', 'Unchanged');
      await expect(editor(page).getByRole('radio', { name: 'Unchanged' })).toBeChecked();
      await expect(editor(page).getByRole('button', { name: 'Review changes' })).toBeDisabled();
      expect(await violationsOn(page)).toEqual([]);
    });
  }

  test('sends exactly the chosen fields, after a confirmation with the number of books', async ({ page }) => {
    const sent = changesSent(page);
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/books`);
    await choose(page, 'The long ship', 'The reef');
    await openEditor(page);
    await editor(page)
      .getByRole('radio', { name: /^All brands/ })
      .check();
    await editor(page).getByRole('combobox', { name: 'Tags' }).click();
    await page.getByRole('option', { name: 'Add' }).click();
    await editor(page).getByLabel('Tags to add').fill('Tides');
    await page.keyboard.press('Enter');
    await editor(page).getByRole('button', { name: 'Review changes' }).click();
    await expect(editor(page).getByRole('heading', { name: 'Change 2 books?' })).toBeVisible();
    await expect(editor(page).getByText('All brands')).toBeVisible();
    await expect(editor(page).getByText('add Tides')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await editor(page).getByRole('button', { name: 'Change 2 books' }).click();
    await expect(page.getByText('2 books changed')).toBeVisible();
    expect(Object.fromEntries(sent)).toEqual({
      '/api/books/1': { brands: null, tags: ['Dragons', 'Tides'], seen: { brands: null, tags: ['Dragons'] } },
      '/api/books/3': { brands: null, tags: ['Reefs', 'Tides'], seen: { brands: ['local'], tags: ['Reefs'] } },
    });
  });

  test('suggests the categories of the books in its language, and keeps any other name', async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/books`);
    await choose(page, 'The long ship', 'The reef');
    await openEditor(page);
    await editor(page).getByLabel('Category').click();
    await expect(page.getByRole('option')).toHaveText(['Fantasy', 'Nature']);
    await editor(page).getByLabel('Category').fill('nat');
    await expect(page.getByRole('option')).toHaveText(['Nature']);
    await editor(page).getByRole('button', { name: 'Cancel' }).click();

    await page.goto(`${running.admin}/#/books/3`);
    const category = page.getByRole('combobox', { name: 'Category', exact: true });
    await expect(category).toHaveValue('Nature');
    await page.getByRole('combobox', { name: 'Subcategory' }).click();
    await page.getByRole('option', { name: 'Coasts' }).click();
    await category.click();
    expect(await violationsOn(page)).toEqual([]);
    await category.fill('Tide pools');
    await save(page);
    await page.reload();
    await expect(category).toHaveValue('Tide pools');
    await expect(page.getByRole('combobox', { name: 'Subcategory' })).toHaveValue('Coasts');
  });

  test('reports each book that somebody else has changed, and changes the others', async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/books`);
    await choose(page, 'The long ship', 'The reef');
    expect(await changeElsewhere(page, 3, { category: 'Drama' })).toBe(200);
    await openEditor(page);
    await editor(page).getByLabel('Category').fill('Sea stories');
    await editor(page).getByRole('button', { name: 'Review changes' }).click();
    await editor(page).getByRole('button', { name: 'Change 2 books' }).click();
    await expect(editor(page).getByText('1 book changed, 1 not changed.')).toBeVisible();
    await expect(editor(page).getByRole('listitem')).toContainText('The reef: Somebody else has changed it');
    expect(await violationsOn(page)).toEqual([]);
    await editor(page).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('checkbox', { name: 'Select The reef' })).toBeChecked();
    await expect(page.getByRole('row', { name: /The reef/ })).toContainText('Drama');
    await expect(page.getByRole('row', { name: /The long ship/ })).toContainText('Sea stories');
  });
});

test.describe('the publish dialog', () => {
  let running: Omit<AdminSite, 'site'>;

  test.beforeAll(async () => {
    running = await startAdminAlone();
  });

  test.afterAll(() => running.close());

  test('offers the brands with changes, all chosen, and publishes only the chosen ones', async ({ page }) => {
    const counts = { added: 1, changed: 2, removed: 0 };
    const changes = { added: ['/book/3'], changed: ['/', '/category/Drama'], removed: [], counts };
    const unchanged = { added: [], changed: [], removed: [], counts: { added: 0, changed: 0, removed: 0 } };
    const pages = [
      { brand: 'local', ...changes },
      { brand: 'second', ...changes },
      { brand: 'third', ...unchanged },
    ];
    // The admin has one brand, and this test must not publish it.
    await page.route('**/api/publish/plan', (route) => route.fulfill({ json: { data: { pages } } }));
    let sent: unknown;
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/publish', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent = route.request().postDataJSON();
      await answered.promise;
      return route.fulfill({ status: 409, json: { error: { code: 'conflict', message: 'Already being published.' } } });
    });
    await signIn(page, running.admin, 'owner');
    await page.getByRole('button', { name: 'Publish now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changes to publish' });
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    await expect(dialog.getByRole('checkbox', { name: 'All 2 brands with changes' })).toBeChecked();
    await expect(dialog.getByRole('button', { name: /^second 1 added, 2 changed/ })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Publish Lectern' }).uncheck();
    await dialog.getByRole('button', { name: 'Publish 1 brand' }).click();
    await expect(dialog.getByRole('button', { name: 'Starting…' })).toBeDisabled();
    answered.resolve();
    await expect(dialog.getByText('Already being published.')).toBeVisible();
    expect(sent).toEqual({ brands: ['second'] });
    await dialog.getByRole('checkbox', { name: 'Publish second' }).uncheck();
    await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  });
});
