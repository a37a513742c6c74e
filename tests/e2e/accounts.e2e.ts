import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { firstInput, idle, rest } from './at-rest.ts';
import { addVisitorRow, visitorRow } from './database.ts';
import { lockedChapter, paths } from './page-kinds.ts';
import { siteOf } from './site.ts';

const site = siteOf('fingeread');
const PASSWORD = 'a long enough secret';
const COOKIE = '__Host-lectern_session';

async function fillSignUp(page: Page, email: string, scope = page.locator('main')): Promise<void> {
  await scope.getByRole('button', { name: 'Create an account' }).first().click();
  await scope.getByLabel('Name').fill('Ann Reader');
  await scope.getByLabel('Email').fill(email);
  await scope.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await scope.locator('[type="submit"]').click();
}

async function signUp(page: Page): Promise<{ email: string; user: number }> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(site + paths.login());
  await fillSignUp(page, email);
  await expect(page).toHaveURL(site + paths.myinfo());
  await expect(page.locator('.profile')).toContainText(email);
  return { email, user: Number(visitorRow('SELECT id FROM users WHERE email = ?', email)?.['id']) };
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto(site + paths.login());
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('.login [type="submit"]').click();
  await expect(page).toHaveURL(site + paths.myinfo());
}

const saved = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === COOKIE);
const setting = (page: Page, title: string) => page.locator('details', { hasText: title });
const newVisitor = async (browser: Browser) => (await browser.newContext()).newPage();

/** Top of an element in the window, px. */
const topOf = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().top);

test('a session has a token that scripts can read and a cookie that scripts cannot read', async ({ page }) => {
  await signUp(page);
  expect(await cookieOf(page)).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  expect(await page.evaluate(() => document.cookie)).not.toContain('session');
  expect(await saved(page, 'token')).toMatch(/^[\w-]{43}$/);
});

test('an expired token is renewed without the visitor noticing', async ({ page }) => {
  const { user } = await signUp(page);
  const before = { token: await saved(page, 'token'), cookie: (await cookieOf(page))?.value };
  const own = '(SELECT id FROM sessions WHERE user_id = ?)';
  addVisitorRow(`UPDATE access_tokens SET expires_at = '2000-01-01' WHERE session_id IN ${own}`, user);
  await page.reload();
  await expect.poll(() => saved(page, 'token')).not.toBe(before.token);
  await expect(page.locator('.profile')).toBeVisible();
  expect((await cookieOf(page))?.value).not.toBe(before.cookie);
  await page.goto(site + paths.myinfo('voucherHistory'));
  await expect(page.locator('.account-list li')).toHaveCount(3);
});

test('two tabs with an expired token renew it only once and share one session', async ({ page, context }) => {
  const { user } = await signUp(page);
  const other = await context.newPage();
  const own = '(SELECT id FROM sessions WHERE user_id = ?)';
  addVisitorRow(`UPDATE access_tokens SET expires_at = '2000-01-01' WHERE session_id IN ${own}`, user);
  await Promise.all([
    page.goto(site + paths.myinfo('voucherHistory')),
    other.goto(site + paths.myinfo('voucherHistory')),
  ]);
  for (const tab of [page, other]) await expect(tab.locator('.account-list li')).toHaveCount(3);
  expect(visitorRow('SELECT count(*) AS n FROM sessions WHERE user_id = ?', user)?.['n']).toBe(1);
});

