import { type Browser, expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { chooseHtmlView, fillSignIn, save } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const editorOf = (page: Page) => page.locator('.cm-content');

/** A record as the admin's API returns it. */
const recordOf = (page: Page, path: string) =>
  page.evaluate(async (address) => (await (await fetch(`/api/${address}`)).json()).data, path);

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'])
    await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}.png`, fullPage: true });
}

const WINDOWS = [
  [390, 844, 'dark'],
  [1280, 800, 'light'],
] as const;

test.describe('the history of a record', () => {
  // All tests share one admin, because starting it takes most of the time.
  test.describe.configure({ mode: 'serial' });
  let running: Omit<AdminSite, 'site'>;

  test.beforeAll(async () => {
    running = await startAdminAlone();
  });
  // The admin waits for open connections when it stops.
  test.afterEach(async ({ browser }) => {
    for (const context of browser.contexts()) await context.close();
  });
  test.afterAll(() => running.close());

  async function signedIn(browser: Browser, role: string, options: Parameters<Browser['newContext']>[0] = {}) {
    const page = await (await browser.newContext(options)).newPage();
    await chooseHtmlView(page);
    await fillSignIn(page, running.admin, role);
    await expect(page.locator('#main-content')).toBeVisible();
    return page;
  }

  async function writeChapter(page: Page, chapter: number, html: string): Promise<void> {
    await page.goto(`${running.admin}/#/chapters/${chapter}`);
    await expect(editorOf(page)).toContainText(/\w/);
    await editorOf(page).fill(html);
    await save(page);
  }

  test('shows the changed words of a chapter and restores a version by keyboard', async ({ browser }) => {
    const page = await signedIn(browser, 'editor');
    await writeChapter(page, 1, '<p>The old ship sails.</p>\n<p>It is night.</p>');
    const owner = await signedIn(browser, 'owner');
    await writeChapter(owner, 1, '<p>The new ship sails.</p>\n<p>It is night.</p>');
    await page.goto(`${running.admin}/#/chapters/1`);
    await page.reload();
    await page.getByRole('link', { name: 'History' }).click();
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await expect(versions).toHaveCount(3);
    await expect(versions.nth(0)).toContainText('owner@example.org, in the admin');
    await expect(versions.nth(0)).toContainText('Text · +1 −1 words');
    await expect(versions.nth(1)).toContainText('editor@example.org, in the admin');
    await expect(page.locator('del')).toHaveText('old');
    await expect(page.locator('ins')).toHaveText('new');
    await expect(page.getByText('1 unchanged paragraph')).toBeVisible();

    // Compares the current version with the first one.
    await versions
      .nth(1)
      .getByRole('radio', { name: /^Before/ })
      .focus();
    await page.keyboard.press('ArrowDown');
    await expect(versions.nth(2).getByRole('radio', { name: /^Before/ })).toBeChecked();
    await expect(page.locator('del')).toContainText('Text of One.');

    await versions
      .nth(1)
      .getByRole('button', { name: /^Restore/ })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Version restored')).toBeVisible();
    await expect(versions).toHaveCount(4);
    await expect(versions.nth(0)).toContainText('editor@example.org, by restoring a version');
    expect((await recordOf(page, 'chapters/1')).html).toContain('The old ship sails.');
  });

  test('refuses to restore a version over a change that the editor has not seen', async ({ browser }) => {
    const page = await signedIn(browser, 'editor');
    await page.goto(`${running.admin}/#/chapters/1/history`);
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await expect(versions).toHaveCount(4);
    const owner = await signedIn(browser, 'owner');
    await writeChapter(owner, 1, '<p>Written meanwhile.</p>');
    await versions
      .nth(1)
      .getByRole('button', { name: /^Restore/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText(/^Somebody else has changed this/)).toBeVisible();
    await expect(versions).toHaveCount(5);
    expect((await recordOf(page, 'chapters/1')).html).toBe('<p>Written meanwhile.</p>');
  });

  for (const [width, height, colorScheme] of WINDOWS)
    test(
      `fits a window of ${width} px, ${colorScheme}, and shows the fields of a book side by side`,
      SLOW,
      async ({ browser }) => {
        const page = await signedIn(browser, 'editor', { viewport: { width, height }, colorScheme });
        await page.goto(`${running.admin}/#/books/1`);
        await page.getByRole('combobox', { name: 'Category', exact: true }).fill(`Category ${width}`);
        await page.getByRole('textbox', { name: 'Introduction' }).fill(`An introduction\nof a window of ${width} px.`);
        await save(page);
        await page.getByRole('link', { name: 'History' }).click();
        await expect(page.getByRole('heading', { name: 'Category', exact: true })).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Introduction', exact: true })).toBeVisible();
        await expect(page.getByText(`Category ${width}`)).toBeVisible();
        await shoot(page, `history-${width}`);
        expect(await violationsOn(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        await shoot(page, `history-${width}`);
        await writeChapter(page, 2, `<p>Written in a window of ${width} px.</p>`);
        await page.goto(`${running.admin}/#/chapters/2/history`);
        await expect(page.getByRole('heading', { name: 'Text', exact: true })).toBeVisible();
        expect(await violationsOn(page)).toEqual([]);
        await shoot(page, `history-chapter-${width}`);
      },
    );
  test('includes deleted books, which the owner restores with their chapters and their place on a shelf', async ({
    browser,
  }) => {
    const page = await signedIn(browser, 'owner');
    await page.goto(`${running.admin}/#/books/2`);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('The long lamp');
    const chapters = async () =>
      page.evaluate(async () => (await (await fetch('/api/chapters?filter={"book_id":2}')).json()).data);
    const before = await chapters();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(chapters).toEqual([]);
    await page.getByRole('menuitem', { name: 'Deleted' }).click();
    await expect(page.getByText('book, 2 chapters')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await shoot(page, 'bin-1280');
    await page.getByRole('button', { name: 'Restore book “The long lamp”' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('“The long lamp” restored')).toBeVisible();
    expect(await chapters()).toEqual(before);
  });

  test('offers another name for a deleted shelf whose name is taken, on a phone', async ({ browser }) => {
    const options = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
    const page = await signedIn(browser, 'owner', options);
    const send = (method: string, path: string, body: object) =>
      page.evaluate(
        async ([verb, address, data]) => {
          const headers = { 'content-type': 'application/json', 'x-lectern-admin': '1' };
          return (await (await fetch(`/api/${address}`, { method: verb, headers, body: data })).json()).data;
        },
        [method, path, JSON.stringify(body)] as const,
      );
    const shelf = { section: 7, name: 'New books', style: 'row' };
    const first = await send('POST', 'shelves', shelf);
    await send('DELETE', `shelves/${first.id}`, { seen: first });
    await send('POST', 'shelves', shelf);
    await page.goto(`${running.admin}/#/bin`);
    await page.getByRole('button', { name: 'Restore shelf “New books”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose another name' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('New books (2)');
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await shoot(page, 'bin-390');
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('“New books” restored')).toBeVisible();
    expect((await recordOf(page, `shelves/${first.id}`)).name).toBe('New books (2)');
  });
});
