import { expect, type Page, test } from '@playwright/test';
import { PASSWORD, storedAccount } from './account.ts';
import { idle } from './at-rest.ts';
import { holdRequests } from './held-requests.ts';
import { novel, ready } from './reader.ts';
import { siteOf } from './site.ts';

/** Opens a page and holds its scripts back. The inline ones, which stand in the page, run. */
async function openWithoutScripts(page: Page, address: string) {
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('footer, .reader-turn').first().waitFor({ state: 'attached' });
  return scripts;
}

test.describe('before the reader is there', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap on the text shows the bars, which stay once it is', async ({ page }) => {
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

  test('a second tap on the text hides the bars again', async ({ page }) => {
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

  test('a chapter loads no React until its visitor does something', async ({ page }) => {
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

  test('a tap on a link is followed at once', async ({ page }) => {
    const { addressOf } = await novel();
    await openWithoutScripts(page, addressOf(1));
    await page.locator('.reader-turn a').first().tap({ noWaitAfter: true });
    await expect(page).toHaveURL(addressOf(0));
  });

  test('nothing opens by itself where nothing was tapped', async ({ page }) => {
    const { addressOf } = await novel();
    const scripts = await openWithoutScripts(page, addressOf(0));
    scripts.release();
    await ready(page);
    await expect(page.locator('.reader-controls')).toHaveAttribute('data-bar', 'false');
  });
});

test('a click on a button of the reader before it is there opens what it names', async ({ page }) => {
  const { addressOf } = await novel();
  const scripts = await openWithoutScripts(page, addressOf(0));
  await page.locator('.reader-bar').getByRole('button', { name: 'Type' }).dispatchEvent('click');
  scripts.release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a visitor signs in by the form itself where the script of the form never comes', async ({ page }) => {
  const email = await storedAccount('local');
  const scripts = await holdRequests(page, /_astro\/(LoginForm|client)\.[^/]*\.js$/);
  await page.goto(`${siteOf('local')}/login?to=%2Fgenres`);
  const signIn = async (password: string) => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('.login [type="submit"]').click();
  };
  await signIn('not the password');
  await expect(page.getByText('This e-mail and password do not belong together.')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?to=%2Fgenres#sign-in-credentials$/);
  await signIn(PASSWORD);
  await expect(page).toHaveURL(`${siteOf('local')}/genres`);
  const kept = await page.evaluate(() => ({ ...localStorage, cookies: document.cookie }));
  expect(kept).toMatchObject({ loginStatus: 'true', token: expect.stringMatching(/^[!-~]{16,}$/) });
  expect(kept.cookies).not.toContain('sign_in');
  scripts.release();
  await page.goto(`${siteOf('local')}/myinfo`);
  await expect(page.locator('.profile')).toContainText(email);
});
