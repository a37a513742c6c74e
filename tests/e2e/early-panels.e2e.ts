import { expect, type Page, test } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { type HeldRequests, holdRequests } from './held-requests.ts';
import { novel, ready } from './reader.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const ALL_SCRIPTS = '**/_astro/*.js';
const REACT = /\/_astro\/(?:react|client)\./;

/** Opens a chapter, delays the matching files, and shows the bars. */
async function open(page: Page, held: string | RegExp): Promise<HeldRequests> {
  const { addressOf } = await novel();
  const scripts = await holdRequests(page, held);
  await page.goto(addressOf(0), { waitUntil: 'commit' });
  await page.locator('.reader-turn').first().waitFor({ state: 'attached' });
  await page.locator('[data-reader-text] p').first().tap();
  return scripts;
}

const tapInBar = (page: Page, name: string) => page.locator('.reader-bar').getByText(name, { exact: true }).tap();
const panel = (page: Page) => page.getByRole('dialog');
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const root = (page: Page) => page.locator(':root');

test.describe('a panel of the reader', () => {
  for (const [name, heading] of [
    ['Contents', 'Contents'],
    ['Text', 'Text'],
    ['More', 'More'],
  ] as const)
    test(`"${name}" shows its frame before any script file has loaded, and its content afterwards`, async ({
      page,
    }) => {
      const scripts = await open(page, ALL_SCRIPTS);
      await tapInBar(page, name);
      await expect(panel(page).getByRole('heading', { name: heading })).toBeVisible();
      await expect(panel(page).getByText('Loading')).toBeVisible();
      const address = page.url();
      scripts.release();
      await expect(page.locator('.reader-panel[open]:not([data-early-panel])')).toBeVisible();
      await expect(page.locator('[data-early-panel]')).toBeHidden();
      await expect(panel(page).getByText('Loading')).toBeHidden();
      await expect(panel(page)).toHaveCount(1);
      expect(page.url()).toBe(address);
    });

  test('stays closed if it was closed before the reader script has loaded', async ({ page }) => {
    const scripts = await open(page, ALL_SCRIPTS);
    await tapInBar(page, 'More');
    await panel(page).getByRole('button', { name: 'Close' }).tap();
    await expect(panel(page)).toBeHidden();
    scripts.release();
    await ready(page);
    await expect(page.locator('.reader-controls')).toHaveAttribute('data-bar', 'true');
    await expect(panel(page)).toBeHidden();
  });

  test('closes on a second tap on its button before the reader script has loaded', async ({ page }) => {
    const scripts = await open(page, ALL_SCRIPTS);
    const button = page.locator('.reader-bar').getByRole('button', { name: 'Text' });
    // The frame covers the bar.
    await button.dispatchEvent('click');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await button.dispatchEvent('click');
    await expect(panel(page)).toBeHidden();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    scripts.release();
    await ready(page);
    await expect(panel(page)).toBeHidden();
  });
});

test.describe('the text settings', () => {
  test('work before React has loaded, and keep values, scroll position and focus afterwards', async ({ page }) => {
    const react = await open(page, REACT);
    await tapInBar(page, 'Text');
    const fields = panel(page);
    await fields.getByRole('button', { name: 'Larger text' }).tap();
    await fields.getByRole('radio', { name: 'Rose background' }).tap();
    await fields.getByText('Sans serif', { exact: true }).tap();
    await expect(root(page)).toHaveAttribute('data-size', '17');
    await expect(root(page)).toHaveAttribute('data-paper', '3');
    await expect(root(page)).toHaveAttribute('data-face', 'sans');
    expect([await stored(page, 'font_size'), await stored(page, 'bg_color')]).toEqual(['17', '3']);
    const justify = fields.getByRole('switch', { name: 'Justify the text' });
    await justify.focus();
    await page.keyboard.press('Space');
    await expect(root(page)).toHaveAttribute('data-justify', 'true');
    await expect(fields.getByRole('switch', { name: 'Hyphenate' })).toBeChecked();
    const scrolled = await fields.evaluate(({ scrollTop }) => scrollTop);
    expect(scrolled).toBeGreaterThan(0);
    expect(await violationsOn(page)).toEqual([]);

    react.release();
    await expect(page.locator('.reader-type:not([data-early-panel])')).toBeVisible();
    await expect(fields).toHaveCount(1);
    await expect(fields.locator('output').first()).toHaveText('17');
    await expect(fields.getByRole('radio', { name: 'Rose background' })).toBeChecked();
    await expect(fields.getByRole('radio', { name: 'Sans serif' })).toBeChecked();
    await expect(justify).toBeChecked();
    await expect(justify).toBeFocused();
    expect(await fields.evaluate(({ scrollTop }) => scrollTop)).toBe(scrolled);
  });

  test('have the same elements before and after React has loaded', async ({ page }) => {
    const react = await open(page, REACT);
    await tapInBar(page, 'Text');
    await expect(panel(page).getByRole('button', { name: 'Larger text' })).toBeVisible();
    const early = await panel(page).ariaSnapshot();
    const box = await panel(page).boundingBox();
    react.release();
    await expect(page.locator('.reader-type:not([data-early-panel])')).toBeVisible();
    expect(await panel(page).ariaSnapshot()).toBe(early);
    expect(await panel(page).boundingBox()).toEqual(box);
  });

  test('keep a change that is made after the reader script has loaded, but before its panel', async ({ page }) => {
    const scripts = await open(page, /\/_astro\/TypePanel\./);
    await tapInBar(page, 'Text');
    await ready(page);
    const larger = panel(page).getByRole('button', { name: 'Larger text' });
    if (await page.locator('[data-early-panel][open]').count()) await larger.tap();
    scripts.release();
    await expect(page.locator('.reader-type:not([data-early-panel])')).toBeVisible();
    const size = await stored(page, 'font_size');
    await expect(panel(page).locator('output').first()).toHaveText(size ?? '16');
    await larger.tap();
    await expect.poll(() => stored(page, 'font_size')).toBe(String(Number(size ?? '16') + 1));
  });
});
