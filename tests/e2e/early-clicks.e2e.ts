import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { PASSWORD, storedAccount } from './account.ts';
import { idle } from './at-rest.ts';
import { holdRequests } from './held-requests.ts';
import { novel, ready } from './reader.ts';
import { siteOf } from './site.ts';

/** Opens a page and delays its script files. Inline scripts run. */
async function openWithoutScripts(page: Page, address: string) {
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('footer, .reader-turn').first().waitFor({ state: 'attached' });
  return scripts;
}

test.describe('before the reader script has loaded', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap on the text shows the bars, which stay visible after the reader script has loaded', async ({ page }) => {
    const { addressOf } = await novel();
    const scripts = await openWithoutScripts(page, addressOf(0));
    const button = page.locator('.reader-bar').getByRole('button').first();
    await page.locator('[data-reader-text] p').first().tap();
    await expect(button).toBeInViewport();
    scripts.release();
    await ready(page);
    await expect(button).toBeInViewport();
    await page.locator('[data-reader-text] p').nth(1).tap();
    await expect(button).not.toBeInViewport();
  });

  test('a second tap on the text hides the bars again', SLOW, async ({ page }) => {
    const { addressOf } = await novel();
    const scripts = await openWithoutScripts(page, addressOf(0));
    const button = page.locator('.reader-bar').getByRole('button').first();
    await page.locator('[data-reader-text] p').first().tap();
    await expect(button).toBeInViewport();
    await page.locator('[data-reader-text] p').nth(1).tap();
    await expect(button).not.toBeInViewport();
    scripts.release();
    await ready(page);
    await expect(page.locator('.reader-controls')).toHaveAttribute('data-bar', 'false');
  });

  test('a chapter loads no React until the first interaction', async ({ page }) => {
    const { addressOf } = await novel();
    const react = await holdRequests(page, '**/_astro/client.*.js');
    await page.goto(addressOf(0));
    await idle(page);
    expect(react.urls).toEqual([]);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => react.urls).toHaveLength(1);
    react.release();
    await ready(page);
  });

  test('a tap on a link is followed immediately', SLOW, async ({ page }) => {
    const { addressOf } = await novel();
    await openWithoutScripts(page, addressOf(1));
    await page.locator('.reader-turn a').first().tap({ noWaitAfter: true });
    await expect(page).toHaveURL(addressOf(0));
  });

  test('no panel opens without a tap', SLOW, async ({ page }) => {
    const { addressOf } = await novel();
    const scripts = await openWithoutScripts(page, addressOf(0));
    scripts.release();
    await ready(page);
    await expect(page.locator('.reader-controls')).toHaveAttribute('data-bar', 'false');
  });
});

test('a click on a reader button before the reader script has loaded opens the panel afterwards', async ({ page }) => {
  const { addressOf } = await novel();
  const scripts = await openWithoutScripts(page, addressOf(0));
  await page.locator('.reader-bar').getByRole('button', { name: 'Text' }).dispatchEvent('click');
  scripts.release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a visitor can sign in with the plain form if the script of the form never loads', SLOW, async ({ page }) => {
  const email = await storedAccount('local');
  const scripts = await holdRequests(page, /_astro\/(LoginForm|client)\.[^/]*\.js$/);
  await page.goto(`${siteOf('local')}/login?to=%2Fgenres`);
  const signIn = async (password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('.login [type="submit"]').click();
  };
  await signIn('not the password');
  await expect(page.getByText('Incorrect email or password.')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?to=%2Fgenres#sign-in-credentials$/);
  await signIn(PASSWORD);
  await expect(page).toHaveURL(`${siteOf('local')}/genres`);
  const stored = await page.evaluate(() => ({ ...localStorage, cookies: document.cookie }));
  expect(stored).toMatchObject({ loginStatus: 'true', token: expect.stringMatching(/^[!-~]{16,}$/) });
  expect(stored.cookies).not.toContain('sign_in');
  scripts.release();
  await page.goto(`${siteOf('local')}/myinfo`);
  await expect(page.locator('.profile')).toContainText(email);
});
