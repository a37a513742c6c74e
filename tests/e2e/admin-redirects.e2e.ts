import { expect, test } from '@playwright/test';
import { fillSignIn } from './admin-acts.ts';
import { startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

test('redirects are checked, added from CSV, found and deleted, on phones and wide screens', async ({ page }) => {
  const { admin, close } = await startAdminAlone();
  try {
    await fillSignIn(page, admin, 'owner');
    await expect(page.locator('#main-content')).toBeVisible();
    await page.goto(`${admin}/#/redirects`);
    await page.getByLabel('CSV file').setInputFiles({
      name: 'old.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('from,to\n/story/raft,/novel/1\n/a,/b\n/b,/a\n/genres,/novel/1\n'),
    });
    await page.getByRole('button', { name: 'Check' }).click();
    const report = page.getByRole('status').filter({ hasText: 'can be added' });
    await expect(report).toContainText('1 redirect can be added, 0 exist already, 3 refused.');
    await expect(report).toContainText('/a → /b: The redirects form a loop: /a → /b → /a.');
    await expect(report).toContainText('/genres → /novel/1: This site has a page at the old address');
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      const shots = process.env['LECTERN_SHOTS'];
      if (shots) await page.screenshot({ path: `${shots}/redirects-${width}.png`, fullPage: true });
    }
    await page.getByRole('button', { name: 'Add 1 redirect' }).click();
    await expect(page.getByRole('cell', { name: '/story/raft', exact: true })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('Search redirects').fill('nothing');
    await expect(page.getByText('No redirect contains this text.')).toBeVisible();
    await page.getByLabel('Search redirects').fill('RAFT');
    await page.getByRole('button', { name: 'Delete the redirect from /story/raft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('cell', { name: '/story/raft', exact: true })).toHaveCount(0);
  } finally {
    await close();
  }
});
