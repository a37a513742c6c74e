import { expect, type Page, test } from '@playwright/test';
import { signIn } from './admin-acts.ts';
import { type AdminSite, startAdminSite } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const TITLE = 'The long lamp';
const REASON = 'Order 7 of the court of Ashford';
const NOVEL = '/novel/2/Fantasy/The-long-lamp';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('takedowns in the admin', () => {
  // All tests share one site, because starting it takes most of the time.
  test.describe.configure({ mode: 'serial' });
  let running: AdminSite;

  test.beforeAll(async () => {
    running = await startAdminSite();
  });
  test.afterAll(() => running?.close());

  const statusOf = async (path: string) => (await fetch(running.site + path)).status;
  const openChapter = async (page: Page) => {
    await page.goto(`${running.admin}/#/chapters/3`);
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('One');
  };

  test('are not offered to editors', async ({ page }) => {
    await signIn(page, running.admin, 'editor');
    await page.goto(`${running.admin}/#/books/2`);
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(TITLE);
    await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
    await expect(button(page, 'Take down')).toHaveCount(0);
    await openChapter(page);
    await expect(page.getByRole('link', { name: 'History' })).toBeVisible();
    await expect(button(page, 'Take down book')).toHaveCount(0);
  });

  test('remove a book after its title was typed, answer 451 with the reason, and can be allowed again', async ({
    page,
  }) => {
    expect(await statusOf(NOVEL)).toBe(200);
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/books/2`);
    await button(page, 'Take down').click();
    const dialog = page.getByRole('dialog');
    await expect(button(page, 'Take down')).toBeDisabled();
    await dialog.getByLabel('Law or demand').fill(REASON);
    await dialog.getByLabel('Type the title to confirm').fill('The long');
    await expect(button(page, 'Take down')).toBeDisabled();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByLabel('Type the title to confirm').fill(TITLE);
    await button(page, 'Take down').click();

    const row = page.getByRole('row', { name: TITLE });
    await expect(row).toContainText(REASON);
    await expect(row).toContainText('451');
    await expect(row).toContainText('done', { ignoreCase: true });
    expect(await violationsOn(page)).toEqual([]);
    await expect.poll(() => statusOf(NOVEL)).toBe(451);
    const call = await fetch(`${running.site}/public/v1/book.show?book_id=2&section=7&lang=en-us`);
    expect(call.status).toBe(451);
    expect(await call.text()).toContain(REASON);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('main').getByText(REASON)).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await button(page, `Allow again: “${TITLE}”`).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow again' }).click();
    await expect(page.getByText('No book was taken down')).toBeVisible();
  });

  test('offer the book of a chapter on the screen of the chapter', async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/chapters/1`);
    await button(page, 'Take down book').click();
    await expect(page.getByRole('heading', { name: 'Take down “The long ship”?' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });
});
