import { expect, type Page, test } from '@playwright/test';
import { signIn } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

/** Whether the page reacts to clicks: nothing lies over its content, and it is not hidden from screen readers. */
const isUsable = (page: Page) =>
  page.evaluate(() => {
    const hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    const isHidden = document.querySelector('#root')?.ariaHidden === 'true';
    return !isHidden && document.querySelector('#main-content')?.contains(hit) === true;
  });

const drawer = (page: Page) => page.locator('.MuiDrawer-modal');
const menuItem = (page: Page) => page.getByRole('menuitem', { name: 'Books', exact: true });

test.describe('the admin in a window that is resized from 1280 to 390 px', () => {
  test.describe.configure({ mode: 'serial' });
  let running: Omit<AdminSite, 'site'>;

  test.beforeAll(async () => {
    running = await startAdminAlone();
  });

  test.afterAll(() => running.close());

  test('stays usable on every kind of screen, and opens the menu when asked', async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await signIn(page, running.admin, 'owner');
    for (const path of ['/', '/books', '/books/1', '/import', '/shelves/create', '/audit-log', '/bin']) {
      await page.setViewportSize(DESKTOP);
      await page.goto(`${running.admin}/#${path}`);
      await expect(menuItem(page), path).toBeVisible();
      await page.setViewportSize(PHONE);
      await expect.poll(() => isUsable(page), path).toBe(true);
      await expect(drawer(page), path).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menuItem(page).click();
    await expect(page.getByText('The long ship')).toBeVisible();
    await expect.poll(() => isUsable(page)).toBe(true);
    await page.setViewportSize(DESKTOP);
    await expect(menuItem(page)).toBeVisible();
  });

  test('keeps a collapsed menu collapsed after the window is wide again', async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await signIn(page, running.admin, 'owner');
    await page.getByRole('button', { name: 'Close menu' }).click();
    await page.setViewportSize(PHONE);
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
    await page.setViewportSize(DESKTOP);
    await expect(page.locator('.RaSidebar-closed')).toBeVisible();
  });

  test('keeps an open dialog and its input', async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await signIn(page, running.admin, 'owner');
    await page.goto(`${running.admin}/#/import`);
    const text = 'Chapter 1\n\nRain fell.\n\nWind rose.\n\nNight came.\n\nChapter 2\n\nThe stars came out.\n';
    const file = { name: 'Harbour.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('link', { name: /Harbour.*to review/ }).click();
    await page
      .getByRole('button', { name: /^More actions for / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Split' }).click();
    const dialog = page.getByRole('dialog', { name: /^Split/ });
    await dialog.getByText('Night came.').click();
    await dialog.getByLabel('Title of the second chapter').fill('Night');
    await page.setViewportSize(PHONE);
    await expect(drawer(page)).toHaveCount(0);
    await expect(dialog.getByLabel('Title of the second chapter')).toHaveValue('Night');
    await dialog.getByRole('button', { name: 'Split' }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => isUsable(page)).toBe(true);
    await expect(page.getByLabel('Title of chapter 2')).toHaveValue('Night');
  });
});
