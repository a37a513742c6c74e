import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import * as contract from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { cacheNames } from '#src/shell/service-worker/cache-names.ts';
import { SLOW } from '../slow-tests.ts';
import { ask, type Edition } from './facts.ts';
import { request, siteOf } from './site.ts';

const EDITION: Edition = { brand: 'freenovel', prefix: '/freenovel_api', locale: 'en' };
const NAMES = cacheNames(EDITION.prefix);
const site = siteOf('freenovel');
const paths = createPaths('en');

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

interface Subject {
  readonly id: number;
  readonly title: string;
  readonly href: string;
  readonly chapters: readonly { readonly id: number; readonly title: string }[];
}

/** A book with few chapters. */
async function shortBook(): Promise<Subject> {
  const { items } = await ask(EDITION, contract.recommendIndex3, {});
  const books = items.flatMap((shelf) => shelf.books).sort((a, b) => a.chapters - b.chapters);
  const book = books.find(({ chapters }) => chapters > 2);
  if (!book) throw new Error('The store has no book.');
  const chapters = await ask(EDITION, contract.bookChapters, { book_id: book.id });
  return { id: book.id, title: book.title, href: paths.novel(book), chapters: chapters.items };
}

/** Opens a page and waits until the service worker controls it. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(site + path);
  // The service worker is registered on the first interaction with the page.
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function downloadBook(page: Page, { href }: Subject): Promise<void> {
  await visit(page, href);
  await page.locator('.keep-button').click();
  const panel = page.locator('.keep-panel');
  await panel.getByRole('button', { name: 'Download this book' }).click();
  await expect(panel.getByText('Downloaded to this device', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
}

const cacheList = (page: Page) => page.evaluate(() => caches.keys());
const heading = (page: Page) => page.locator('article h1').first();

test('a downloaded book can be read completely while offline', async ({ page, context }) => {
  const book = await shortBook();
  await downloadBook(page, book);
  await context.setOffline(true);
  await page.goto(site + paths.genres());
  await expect(page.locator('h1')).toHaveText('You are offline');
  await expect(page).toHaveTitle('You are offline – books on this device | FreeNovel');
  await page.locator('.offline-books a', { hasText: book.title }).click();
  for (const [index, chapter] of book.chapters.entries()) {
    await expect(page).toHaveURL(site + paths.reader(book.id, chapter.id));
    await expect(heading(page)).toHaveText(chapter.title);
    const length = (await page.locator('[data-reader-text]').first().textContent())?.length ?? 0;
    expect(length).toBeGreaterThan(200);
    const next = book.chapters[index + 1];
    if (next) await page.goto(site + paths.reader(book.id, next.id));
  }
  await page.goto(site + book.href);
  await expect(page.locator('h1')).toHaveText(book.title);
  // The button shows the download before any interaction.
  await expect(page.locator('[ssr] .keep-button')).toHaveText(/Download\s*Downloaded to this device/);
  await expect(page.locator('[ssr] .keep-on')).toBeVisible();
});

test('a downloaded book can be searched completely while offline', async ({ page, context }) => {
  const book = await shortBook();
  await downloadBook(page, book);
  const last = book.chapters.at(-1);
  const content = await ask(EDITION, contract.chapterShow, { book_id: book.id, chapter_id: last?.id ?? 0 });
  const words = content.chapter?.html.replaceAll(/<[^>]+>/g, ' ').match(/\p{L}{7,}/gu) ?? [];
  const word = words.at(-1) ?? '';
  expect(word).not.toBe('');
  await page.goto(site + paths.reader(book.id, book.chapters[0]?.id ?? 0));
  await context.setOffline(true);
  await page.keyboard.press('f');
  await page.getByRole('searchbox', { name: 'Word or phrase' }).fill(word);
  await page.getByRole('button', { name: 'Find in the whole book' }).click();
  const results = page.locator('.find-results li');
  await expect(results.filter({ hasText: last?.title ?? '' })).toContainText(word);
  await results.last().getByRole('link').click();
  await expect(heading(page)).toHaveText(last?.title ?? '');
});

test('the history, the downloads and the reader are hydrated while offline', SLOW, async ({ page, context }) => {
  const book = await shortBook();
  await downloadBook(page, book);
  await context.setOffline(true);
  await page.goto(`${site}${paths.history()}#kept`);
  await expect(page.locator('.kept strong')).toHaveText(book.title);
  await page.locator('.kept a').click();
  await expect(heading(page)).toHaveText(book.chapters[0]?.title ?? '');
  // The reader's island is hydrated and records reading.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readlogList'))).toContain(book.title);
});

test(
  'the notebook of a downloaded book opens while offline even if it was never visited',
  SLOW,
  async ({ page, context }) => {
    const book = await shortBook();
    await downloadBook(page, book);
    const [chapter] = book.chapters;
    const mark = {
      id: 'mark-00001',
      kind: 'highlight',
      book: { id: book.id, title: book.title, category: { name: 'x', sub_name: null } },
      chapter: { id: chapter?.id, number: 1, title: chapter?.title },
      start: { block: 1, offset: 0, hash: '0123abcd' },
      end: { block: 1, offset: 4, hash: '0123abcd' },
      text: 'Marked before the tunnel',
      note: '',
      colour: 'yellow',
      created_at: '2026-04-01T12:00:00.000Z',
      updated_at: '2026-04-01T12:00:00.000Z',
    };
    await page.evaluate((saved) => localStorage.setItem('lectern:marks', saved), JSON.stringify([mark]));
    await context.setOffline(true);
    await page.goto(site + book.href);
    await page.getByRole('link', { name: 'Your notebook' }).click();
    await expect(page.locator('.note-passage')).toContainText('Marked before the tunnel');
    await page.locator('.note-passage').click();
    await expect(page).toHaveURL(new RegExp(`/book-reader/${book.id}/${chapter?.id}`));
    await expect(heading(page)).toHaveText(chapter?.title ?? '');
  },
);

test('the offline page loads the requested page as soon as the device is online again', async ({ page, context }) => {
  await visit(page, paths.home());
  await context.setOffline(true);
  await page.goto(site + paths.tags());
  await expect(page.locator('h1')).toHaveText('You are offline');
  await context.setOffline(false);
  await expect(page.locator('h1')).not.toHaveText('You are offline');
  await expect(page).toHaveURL(site + paths.tags());
});

test('the download of a book continues after a reload and can be removed', SLOW, async ({ page }) => {
  const book = await shortBook();
  await visit(page, book.href);
  const gate = Promise.withResolvers<void>();
  const last = paths.reader(book.id, book.chapters.at(-1)?.id ?? 0);
  await page.context().route(`${site}${last}`, async (route) => {
    await gate.promise;
    await route.continue().catch(() => undefined);
  });
  await page.locator('.keep-button').click();
  await page.getByRole('button', { name: 'Download this book' }).click();
  await expect(page.locator('.keep-panel progress')).not.toHaveJSProperty('value', 0);
  await page.goto(site + paths.history());
  gate.resolve();
  await expect(page.locator('.kept').getByText('Downloaded to this device', { exact: true })).toBeVisible();
  await page.locator('.kept').getByRole('button', { name: 'Remove from this device' }).click();
  await expect(page.locator('.kept')).toHaveCount(0);
  expect((await cacheList(page)).filter((name) => name.startsWith(NAMES.books))).toEqual([]);
});

test('caches contain no data of a session or of another brand', async ({ page }) => {
  await visit(page, paths.home());
  await page.evaluate(async () => {
    await (await caches.open('lectern/other_api/book/1')).put('/book-reader/1/1', new Response('of another brand'));
    await (await navigator.serviceWorker.getRegistration())?.unregister();
  });
  await visit(page, paths.login());
  await page.getByRole('button', { name: 'Create an account' }).first().click();
  await page.getByLabel('Name').fill('Ann Reader');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.locator('.login [type="submit"]').click();
  await expect(page).toHaveURL(site + paths.myinfo());
  await page.goto(site + paths.history());
  const cached = await page.evaluate(async (own) => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { foreign: names.filter((name) => !name.startsWith(own)), urls: keys.flat().map(({ url }) => url) };
  }, NAMES.own);
  expect(cached.foreign).toEqual([]);
  expect(cached.urls.filter((url) => url.includes(`${EDITION.prefix}/v1/`))).toEqual([]);
});

test('unlocked chapters are removed from the caches on sign-out', async ({ page }) => {
  await visit(page, paths.home());
  await page.evaluate(async (name) => {
    localStorage.setItem('token', 'a-token-of-more-than-sixteen-letters');
    await (await caches.open(name)).put('/freenovel_api/v1/chapter.show?book_id=1&chapter_id=1', new Response('{}'));
  }, NAMES.unlocked);
  // The upstream rejects the token, so the device deletes the token and everything stored with it.
  await page.goto(site + paths.myinfo(), { waitUntil: 'commit' });
  await page.waitForURL(`${site}${paths.login()}?to=${encodeURIComponent(paths.myinfo())}`);
  await expect.poll(() => cacheList(page)).not.toContain(NAMES.unlocked);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('the site can be installed as an app', SLOW, async () => {
  const { text } = await request('freenovel', '/');
  const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(text) ?? [];
  const manifest = JSON.parse((await request('freenovel', address)).text);
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', name: 'FreeNovel' });
  const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  for (const { src } of icons) expect((await request('freenovel', src)).status).toBe(200);
  const [, touch = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(text) ?? [];
  expect((await request('freenovel', touch)).status).toBe(200);
});
