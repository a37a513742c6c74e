import { expect, type Page, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { PASSWORD, storedAccount } from './account.ts';
import { rest } from './at-rest.ts';
import { novel, ready } from './reader.ts';
import { siteOf } from './site.ts';

test.use({ viewport: { width: 390, height: 844 } });

const site = siteOf('fingeread');
const paths = createPaths('en');

/** Simulates a browser that blocks site data: even reading the properties throws. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'caches'])
      Object.defineProperty(window, name, { get, configurable: true });
  });
}

/** Fills the site's storage up to the browser's quota. */
async function fillStorage(page: Page, origin = site): Promise<void> {
  await page.goto(`${origin}/400`);
  await page.evaluate(() => {
    for (let size = 1 << 20, index = 0; size >= 1; index += 1) {
      try {
        localStorage.setItem(`filler-${index}`, 'x'.repeat(size));
      } catch {
        size = size === 1 ? 0 : Math.ceil(size / 2);
      }
    }
  });
}

const FAULTS = [
  { fault: 'full', arrange: fillStorage, why: "This browser's storage is full" },
  { fault: 'blocked', arrange: blockStorage, why: 'This browser blocks storage for this site' },
] as const;

const notice = (page: Page) => page.locator('[data-notice="unsaved"]');

/** Selects a word of the chapter's third paragraph. */
async function selectWord(page: Page): Promise<void> {
  const line = page.locator('[data-current] .reader-text > p').nth(2);
  await line.scrollIntoViewIfNeeded();
  await rest(page);
  await expect(async () => {
    await line.dblclick({ position: { x: 30, y: 12 } });
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

const openNovel = async (page: Page) => void (await page.goto(site + paths.novel((await novel()).book)));
const openFirstChapter = async (page: Page) => {
  await page.goto((await novel()).addressOf(0));
  await ready(page);
};
const press = (key: string) => (page: Page) => page.keyboard.press(key);

/** Every action that saves something: the page, the steps, and what is reported as not saved. */
const ACTIONS: readonly {
  readonly what: string;
  readonly open: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
  readonly unsaved: string;
}[] = [
  {
    what: 'adding a book to the shelf',
    open: openNovel,
    act: (page) => page.locator('.shelf-button').click(),
    unsaved: 'your shelf and lists',
  },
  {
    what: 'hiding a tag',
    open: openNovel,
    act: async (page) => {
      await page.locator('.hide-tags summary').click();
      await page.locator('.hide-tags').getByRole('button').first().click();
    },
    unsaved: 'your hidden tags',
  },
  {
    what: 'choosing night mode outside the reader',
    open: async (page) => void (await page.goto(site)),
    act: (page) => page.locator('[data-mode-toggle]').first().click(),
    unsaved: 'your settings',
  },
  { what: 'choosing night mode in a chapter', open: openFirstChapter, act: press('d'), unsaved: 'your settings' },
  { what: 'choosing a font size', open: openFirstChapter, act: press('+'), unsaved: 'your settings' },
  { what: 'choosing paginated mode', open: openFirstChapter, act: press('v'), unsaved: 'your settings' },
  {
    what: 'highlighting a word',
    open: openFirstChapter,
    act: async (page) => {
      await selectWord(page);
      await page.getByRole('button', { name: 'Highlight: Green' }).click();
    },
    unsaved: 'your bookmarks and notes',
  },
  {
    what: 'reading a chapter',
    open: openFirstChapter,
    act: (page) => page.mouse.wheel(0, 1500),
    unsaved: 'your place in this book',
  },
];

for (const { fault, arrange, why } of FAULTS) {
  const details = fault === 'full' ? SLOW : {};
  for (const { what, open, act, unsaved } of ACTIONS) {
    const everyday = what === ACTIONS[0]?.what ? details : SLOW;
    test(`storage ${fault}: ${what} shows that the change was not saved`, everyday, async ({ page }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await arrange(page);
      await open(page);
      await act(page);
      // The notice also names what else could not be saved, such as the place in a chapter.
      await expect(notice(page)).toContainText(new RegExp(`^Not saved: .*${unsaved}.*\\. ${why}`));
      await expect(notice(page)).toBeInViewport();
      expect(errors).toEqual([]);
    });
  }

  test(
    `storage ${fault}: a shelf that is not saved works on the page, and is empty on the next page`,
    details,
    async ({ page }) => {
      await arrange(page);
      await openNovel(page);
      await page.locator('.shelf-button').click();
      await expect(page.locator('.shelf-button')).toHaveAttribute('data-kept', 'true');
      await expect(notice(page)).toBeVisible();
      await expect(page.getByText('Added to shelf')).toHaveCount(0);
      await openNovel(page);
      await expect(page.locator('html')).not.toHaveAttribute('data-on-shelf');
    },
  );

  test(`storage ${fault}: the sign-in and sign-up forms report that they need storage`, details, async ({ page }) => {
    const email = await storedAccount('fingeread');
    const calls: string[] = [];
    page.on('request', (request) => /auth\.(login|register)/.test(request.url()) && calls.push(request.url()));
    await arrange(page);
    await page.goto(`${site}/login?to=%2Fmyinfo`);
    for (const mode of ['Sign in', 'Create an account'] as const) {
      await page.getByRole('button', { name: mode, exact: true }).first().click();
      await page.getByLabel('Email').fill(mode === 'Create an account' ? `new-${email}` : email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.locator('.login [type="submit"]').click();
      const message = page.locator('.form-error');
      await expect(message).toContainText('You cannot be signed in because');
      await expect(message).toContainText(fault === 'full' ? 'storage is full' : 'blocks storage');
    }
    // No account is created, because its owner could not use it.
    expect(calls).toEqual([]);
    await expect(page).toHaveURL(/\/login\?to=%2Fmyinfo$/);
  });

  test(
    `storage ${fault}: signing in without the script of the form reports that the sign-in was not saved`,
    details,
    async ({ page }) => {
      const email = await storedAccount('fingeread');
      await arrange(page);
      await page.route(/_astro\/(LoginForm|client)\.[^/]*\.js$/, () => undefined);
      await page.goto(`${site}/login?to=%2Fgenres`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.locator('.login [type="submit"]').click();
      await expect(notice(page)).toContainText(`Not saved: your sign-in. ${why}`);
      await expect(page).toHaveURL(/\/login/);
      const stored = await page.evaluate(() => {
        try {
          return localStorage.getItem('loginStatus');
        } catch {
          return null;
        }
      });
      expect(stored).toBeNull();
    },
  );

  test(`storage ${fault}: the account page redirects to the sign-in page only once`, SLOW, async ({ page }) => {
    await arrange(page);
    const visited: string[] = [];
    page.on('request', (sent) => sent.isNavigationRequest() && visited.push(new URL(sent.url()).pathname));
    await page.goto(`${site}/myinfo`);
    await expect(page).toHaveURL(/\/login\?to=%2Fmyinfo$/);
    await page.waitForLoadState('networkidle');
    expect(visited.filter((path) => path === '/login')).toHaveLength(1);
  });

  test(`storage ${fault}: a translator application reports only once that it is not saved`, SLOW, async ({ page }) => {
    await arrange(page);
    await page.goto(`${site}/becomeOurTranslator`);
    if (fault === 'full')
      await page.evaluate(() => {
        for (let size = 1 << 20, index = 0; size >= 1; index += 1) {
          try {
            sessionStorage.setItem(`filler-${index}`, 'x'.repeat(size));
          } catch {
            size = size === 1 ? 0 : Math.ceil(size / 2);
          }
        }
      });
    await page.locator('.apply input[name=name]').pressSequentially('Ann Reader');
    await expect(notice(page)).toContainText(`Not saved: what you typed. ${why}`);
    await expect(page.locator('.apply input[name=name]')).toHaveValue('Ann Reader');
  });

  test(`storage ${fault}: the reader changes chapters and the search works, without errors`, SLOW, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await arrange(page);
    const { addressOf } = await novel();
    await page.goto(addressOf(0));
    await ready(page);
    await page.keyboard.press('n');
    await expect(page).toHaveURL(addressOf(1));
    await page.goto(`${site}/search`);
    await page.locator('main input[name=q]').fill('palm');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\/result\/palm$/);
    expect(errors).toEqual([]);
  });
}
