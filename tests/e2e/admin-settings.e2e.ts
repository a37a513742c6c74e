import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { fillSignIn, openOptions, publish, save, signIn } from './admin-acts.ts';
import { type AdminSite, startAdminSite } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 131 32"><path fill="#fff" d="M4 4h24v24H4z"/></svg>';

const pageOf = async (site: string, path: string) => (await fetch(site + path)).text();
/** The style sheet of the brand that a page links. */
const styleOf = async (site: string, page: string) =>
  pageOf(site, /\/_brand\/brand\.[0-9a-f]+\.css/.exec(page)?.[0] ?? '/');
const logoOf = async (site: string, page: string) =>
  pageOf(site, /class="site-logo"[\s\S]*?src="([^"]+)"/.exec(page)?.[1] ?? '/');

const choose = async (page: Page, label: string, option: string) => {
  await openOptions(page.getByRole('combobox', { name: label }));
  await page.getByRole('option', { name: option, exact: true }).click();
};

const openSettings = async (page: Page, admin: string) => {
  await page.goto(`${admin}/#/brand-settings/local`);
  await expect(page.getByRole('region', { name: 'Preview', exact: true })).toBeVisible();
};

test.describe('the settings of a brand in the admin', () => {
  // All tests share one site, because starting it takes most of the time.
  test.describe.configure({ mode: 'serial' });
  let running: AdminSite;

  test.beforeAll(async () => {
    running = await startAdminSite();
  });

  test.afterAll(() => running.close());

  test('name, colour, logo and announcement are on the site after a publish, and gone after an undo', async ({
    page,
  }) => {
    const { admin, site } = running;
    const before = await pageOf(site, '/');
    const styleBefore = await styleOf(site, before);
    const logoBefore = await logoOf(site, before);
    expect(logoBefore).toBe(readFileSync(join(import.meta.dirname, '../../brands/local/assets/logo.svg'), 'utf8'));
    await signIn(page, admin, 'owner');
    await openSettings(page, admin);
    await page.getByLabel('Name', { exact: true }).fill('Harbour Books');
    await page.getByLabel('Theme colour', { exact: true }).fill('oklch(0.5 0.16 300)');
    await page.getByLabel('Text in English').fill('New books all week');
    await page.getByLabel('Link, such as').fill('/hotnovels');
    await page
      .getByLabel('File for logo')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await expect(preview.getByText('New books all week').first()).toBeVisible();
    await expect(preview.getByRole('img', { name: 'Harbour Books' }).first()).toBeVisible();
    await save(page);
    expect(await pageOf(site, '/')).toBe(before);

    await publish(page);
    await expect.poll(() => pageOf(site, '/')).toContain('Harbour Books');
    const published = await pageOf(site, '/');
    expect(published).toContain('<a href="/hotnovels">New books all week</a>');
    expect(await logoOf(site, published)).toBe(LOGO);
    expect(await styleOf(site, published)).not.toBe(styleBefore);
    // This page is rendered on request, by a server that was started before the publish.
    const rendered = await pageOf(site, '/search?q=ship');
    expect(rendered).toContain('New books all week');
    expect(await logoOf(site, rendered)).toBe(LOGO);

    await page.goto(`${admin}/#/audit-log`);
    await page.getByRole('row', { name: /brand settings/ }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Change undone')).toBeVisible();
    await publish(page);
    await expect.poll(() => pageOf(site, '/')).toBe(before);
    expect(await pageOf(site, '/search?q=ship')).not.toContain('New books all week');
  });

  test('a value that breaks the rules of brand.ts is refused at its field', async ({ page }) => {
    await signIn(page, running.admin, 'owner');
    await openSettings(page, running.admin);
    await page.getByLabel('Header text', { exact: true }).fill('oklch(0.42 0.03 230)');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/must stand out from headerGround/).first()).toBeVisible();
    await expect(page.getByLabel('Header text', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  });

  test('a page in Markdown, a menu, a home page and a text of the brand are on the site after a publish', async ({
    page,
  }) => {
    const { admin, site } = running;
    await signIn(page, admin, 'owner');
    await openSettings(page, admin);
    await page.getByRole('button', { name: 'Add page' }).click();
    await page.getByLabel('Last part of the address').fill('about');
    await page.getByLabel('Page title').fill('About the harbour');
    await page.getByLabel('Page text (Markdown)').fill('## Who we are\n\nWe *read*. See [hot novels](/hotnovels).');
    const preview = page.getByRole('region', { name: 'Preview of the page' });
    await expect(preview.getByRole('heading', { name: 'Who we are' })).toBeVisible();
    await choose(page, 'Add a page to the menu', 'Tags');
    await page.getByRole('button', { name: 'Add another link' }).click();
    await page.getByLabel('Link, such as /pages/about').fill('/pages/about');
    await page.getByLabel('Text of the link in English').fill('Who we are');
    await page.getByRole('button', { name: 'Move link 2 up' }).click();
    await choose(page, 'Add a part of the home page', 'Keywords');
    await choose(page, 'Add a part of the home page', 'All other shelves');
    await page.getByLabel('Find a text of the site').fill('common:contact');
    await page.getByRole('button', { name: 'Replace common:contact' }).click();
    await page.getByLabel('common:contact', { exact: true }).fill('Ask us anything');
    await page.getByLabel('Synonyms in English').fill('wyrm, dragon\n');
    await save(page);
    await publish(page);
    await expect.poll(() => pageOf(site, '/pages/about')).toContain('<em>read</em>');
    const home = await pageOf(site, '/');
    expect(home).toContain('<a href="/pages/about">About the harbour</a>');
    expect(home).toContain('Ask us anything</a>');
    const menu = /<nav class="site-nav"[\s\S]*?<\/nav>/.exec(home)?.[0] ?? '';
    expect([...menu.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['/pages/about', '/tags']);
    expect(home).not.toContain('href="/ranking/');
    expect(await pageOf(site, '/sitemap-site-1.xml')).toContain('/pages/about</loc>');
  });

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    test(`pass the accessibility audit and fit a window of ${width} px`, SLOW, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await fillSignIn(page, running.admin, 'owner');
      await expect(page.locator('#main-content')).toBeVisible();
      await openSettings(page, running.admin);
      await page.getByLabel('Name', { exact: true }).fill(`Lectern ${width}`);
      await save(page);
      for (const path of ['', '/local', '/local/history']) {
        await page.goto(`${running.admin}/#/brand-settings${path}`);
        await expect(page.locator('#main-content').getByText('Lectern').first()).toBeVisible();
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        expect(await violationsOn(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
        const shots = process.env['LECTERN_SHOTS'];
        if (shots) await page.screenshot({ path: `${shots}/${width}${path.replaceAll('/', '-')}.png`, fullPage: true });
      }
    });
  }
});
