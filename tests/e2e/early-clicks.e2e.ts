import { expect, type Page, test } from '@playwright/test';
import { loaded } from './at-rest.ts';
import { visitorRow } from './database.ts';
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

  test('a tap on the text shows the bars once it is', async ({ page }) => {
    const { addressOf } = await novel();
    const scripts = await openWithoutScripts(page, addressOf(0));
    await page.locator('[data-reader-text] p').first().tap();
    scripts.release();
    await expect(page.locator('.reader-controls')).toHaveAttribute('data-bar', 'true');
    await expect(page.locator('.reader-bar').getByRole('button').first()).toBeInViewport();
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

test('an application sent before its form is hydrated arrives', async ({ page }) => {
  const email = `early-${Date.now()}@example.org`;
  const scripts = await openWithoutScripts(page, `${siteOf('local')}/becomeOurTranslator`);
  await page.getByLabel('Name', { exact: true }).fill('Ann');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Native language').selectOption({ label: 'Spanish' });
  await page.getByRole('checkbox', { name: 'English', exact: true }).check();
  await page.getByLabel('About you').fill('I would begin with the first of these novels, which I have read twice.');
  await page.locator('.story').first().getByRole('checkbox').check();
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await page.getByRole('button', { name: 'Send the application' }).click();
  scripts.release();
  await expect(page.locator('.apply-sent')).toContainText(`We write to ${email}.`);
  expect(visitorRow('SELECT name FROM translator_applications WHERE email = ?', email)).toEqual({ name: 'Ann' });
});

test('two tags that are hidden before their island is hydrated are both hidden', async ({ page }) => {
  const { book } = await novel();
  const scripts = await openWithoutScripts(page, `${siteOf('fingeread')}/novel/${book.id}`);
  await page.locator('.hide-tags summary').click();
  const chips = page.locator('.hide-tags .chip');
  await chips.nth(0).click();
  await chips.nth(1).click();
  scripts.release();
  await expect(chips.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await expect(chips.nth(1)).toHaveAttribute('aria-pressed', 'true');
});

test('a visitor who signs in is told where the script of the form never comes', async ({ page }) => {
  await page.clock.install();
  const scripts = await holdRequests(page, '**/_astro/LoginForm*.js');
  await page.goto(`${siteOf('local')}/login`);
  await loaded(page);
  await page.getByLabel('E-mail').fill('ann@example.org');
  await page.locator('main input[type=password]').fill('a password');
  // The words stay as long as the clock stands.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.locator('main form').getByRole('button', { name: 'Sign in' }).click();
  await page.clock.runFor(10_500);
  await expect(page.getByRole('alert').getByText('could not be loaded')).toBeVisible();
  scripts.release();
});

test('a word is searched by the form itself where the script of the search never comes', async ({ page }) => {
  const scripts = await openWithoutScripts(page, `${siteOf('local')}/search`);
  await page.locator('main input[name=q]').fill('moon');
  await page.locator('main input[name=q]').press('Enter');
  await expect(page).toHaveURL(/\/search\/result\/moon$|[?&]q=moon$/);
  scripts.release();
});