test('signing out in one tab signs out the other tabs', async ({ page, context }) => {
  await signUp(page);
  const other = await context.newPage();
  await other.goto(site + paths.myinfo());
  await expect(other.locator('.profile')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(other.locator('.profile .avatar')).toHaveCount(0);
  await expect(other).toHaveURL(/\/login\?to=%2Fmyinfo$/);
  // The tab navigates after its call has completed. The response deletes the cookie.
  await expect(page).toHaveURL(site + paths.home());
  expect(await cookieOf(page)).toBeUndefined();
});

test('signing out everywhere leaves the account page only after all sessions have ended', SLOW, async ({ page }) => {
  const { user } = await signUp(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = page.waitForRequest(/auth[./]logout/);
  await page.route(/auth[./]logout/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.getByText('Where you are signed in').click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await request;
  await idle(page);
  await expect(page).toHaveURL(site + paths.myinfo());
  resolve();
  await expect(page).toHaveURL(site + paths.home());
  expect(visitorRow('SELECT count(*) AS n FROM sessions WHERE user_id = ?', user)?.['n']).toBe(0);
  expect(await cookieOf(page)).toBeUndefined();
});

test('a visitor can unlock a chapter without leaving it, by signing in in a dialog and using a voucher', async ({
  page,
  browser,
}) => {
  const { path, text: place, price } = await lockedChapter();
  const email = `${randomUUID()}@example.com`;
  await page.goto(site + path);
  // Neighbouring chapters load around the locked chapter.
  const text = page.locator(place);
  const opening = (await text.textContent()) ?? '';
  // Without scripts the button is a sign-in link with a return path.
  await firstInput(page);
  await page.locator('astro-island:not([ssr]) > .unlock').waitFor();
  await page.getByRole('link', { name: 'Unlock this chapter' }).click();
  const dialog = page.getByRole('dialog');
  await fillSignUp(page, email, dialog);
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.unlock')).toContainText('You have 0 coins and 3 vouchers for this chapter.');
  await page.getByRole('button', { name: 'Use a voucher' }).click();
  // The voucher is worth more than the chapter, so confirmation is required.
  await expect(page.locator('.unlock')).toContainText(`you keep the remaining ${100 - price} as coins.`);
  const coins = () => visitorRow('SELECT coins FROM users WHERE email = ?', email)?.['coins'];
  expect(coins()).toBe(0);
  const use = page.getByRole('button', { name: 'Use it now' });
  // Scrolls to the button first, so that the click itself does not scroll the page.
  await use.scrollIntoViewIfNeeded();
  await rest(page);
  const before = await topOf(text);
  await use.click();
  await expect(page.getByText('You have unlocked the whole chapter.')).toBeAttached();
  expect(coins()).toBe(100 - price);
  await expect(text).not.toHaveText(opening);
  await rest(page);
  expect(Math.abs((await topOf(text)) - before)).toBeLessThanOrEqual(1);
  await expect(page).toHaveURL(site + path);
  const whole = (await text.textContent()) ?? '';
  expect(whole.length).toBeGreaterThan(opening.length);
  expect(whole.startsWith(opening.replace(/ …\s*$/, '').trim())).toBe(true);

  await page.reload();
  await expect(text).toHaveText(whole);
  const stranger = await newVisitor(browser);
  await stranger.goto(site + path);
  await expect(stranger.locator(place)).toHaveText(opening);
  await stranger.context().close();
});

test('the unlock offer stays in place on the screen if the previous chapter loads late', SLOW, async ({ page }) => {
  const { path, text } = await lockedChapter();
  await page.setViewportSize({ width: 900, height: 300 });
  await page.goto(site + path);
  const part = page.locator('[data-reader-part]');
  await expect(part).toHaveAttribute('data-current');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${await part.getAttribute('data-previous')}`, async (route) => {
    await promise;
    await route.continue();
  });
  await page.mouse.move(400, 150);
  await page.mouse.wheel(0, 150);
  await rest(page);
  const request = page.waitForRequest(/book-reader/);
  await page.mouse.wheel(0, -50);
  await request;
  // The chapter's text is no longer visible, only the content below it.
  const offer = page.locator(`[data-reader-part]:has(${text}) .unlock`);
  await page.mouse.wheel(0, (await topOf(offer)) + 10);
  await expect.poll(async () => Math.round(await topOf(offer))).toBe(-10);
  await rest(page);
  resolve();
  await expect(part).toHaveCount(2);
  await rest(page);
  expect(Math.abs((await topOf(offer)) + 10)).toBeLessThanOrEqual(1.5);
  await expect(page).toHaveURL(site + path);
});

test('without JavaScript a locked chapter links to the sign-in page with a return path', SLOW, async ({ browser }) => {
  const { path } = await lockedChapter();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site + path);
  await page.getByRole('link', { name: 'Unlock this chapter' }).click();
  await expect(page).toHaveURL(`${site}${paths.login()}?to=${encodeURIComponent(path)}`);
  await context.close();
});

/** The password reset link in the last mail to an address. */
function resetLink(email: string): string | undefined {
  const folder = join(process.env['LECTERN_E2E_STATE'] ?? '', 'api/mail');
  const mails = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const mail = mails.findLast((text) => text.includes(`To: ${email}\r\n`));
  return /\/login\?reset=[\w-]+/.exec(Buffer.from(mail?.split('\r\n\r\n')[1] ?? '', 'base64').toString())?.[0];
}

test('a password reset by email sets a new password and signs out every device', SLOW, async ({ page, browser }) => {
  const { email } = await signUp(page);
  const other = await newVisitor(browser);
  await other.goto(site + paths.login());
  await firstInput(other);
  await other.getByRole('button', { name: 'Forgot your password?' }).click();
  await other.getByLabel('Email').fill(email);
  await other.getByRole('button', { name: 'Send the link' }).click();
  await expect(other.getByText('an email is on its way')).toBeVisible();
  await expect.poll(() => resetLink(email)).toBeTruthy();
  const link = resetLink(email) ?? '';
  await other.goto(site + link);
  await other.getByLabel('New password').fill('short');
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.locator('.field-error')).toHaveText('This password is too short.');
  await other.getByLabel('New password').fill('another long secret');
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.locator('.profile')).toContainText(email);
  await page.reload();
  await expect(page).toHaveURL(/\/login\?to=%2Fmyinfo$/);
  await page.goto(site + link);
  await page.getByLabel('New password').fill('a third long secret');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.locator('.form-error')).toContainText('already been used');
  await signIn(page, email, 'another long secret');
  await other.context().close();
});

test('the account page lists signed-in devices and can sign them out', SLOW, async ({ page, browser }) => {
  const { email } = await signUp(page);
  const other = await newVisitor(browser);
  await signIn(other, email);
  await page.reload();
  await page.getByText('Where you are signed in').click();
  const rows = setting(page, 'Where you are signed in').locator('li');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('This device');
  await rows
    .nth(1)
    .getByRole('button', { name: /^Sign out of / })
    .click();
  await expect(rows).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await page.reload();
  await expect(page.locator('.profile')).toBeVisible();
  await other.context().close();
});

test('a visitor can change the name and the password of an account, and delete the account', SLOW, async ({ page }) => {
  const { email, user } = await signUp(page);
  const name = setting(page, 'Name').first();
  await name.locator('summary').click();
  await name.getByLabel('Name').fill('Bea');
  await name.getByRole('button', { name: 'Save' }).click();
  await expect(name.getByRole('status')).toHaveText('Saved.');
  await expect(page.locator('.profile h2')).toHaveText('Bea');

  const password = setting(page, 'Change password');
  await password.locator('summary').click();
  await password.getByLabel('Current password').fill('wrong');
  await password.getByLabel('New password').fill('another long secret');
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(password.getByRole('alert')).toHaveText('Incorrect password.');
  await password.getByLabel('Current password').fill(PASSWORD);
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(password.getByRole('status')).toContainText('Your password was changed.');

  const remove = setting(page, 'Delete account');
  await remove.locator('summary').click();
  await remove.getByLabel('Password', { exact: true }).fill('another long secret');
  await remove.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page).toHaveURL(`${site}/`);
  expect(await saved(page, 'token')).toBeNull();
  for (const table of ['users WHERE id', 'sessions WHERE user_id', 'vouchers WHERE user_id'])
    expect(visitorRow(`SELECT count(*) AS n FROM ${table} = ?`, user)?.['n']).toBe(0);
  await page.goto(site + paths.login());
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('another long secret');
  await page.locator('.login [type="submit"]').click();
  await expect(page.locator('.form-error')).toContainText('Incorrect email or password.');
});
