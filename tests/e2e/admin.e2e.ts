import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import { type AdminSite, PASSWORD, startAdminSite } from './admin-site.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything that axe finds, by its rule and where. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
  });
}

async function signIn(page: Page, address: string, role: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Mail').fill(`${role}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('menuitem', { name: 'Books' })).toBeVisible();
}

/** Publishes all that has changed. */
async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish now' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/changed/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish 1 brand' }).click();
  await expect(dialog.getByText('It is live')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** The title of the book on a page of the site: the one of two titles that stands there. */
const titleOn = async (site: string) =>
  /The (?:long|short) ship/.exec(await (await fetch(`${site}/category/Fantasy`)).text())?.[0];

test.describe('the admin', () => {
  // One site for all of it: starting one is most of the work.
  test.describe.configure({ mode: 'serial' });
  let running: AdminSite;

  test.beforeAll(async () => {
    running = await startAdminSite();
  });

  test.afterAll(() => running.close());

  test('publishes a changed title, and takes the change back', async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on(
      'console',
      (message) => /Content Security Policy|Trusted/.test(message.text()) && errors.push(message.text()),
    );
    await signIn(page, running.admin, 'owner');

    await page.goto(`${running.admin}/#/books/1`);
    await page.getByLabel('Title').fill('The short ship');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Element updated')).toBeVisible();
    expect(await titleOn(running.site)).toBe('The long ship');
    await publish(page);
    await expect.poll(() => titleOn(running.site)).toBe('The short ship');

    await page.goto(`${running.admin}/#/audit-log`);
    await page.getByRole('row', { name: /owner@example\.org.*change.*book/ }).click();
    await expect(page.getByText('The short ship').last()).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('It is as it was before')).toBeVisible();
    await publish(page);
    await expect.poll(() => titleOn(running.site)).toBe('The long ship');
    expect(errors).toEqual([]);
  });

  test("shows an editor no screen of an owner's, and its API refuses them", async ({ page }) => {
    await signIn(page, running.admin, 'editor');
    await expect(page.getByRole('menuitem', { name: 'Staff' })).toHaveCount(0);
    await page.goto(`${running.admin}/#/staff`);
    await expect(page.getByText('Access denied')).toBeVisible();
    const asked = await page.evaluate(async () => {
      const made = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
      return [(await fetch('/api/staff')).status, (await fetch('/api/staff', made)).status];
    });
    expect(asked).toEqual([403, 403]);
  });

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    test(`has no fault of accessibility and nothing wider than a window of ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(running.admin);
      await expect(page.getByLabel('Mail')).toBeVisible();
      expect(await faults(page)).toEqual([]);
      await page.getByLabel('Mail').fill('owner@example.org');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      for (const [path, shown] of [
        ['/', 'Brands'],
        ['/books', 'The long ship'],
        ['/books/1', 'Introduction'],
        ['/releases/local', 'live'],
      ] as const) {
        await page.goto(`${running.admin}/#${path}`);
        await expect(page.locator('#main-content').getByText(shown).first()).toBeVisible();
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        expect(await faults(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
      }
    });
  }
});
