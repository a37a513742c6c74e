import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { firstInput, idle } from './at-rest.ts';
import { siteOf } from './site.ts';

const entry = {
  book: { id: 1, title: 'Moon', category: { name: 'Romance', sub_name: null } },
  cover: null,
  chapter: { id: 1, number: 1, title: 'One' },
  read_at: '2026-03-01T04:05:06Z',
};
const FILLED = {
  userInfo: '{"id":3,"name":"Ann","email":"ann@example.com","coins":5,"created_at":"2026-01-01T00:00:00Z"}',
  loginStatus: 'true',
  readlogList: JSON.stringify([entry]),
  local_uid: '3f0e8c0a-1d2b-4c3d-8e4f-5a6b7c8d9e0f',
  font_size: '20',
  bg_color: '3',
  bg_night: 'true',
  'lectern:renew-at': '4000000000000',
  'lectern:removed': '[]',
  'lectern:shelf': JSON.stringify([{ book: entry.book, cover: null, added_at: '2026-03-01T04:05:06Z' }]),
  'lectern:lists': '[{"id":"abcd-1","name":"Sea","at":5}]',
  'lectern:listed': '[{"list":"abcd-1","book_id":1,"at":5}]',
  'lectern:seen': '[{"book_id":1,"chapters":1,"at":5}]',
  'lectern:briefs': '{"at":4000000000000,"items":[{"id":1,"chapters":9}]}',
  'lectern:hidden-tags': '[{"id":1,"name":"Wolves","at":5}]',
  'lectern:gone': '[{"key":"shelf/2","at":5}]',
  'lectern:synced': '{"account":3,"cursor":"","at":5,"known":{}}',
  'lectern:kept': JSON.stringify([
    {
      book: entry.book,
      cover: null,
      start: '/book-reader/1/1',
      total: 3,
      done: 0,
      bytes: 0,
      state: 'paused',
      kept_at: '2026-03-01T04:05:06Z',
    },
  ]),
  'lectern:notify-offered': 'true',
  'lectern:recent-searches': '["moon"]',
  'lectern:marks': JSON.stringify([
    { kind: 'removed', id: '3f0e8c0a-1d2b', updated_at: '2026-03-01T04:05:06Z' },
    {
      kind: 'bookmark',
      id: '3f0e8c0a-1d2c',
      book: entry.book,
      chapter: entry.chapter,
      text: 'One',
      note: '',
      start: { block: 0, offset: 0, hash: '0123abcd' },
      created_at: '2026-03-01T04:05:06Z',
      updated_at: '2026-03-01T04:05:06Z',
    },
  ]),
  'lectern:listening': '{"rate":1.5,"voices":{"en":"Ann"}}',
  'lectern:vertical': 'true',
  'lectern:reader': '{"face":"sans","leading":4,"flow":"scroll","speed":7}',
  'lectern:pace': '310',
  'lectern:read': '[{"book_id":1,"spans":[[1,2]]}]',
};
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nothing: {},
  'a value for every key': FILLED,
  'invalid data': Object.fromEntries(['token', ...Object.keys(FILLED)].map((key) => [key, '{"x":[1,'])),
};

/** The localStorage keys of a session. */
const SIGNED_IN: readonly string[] = ['token', 'loginStatus'];

/** Opens a page with saved values in localStorage. @returns the errors the browser reports */
async function open(page: Page, path: string, saved: Readonly<Record<string, string>>): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript((values) => {
    if (sessionStorage.getItem('prepared')) return;
    sessionStorage.setItem('prepared', 'yes');
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, saved);
  await page.goto(siteOf('local') + path);
  return errors;
}

/** URL of the first chapter of the first book on the home page. */
async function firstChapter(page: Page): Promise<string> {
  const linkTo = async (path: string, start: string) => {
    await page.goto(siteOf('local') + path);
    return (await page.locator(`main a[href^="${start}"]`).first().getAttribute('href')) ?? '';
  };
  return linkTo(await linkTo('/', '/novel/'), '/book-reader/');
}

/** Waits until all islands are hydrated. */
const hydrated = (page: Page) => expect(page.locator('astro-island[ssr]')).toHaveCount(0);

for (const [state, saved] of Object.entries(STATES)) {
  const details = state === 'a value for every key' ? {} : SLOW;
  for (const path of ['/history', '/login', '/search', '/myinfo']) {
    test(`${path} hydrates without an error if the browser has saved ${state}`, details, async ({ page }) => {
      const errors = await open(page, path, saved);
      // Without a session, the page redirects to sign-in.
      if (path === '/myinfo') await page.waitForURL(/\/login\?to=/);
      if (path === '/login' || path === '/myinfo') await firstInput(page);
      if (path === '/search') await page.locator('main input[name=q]').focus();
      await hydrated(page);
      await idle(page);
      expect(errors).toEqual([]);
    });
  }

  test(`a chapter has the correct appearance if the browser has saved ${state}`, details, async ({ page }) => {
    const errors = await open(page, await firstChapter(page), saved);
    await hydrated(page);
    const isFilled = state === 'a value for every key';
    await expect(page.locator('html')).toHaveAttribute('data-size', isFilled ? '20' : '16');
    await expect(page.locator('html')).toHaveAttribute('data-paper', isFilled ? '3' : '1');
    if (isFilled) await expect(page.locator('html')).toHaveAttribute('data-mode', 'night');
    expect(errors).toEqual([]);
  });
}

for (const [state, saved] of Object.entries(STATES)) {
  test(
    `the account page hydrates without an error if the browser has saved ${state}`,
    state === 'a value for every key' ? {} : SLOW,
    async ({ page }) => {
      const errors = await open(page, '/login', {});
      await page.getByRole('button', { name: 'Create an account' }).first().click();
      await page.getByLabel('Name').fill('Ann Reader');
      await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
      await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
      await page.locator('.login [type="submit"]').click();
      await expect(page.locator('.profile')).toContainText('Ann Reader');
      // The token determines whether a visitor is signed in; the redirect without one is tested above.
      await page.evaluate(
        ([values, sessionKeys]) => {
          for (const key of Object.keys(localStorage)) if (!sessionKeys.includes(key)) localStorage.removeItem(key);
          for (const [key, value] of Object.entries(values))
            if (!sessionKeys.includes(key)) localStorage.setItem(key, value);
        },
        [saved, SIGNED_IN] as const,
      );
      await page.reload();
      await hydrated(page);
      await expect(page.locator('.profile')).toContainText('Ann Reader');
      expect(errors).toEqual([]);
    },
  );
}

test('the bar of the reader opens with a tap and with the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const errors = await open(page, await firstChapter(page), {});
  await hydrated(page);
  const night = page.getByRole('button', { name: 'Night' });
  await expect(night).not.toBeInViewport();
  await night.focus();
  await expect(night).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mode', 'night');
  await night.blur();
  await expect(night).not.toBeInViewport();
  await page.locator('[data-reader-text] p').first().click();
  await expect(night).toBeInViewport();
  await page.getByRole('link', { name: 'Contents' }).click();
  await expect(page.getByRole('dialog').locator('[aria-current=page]')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(errors).toEqual([]);
});
