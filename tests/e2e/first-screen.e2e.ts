import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type Program, runProgram } from '../integration/scripts/program.ts';
import { writeEpubs, writeText } from '../integration/scripts/setup-books.ts';
import { violationsOn } from './axe.ts';

const ROOT = join(import.meta.dirname, '../..');
const SHARED = join(ROOT, 'var/test/shared');
const PASSWORD = 'correct horse battery lantern';
const WINDOWS = [
  [390, 844, 'light'],
  [390, 844, 'dark'],
  [1280, 800, 'light'],
  [1280, 800, 'dark'],
] as const;

test.describe.configure({ mode: 'default' });

let folder: string;
let books: string;
let state: string;
const running: Program[] = [];

test.beforeAll(async () => {
  mkdirSync(join(ROOT, 'var/test'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'var/test/first-screen-'));
  books = join(folder, 'books');
  await writeEpubs(books, 'en', ['The Raft', 'The Lamp', 'The Mill', 'The Gate']);
  await writeEpubs(books, 'es', ['La Balsa']);
  await writeText(books, 'Quiet Water');
  state = newState('first');
});
test.afterAll(async () => {
  for (const program of running) await program.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a state folder with links to the build outputs that all tests share. */
function newState(name: string): string {
  const created = join(folder, name);
  for (const output of ['bundle', 'admin-page']) {
    mkdirSync(join(SHARED, output), { recursive: true });
    mkdirSync(created, { recursive: true });
    symlinkSync(join(SHARED, output), join(created, output));
  }
  return created;
}

function start(name: string, at: string): Program {
  const program = runProgram(name, ['--port', '0'], at, { LECTERN_BRANDS: '' });
  running.push(program);
  return program;
}

/** Starts the admin. @returns the link to its first screen */
async function linkOf(at: string): Promise<string> {
  const [link] = await start('admin', at).says(/http:\/\/localhost:\d+\/#\/setup\/[\w-]+/);
  return link;
}

const step = (page: Page, name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
const next = (page: Page, name = 'Continue') => page.getByRole('button', { name, exact: true }).click();

/** Checks that the screen is clean in axe and fits, in four windows. */
async function isSound(page: Page): Promise<void> {
  for (const [width, height, colorScheme] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect({ width, wide }).toEqual({ width, wide: width });
    expect(await violationsOn(page), `${width} ${colorScheme}`).toEqual([]);
  }
}

test.describe('the first screen of the admin', () => {
  test('sets up a site from the printed link, which npm start then shows', async ({ page }) => {
    await page.goto(await linkOf(state));
    await step(page, 'Name and look');
    await page.getByLabel('Name of the site').fill('Acme Reads');
    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('blurple');
    await expect(page.getByText('is not a colour')).toBeVisible();
    await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('gold');
    await expect(page.getByText('Buttons use a darker tone')).toBeVisible();
    await expect(page.getByLabel('Id')).toHaveAttribute('placeholder', 'acme-reads');
    await isSound(page);
    await next(page);

    await step(page, 'Books and languages');
    await page.getByLabel('Choose files').setInputFiles(readdirSync(books).map((name) => join(books, name)));
    await expect(page.getByText('6 books can be imported')).toBeVisible();
    await expect(page.getByText('1 book would not be shown')).toBeVisible();
    await isSound(page);
    await next(page, 'Add');
    await expect(page.getByRole('checkbox', { name: 'Español' })).toBeChecked();
    await next(page);

    await step(page, 'Your account');
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel('Password').fill('passwordpassword');
    await isSound(page);
    await next(page);

    await step(page, 'Preview');
    await expect(page.getByRole('img', { name: 'Logo of Acme Reads' })).toBeVisible();
    await expect(page.getByText('English, Español')).toBeVisible();
    await isSound(page);
    await next(page, 'Create the site');
    await step(page, 'Your account');
    await expect(page.getByText('is too easy to guess')).toBeVisible();
    await page.getByLabel('Password').fill(PASSWORD);
    await next(page);
    await next(page, 'Create the site');

    await step(page, 'Acme Reads is set up');
    await expect(page.getByText('6 books imported')).toBeVisible();
    await isSound(page);
    const site = start('start', state);
    const [, port] = await site.says(/^Lectern is at http:\/\/localhost:(\d+)\/$/m);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill('ann@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await step(page, 'Set up two-factor authentication');
    await page.reload();
    await step(page, 'Set up two-factor authentication');

    await page.goto(`http://localhost:${port}/`);
    await expect(page).toHaveTitle(/Acme Reads/);
    await expect(page.getByRole('link', { name: 'The Raft' }).first()).toBeVisible();
    await page.goto(`http://localhost:${port}/es/`);
    await expect(page.getByRole('link', { name: 'La Balsa' }).first()).toBeVisible();
  });

  test('can be completed by keyboard, keeps answers after a reload, and needs the link in another browser', async ({
    page,
    browser,
  }) => {
    const link = await linkOf(newState('keyboard'));
    await page.goto(link);
    const tabTo = async (name: string, role: 'textbox' | 'button') => {
      const target = page.getByRole(role, { name, exact: true });
      for (let presses = 0; presses < 40; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} cannot be reached by keyboard.`);
    };
    await step(page, 'Name and look');
    await tabTo('Name of the site', 'textbox');
    await page.keyboard.type('Night Reads');
    await tabTo('Colour', 'textbox');
    await page.keyboard.type('teal');
    await expect(page.getByText('has a contrast of')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Name of the site')).toHaveValue('Night Reads');
    await tabTo('Colour', 'textbox');
    await page.keyboard.press('Enter');
    await step(page, 'Books and languages');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo('Continue without books', 'button');
    await page.keyboard.press('Enter');
    await step(page, 'Your account');
    await tabTo('Email', 'textbox');
    await page.keyboard.type('ann@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await step(page, 'Preview');
    await expect(page.getByRole('img', { name: 'Logo of Night Reads' })).toBeVisible();

    const other = await browser.newPage();
    await other.goto(link);
    await expect(other.getByText('This link has expired or was used')).toBeVisible();
    await other.goto(new URL('/', link).href);
    await step(other, 'This page needs the link from the terminal');
    expect(await violationsOn(other)).toEqual([]);
    await other.close();

    await tabTo('Create the site', 'button');
    await page.keyboard.press('Enter');
    await step(page, 'Night Reads is set up');
  });
});
