import { expect, test } from '@playwright/test';
import { signIn } from './admin-acts.ts';
import { type AdminSite, startAdminSite } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const SCREENS = ['books', 'books/1', 'chapters', 'tags', 'shelves', 'audit', 'import'];

test.describe('menus and lists of options in the admin', () => {
  let running: AdminSite;

  test.beforeAll(async () => {
    running = await startAdminSite();
  });

  test.afterAll(() => running.close());

  test('are inside a landmark, and each item has a name', async ({ page }) => {
    await signIn(page, running.admin, 'editor');
    let opened = 0;
    const found: string[] = [];
    for (const screen of SCREENS) {
      await page.goto(`${running.admin}/#/${screen}`);
      await expect(page.locator('#main-content')).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      const openers = page.locator('[aria-haspopup]:visible:not([disabled]), [role=combobox]:visible:not([disabled])');
      const count = Math.min(8, await openers.count());
      for (let at = 0; at < count; at += 1) {
        const opener = openers.nth(at);
        const name = await opener.evaluate((e) => e.getAttribute('aria-label') ?? e.id ?? e.textContent);
        await opener.click();
        const list = page.locator('.MuiMenu-list:visible, [role=listbox]:visible');
        if ((await list.count()) > 0) opened += 1;
        for (const violation of await violationsOn(page))
          if (/^(?:region|aria-toggle-field-name)/.test(violation)) found.push(`${screen} ${name}: ${violation}`);
        await page.keyboard.press('Escape');
        await expect(list).toHaveCount(0);
      }
    }
    expect(opened).toBeGreaterThan(5);
    expect(found).toEqual([]);
  });
});
