import { randomUUID } from 'node:crypto';
import { type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import { createPaths } from '#src/routes/paths.ts';
import { addVisitorRow } from './database.ts';

const paths = createPaths('en');
export const PASSWORD = 'a long enough secret';

async function fillSignUp(page: Page, site: string, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('.login [type="submit"]').click();
  await expect(page).toHaveURL(site + paths.myinfo());
}

/**
 * Stores a new account for the brand directly, because the API limits registrations to 30 per hour and IP address.
 * @returns its email address
 */
export async function storedAccount(brand: string): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const sql = 'INSERT INTO users (accounts, email, name, password, created_at) VALUES (?, ?, ?, ?, ?)';
  addVisitorRow(sql, brand, email, 'Ann Reader', await hashPassword(PASSWORD), '2026-01-01T00:00:00Z');
  return email;
}

/** Signs in to an account created by `storedAccount`. */
export async function signIn(page: Page, site: string, email: string): Promise<void> {
  await page.goto(site + paths.login());
  await fillSignUp(page, site, email);
}

/** Creates an account and signs in to it. @returns its email address */
export async function signInAnew(page: Page, site: string): Promise<string> {
  const [host = ''] = new URL(site).hostname.split('.');
  const email = await storedAccount(host === 'localhost' ? 'local' : host);
  await signIn(page, site, email);
  return email;
}

/** A new browser context, which shares nothing with the context of the page. */
export async function secondBrowser(page: Page, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  return browser.newContext(options);
}
