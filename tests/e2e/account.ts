import { randomUUID } from 'node:crypto';
import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';

const paths = createPaths('en');
export const PASSWORD = 'a long enough secret';

async function fillIn(page: Page, site: string, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('.login [type="submit"]').click();
  await expect(page).toHaveURL(site + paths.myinfo());
}

/** Makes an account on an English site, and is signed in. @returns its address */
export async function signUp(page: Page, site: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(site + paths.login());
  await page.getByRole('button', { name: 'Create an account' }).first().click();
  await page.getByLabel('Name').fill('Ann Reader');
  await fillIn(page, site, email);
  return email;
}

/** Signs in to an account that `signUp` made. */
export async function signIn(page: Page, site: string, email: string): Promise<void> {
  await page.goto(site + paths.login());
  await fillIn(page, site, email);
}

/** A browser that shares nothing with the one of the page. */
export async function secondBrowser(page: Page, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  return browser.newContext(options);
}
