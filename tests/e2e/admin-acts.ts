import { expect, type Locator, type Page } from '@playwright/test';
import { nextCode, PASSWORD } from './admin-site.ts';

/** Signs in with email, password and a second-factor code. */
export async function signIn(page: Page, address: string, role: string, code?: string): Promise<void> {
  await fillSignIn(page, address, role, code);
  await expect(page.getByRole('menuitem', { name: 'Books' })).toBeVisible();
}

/** Fills in and submits the sign-in form. For phones, where no menu is visible after sign-in. */
export async function fillSignIn(page: Page, address: string, role: string, code = nextCode()): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email').fill(`${role}@example.org`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your app').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Opens a list of options by keyboard. With a mouse, a busy machine shows the list before it releases the button, which
 * then selects the option under the pointer.
 */
export const openOptions = (field: Locator): Promise<void> => field.press('ArrowDown');

/** How long a run of a small brand may take on a busy machine. */
const RUN_LIMIT_MS = 10 * 60_000;

/** Publishes all changes and waits until they are live. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish now' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/\d changed/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish 1 brand' }).click();
  await expect(dialog.getByRole('heading', { name: 'Published', exact: true })).toBeVisible({ timeout: RUN_LIMIT_MS });
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** Selects records in a list by name. */
export async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await expect(page.getByText(`${names.length} items selected`)).toBeVisible();
}

export async function save(page: Page, message = 'Element updated'): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(message)).toBeVisible();
}

/** Types into a field with suggestions and selects the one with this name. */
export async function pick(page: Page, field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await page.getByRole('option', { name }).click();
}

/** Shows the text of chapters as HTML instead of rich text, from the next page on. */
export async function chooseHtmlView(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('lectern-admin-chapter-view', 'html'));
}
