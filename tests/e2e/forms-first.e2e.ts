import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { loaded } from './at-rest.ts';
import { visitorRow } from './database.ts';
import { siteOf } from './site.ts';

const MAX_TABS = 80;

/** Pages with a form that needs React, each with a control in the form. */
const FORMS: Readonly<Record<string, string>> = {
  '/login': '.login-form input[name=email]',
  '/becomeOurTranslator': 'form.apply input[name=name]',
  '/invited-to-help/1': '.help-state button',
};

/** Opens a page. @returns a function that lists the island scripts requested until then */
async function openWatched(page: Page, path: string): Promise<() => Promise<string[]>> {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(siteOf('local') + path);
  return async () => {
    const scripts = await page
      .locator('astro-island')
      .evaluateAll((islands) =>
        islands.flatMap((island) => [island.getAttribute('component-url'), island.getAttribute('renderer-url')]),
      );
    if (scripts.length === 0) throw new Error(`${path} has no island.`);
    return requested.filter((url) => scripts.includes(url));
  };
}

/** Presses Tab until a control has focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; !(await isThere()); tabs += 1) {
    if (tabs > MAX_TABS) throw new Error('The keyboard does not reach the control.');
    await page.keyboard.press('Tab');
  }
}

for (const [path, control] of Object.entries(FORMS)) {
  test(`${path} loads no React before the first input`, async ({ page }) => {
    const islandScripts = await openWatched(page, path);
    await expect(page.locator(control)).toBeVisible();
    await loaded(page);
    expect(await islandScripts()).toEqual([]);
    await page.locator(control).focus();
    await expect.poll(async () => (await islandScripts()).length).toBeGreaterThan(1);
    await expect(page.locator(`astro-island:not([ssr]) ${control}`)).toBeVisible();
  });
}

test('an account can be created with the keyboard alone', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${siteOf('local')}/login`);
  await tabTo(page, page.getByRole('button', { name: 'Create an account' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('Ann');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('a long enough secret');
  await page.keyboard.press('Enter');
  await expect(page.locator('.profile')).toContainText(email);
  expect(visitorRow('SELECT name FROM users WHERE email = ?', email)).toEqual({ name: 'Ann' });
});

test('a translator application can be sent with the keyboard alone', SLOW, async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${siteOf('local')}/becomeOurTranslator`);
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Ann');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Spanish');
  await tabTo(page, page.getByRole('checkbox', { name: 'English', exact: true }));
  await page.keyboard.press('Space');
  await tabTo(page, page.locator('.story').first().getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('About you'));
  await page.keyboard.type('I would begin with the first of these novels, which I have read twice.');
  await tabTo(page, page.getByRole('checkbox', { name: 'I agree' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Submit application' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('.apply-sent')).toContainText(`We will write to ${email}.`);
});

test('without any input, the page linked in a password reset email shows its form', SLOW, async ({ page }) => {
  await page.goto(`${siteOf('local')}/login?reset=abcdefgh`);
  await expect(page.getByLabel('New password')).toBeVisible();
});

test('without any input, the sign-in page shows that the visitor is already signed in', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'abcdef0123456789'));
  await page.goto(`${siteOf('local')}/login`);
  await expect(page.locator('.login').getByRole('button', { name: 'Sign out' })).toBeVisible();
});
