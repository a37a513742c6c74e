import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import type { Book } from '#src/contract/entities/book.ts';
import { ACCOUNT_PAGES, createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { addVisitorRow, visitorRow } from './database.ts';
import { type Edition, factsOf } from './facts.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
const site = siteOf('fingeread');
const paths = createPaths('en');
const PASSWORD = 'a long enough secret';
const NOTICE = 'By creating an account, I accept the terms';

const userOf = (email: string) => Number(visitorRow('SELECT id FROM users WHERE email = ?', email)?.['id']);

async function signUp(page: Page): Promise<{ email: string; user: number }> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(site + paths.login());
  await page.getByRole('button', { name: 'Create an account' }).first().click();
  await page.getByLabel('Name').fill('Ann Reader');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('.login [type="submit"]').click();
  await expect(page).toHaveURL(site + paths.myinfo());
  return { email, user: userOf(email) };
}

/** The link that opens the sign-in dialog. Before React has loaded, a link in the same place leads to the sign-in page. */
const promptOf = (page: Page) => page.locator('astro-island .keep-places a');

const reference = ({ id, title, category }: Book) => ({ id, title, category });

test('a visitor creates an account and signs out, and the account is stored', async ({ page }) => {
  await page.goto(site + paths.login());
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByText(NOTICE)).toBeVisible();
  const { email, user } = await signUp(page);
  expect(visitorRow('SELECT name FROM users WHERE id = ?', user)?.['name']).toBe('Ann Reader');
  await expect(page.locator('.profile')).toContainText(email);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(`${site}/`);
  expect(visitorRow('SELECT count(*) AS n FROM sessions WHERE user_id = ?', user)?.['n']).toBe(0);
});

test('sign-in errors are shown beside their fields, and the first of these fields gets focus', async ({ page }) => {
  await page.goto(site + paths.login());
  await page.getByLabel('Email').fill('ann');
  await page.locator('.login [type="submit"]').click();
  await expect(page.locator('.field-error')).toHaveText(['Enter a complete email address.', 'Enter your password.']);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.locator('.login [type="submit"]').click();
  await expect(page.locator('.form-error')).toContainText('Incorrect email or password.');
});

test('the history is saved to the account after signing in through the dialog', async ({ page }) => {
  const { book, chapters } = await factsOf(EDITION);
  const { email, user } = await signUp(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(`${site}/`);
  await page.goto(site + paths.reader(book.id, chapters[0]?.id ?? 0));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readlogList'))).toContain(book.title);
  await page.goto(site + paths.history());
  await expect(page.locator('.history li')).toContainText([`Read to ${chapters[0]?.title}`]);
  await promptOf(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).not.toContainText(NOTICE);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.locator('[type="submit"]').click();
  await expect(page.locator('.toast')).toHaveText('Your reading positions are saved');
  await expect(dialog).toHaveCount(0);
  const read = "SELECT id FROM library WHERE user_id = ? AND kind = 'read'";
  expect(visitorRow(read, user)?.['id']).toBe(String(book.id));
});

test('the sign-in dialog traps focus, closes with Escape and returns focus', async ({ page }) => {
  const { book } = await factsOf(EDITION);
  const entry = { book: reference(book), cover: null, chapter: null, read_at: '2026-01-01T00:00:00Z' };
  await page.addInitScript((list) => localStorage.setItem('readlogList', JSON.stringify(list)), [entry]);
  await page.goto(site + paths.history());
  const opener = promptOf(page);
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(
      () => !(document.activeElement?.closest('dialog') ?? document.activeElement === document.body),
    );
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('a removal from the history can be undone, and an empty history shows a message', async ({ page }) => {
  const { book } = await factsOf(EDITION);
  await page.goto(site + paths.history());
  await expect(page.getByRole('heading', { name: 'No Data!' })).toBeVisible();
  const entry = { book: reference(book), cover: null, chapter: null, read_at: '2026-01-01T00:00:00Z' };
  await page.evaluate((list) => localStorage.setItem('readlogList', JSON.stringify(list)), [entry]);
  await page.reload();
  await expect(page.locator('.history li')).toContainText(['Unread']);
  await page.getByRole('button', { name: `Remove ${book.title}` }).click();
  await expect(page.getByRole('heading', { name: 'No Data!' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.history li')).toHaveCount(1);
});

test('the account shows coins, recharges, vouchers and unlocked books, page by page', SLOW, async ({ page }) => {
  const { book } = await factsOf(EDITION);
  const { user } = await signUp(page);
  const recharge = 'INSERT INTO recharges (user_id, coins, amount, state, created_at) VALUES (?, ?, ?, ?, ?)';
  for (let number = 1; number <= 25; number += 1)
    addVisitorRow(recharge, user, number * 100, `$${number}.99`, 'paid', '2026-01-01T00:00:00Z');
  const voucher =
    'INSERT INTO vouchers (user_id, name, coins, used_on, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?)';
  const times = ['2000-01-01T00:00:00Z', '1999-01-01T00:00:00Z'] as const;
  addVisitorRow(voucher, user, 'Old gift', 5, null, ...times);
  addVisitorRow(voucher, user, 'New gift', 7, null, '2999-01-01T00:00:00Z', times[1]);
  addVisitorRow(voucher, user, 'Used gift', 9, JSON.stringify(reference(book)), ...times);
  addVisitorRow('INSERT INTO unlocks VALUES (?, ?, ?, ?)', user, book.id, 1, times[0]);
  addVisitorRow('UPDATE users SET coins = 321 WHERE id = ?', user);

  await page.goto(site + paths.myinfo());
  await expect(page.locator('.profile-coins')).toHaveText('321 coins');
  const rows = page.locator('.account-list li');
  await page.getByRole('link', { name: 'Coin purchases' }).click();
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText('$25.99');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows).toHaveCount(25);
  await page.goto(site + paths.myinfo('voucherHistory'));
  await expect(rows).toContainText([`Used on ${book.title}`, 'Valid until', 'Expired']);
  await page.goto(site + paths.myinfo('myLocked'));
  await expect(rows).toContainText([book.title]);
  await rows.first().getByRole('link').click();
  await expect(page.locator('h1')).toHaveText(book.title);
});

test('each account page has its own document title', SLOW, async ({ page }) => {
  await signUp(page);
  const titles: string[] = [];
  for (const child of [undefined, ...ACCOUNT_PAGES]) {
    await page.goto(site + paths.myinfo(child));
    await expect(page.locator('h1')).toBeVisible();
    await expect(page).toHaveTitle(/^\S.+ – the best novels \| Fingeread$/);
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(titles.length);
});

test('an account list that fails to load shows an error, and reloads when the device is online again', async ({
  page,
  context,
}) => {
  await signUp(page);
  const call = '**/v1/user.recharges*';
  await page.route(call, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(site + paths.myinfo('rechargeList'));
  await expect(page.locator('.account-error')).toContainText('could not be loaded');
  await context.setOffline(true);
  await expect(page.locator('.account-error')).toContainText('You are offline.');
  await page.unroute(call);
  await context.setOffline(false);
  await expect(page.getByText('Nothing here yet.')).toBeVisible();
});

test(
  'the account page redirects a signed-out visitor to the sign-in page with a return path',
  SLOW,
  async ({ page }) => {
    await page.goto(site + paths.myinfo('voucherHistory'));
    await expect(page).toHaveURL(/\/login\?to=%2Fmyinfo%2FvoucherHistory$/);
  },
);
