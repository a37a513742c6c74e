import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';

const PROJECT = join(import.meta.dirname, '../..');

test.describe.configure({ mode: 'default' });

/** A copy of the project's files, because the tests change some of them. */
let copy: string;
let server: ChildProcess;
let origin: string;

test.beforeAll(async () => {
  copy = join(PROJECT, 'var/test', `dev-${process.pid}`);
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((name) => name && !/^tests\//.test(name))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(PROJECT, file), join(copy, file));
  }
  execFileSync(process.execPath, [join(PROJECT, 'scripts/admin.ts'), 'install'], { stdio: 'inherit' });
  for (const folder of ['', 'src/admin/ui'])
    symlinkSync(join(PROJECT, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  server = start('dev');
  origin = await addressOf(server);
});
test.afterAll(async () => {
  await stop(server);
  rmSync(copy, { recursive: true, force: true });
});

function start(command: string): ChildProcess {
  const env = { ...process.env, LECTERN_STATE: join(copy, 'state') };
  const args = [join(copy, `scripts/${command}.ts`), '--port', '0'];
  return spawn(process.execPath, args, { env, cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  child?.kill('SIGTERM');
  if (child?.exitCode === null) await once(child, 'exit');
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The server has no output.');
  for await (const line of createInterface(stdout)) {
    const address = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error('The server ended before it printed its address.');
}

/** Replaces text in a file of the copy. */
function change(file: string, from: string, to: string): void {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

test('the development server shows the pages of the built site without errors and forwards API calls', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${origin}/`);
  await expect(page.locator('.shelf').first()).toBeVisible();
  await page.locator('.card a').first().click();
  await expect(page).toHaveURL(/\/novel\/\d+\//);
  await page.locator('a[href^="/book-reader/"]').first().click();
  await expect(page).toHaveURL(/\/book-reader\/\d+\/\d+/);
  await page.getByRole('button', { name: 'Text' }).click();
  await expect(page.locator('.reader-controls')).toHaveAttribute('data-panel', 'type');
  expect(errors).toEqual([]);
  const statuses = await page.evaluate(() =>
    Promise.all(
      ['/nothing', '/tags', '/Tags', '/public/v1/book.list', '/robots.txt'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  );
  expect(statuses).toEqual([404, 200, 200, 200, 200]);
});

test.describe('changes during development', () => {
  test.beforeEach(({ page }) => page.goto(`${origin}/`));

  test('the development server immediately shows a changed component', async ({ page }) => {
    change('src/features/home/HomePage.astro', '<h1 class="said">', '<p>A new line</p><h1 class="said">');
    await expect(page.getByText('A new line')).toBeVisible();
  });

  test('the development server immediately applies a changed style sheet, without reloading the page', async ({
    page,
  }) => {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    change('src/shell/styles/shelf.css', '{', '{ outline: 3px solid rgb(1, 2, 3);');
    await expect(page.locator('.shelf-books').first()).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('after a change to an inline script, or to a module it imports, the browser immediately runs the new version', async ({
    page,
  }) => {
    change('src/shell/layout/color-mode.inline.ts', 'show();', "show();\nroot.dataset['first'] = NIGHT;");
    await expect(page.locator('html')).toHaveAttribute('data-first', 'bg_night');
    change('src/shell/state/storage-keys.ts', "NIGHT = 'bg_night'", "NIGHT = 'bg_night_2'");
    await expect(page.locator('html')).toHaveAttribute('data-first', 'bg_night_2');
  });

  test('the development server immediately shows a changed text', async ({ page }) => {
    change('src/i18n/locales/en/common.json', '"home": "Home"', '"home": "Front"');
    await expect(page.getByRole('link', { name: 'Front' }).first()).toBeVisible();
  });

  test('the development server immediately shows data from a changed view model', async ({ page }) => {
    change('src/features/home/views/home.ts', 'name: shelf.name,', 'name: "Shelf " + shelf.name,');
    await expect(page.getByRole('heading', { name: /^Shelf / }).first()).toBeVisible();
  });

  test('the development server immediately shows a changed brand, even after a version with a syntax error', async ({
    page,
  }) => {
    for (const [from, to] of [
      ["'Lectern'", "'Lectern One'"],
      ["'Lectern One'", "'Lectern Two"],
      ["'Lectern Two", "'Lectern Two'"],
    ] as const) {
      change('brands/local/brand.ts', `appName: ${from}`, `appName: ${to}`);
      if (to.endsWith("'")) await expect(page).toHaveTitle(new RegExp(to.slice(1, -1)));
    }
  });

  test("the development server immediately applies a change to the brand's style sheet", async ({ page }) => {
    change('brands/local/layout.css', '{', '{ outline: 3px solid rgb(4, 5, 6);');
    await expect(page.locator('.shelf-head').first()).toHaveCSS('outline-color', 'rgb(4, 5, 6)');
  });

  test('the development server immediately shows the new text after an island uses a different text key', async ({
    page,
  }) => {
    await page.goto(`${origin}/search`);
    change('src/features/search/island/SearchBox.tsx', "aria-label={t('submit')}", "aria-label={t('start-title')}");
    await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
  });

  test('the development server immediately shows a changed island, which keeps its state', async ({ page }) => {
    await page.goto(`${origin}/search`);
    const input = page.getByRole('combobox');
    await input.pressSequentially('lamp');
    await expect(page.locator('astro-island[ssr] .search-box')).toHaveCount(0);
    change(
      'src/features/search/island/SearchBox.tsx',
      '<search className="search-box"',
      '<search title="A box" className="search-box"',
    );
    await expect(page.getByTitle('A box')).toBeVisible();
    await expect(input).toHaveValue('lamp');
  });
});

test('the admin development server immediately shows a change to the page', async ({ page }) => {
  const admin = start('dev-admin');
  try {
    await page.goto(await addressOf(admin));
    await page.getByLabel('Mail').fill('nobody@example.org');
    await page.getByLabel('Password').fill('a guess');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Incorrect email or password')).toBeVisible();
    change('src/admin/ui/sign-in/DoorCard.tsx', 'Lectern admin', 'The admin, changed');
    await expect(page.getByText('The admin, changed')).toBeVisible();
  } finally {
    await stop(admin);
  }
});
