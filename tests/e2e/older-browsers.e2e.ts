import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import * as contract from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { removedGlobalsScript } from '../helpers/removed-globals.ts';
import { SLOW } from '../slow-tests.ts';
import { ask, type Edition } from './facts.ts';
import { type OlderSite, startOlderSite } from './older-site.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
const paths = createPaths('en');

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

/** Script that removes the features that are missing in the oldest supported browsers. */
const removal = removedGlobalsScript();
let server: OlderSite;

test.beforeAll(async () => {
  server = await startOlderSite(siteOf('fingeread'), removal);
});
test.afterAll(() => server.close());

/** @returns errors thrown by pages */
async function removeNewerGlobals(context: BrowserContext): Promise<string[]> {
  const errors: string[] = [];
  await context.addInitScript(removal);
  context.on('weberror', (error) => {
    const { message } = error.error();
    // Ignores errors of pages that are left during their transition.
    if (!message.startsWith('Transition was')) errors.push(`${error.page()?.url()}: ${message}`);
  });
  return errors;
}

async function openWithWorker(page: Page, path: string): Promise<void> {
  // Older browsers do not prerender. A prerendered page would behave as if it were visible, because the globals that
  // reveal prerendering are removed.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setPrerenderingAllowed', { isAllowed: false });
  await page.goto(server.origin + path);
  // The service worker is registered on the first interaction with the page.
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  expect(await worker.evaluate(() => typeof Promise.withResolvers)).toBe('undefined');
  expect(await page.evaluate(() => typeof Promise.withResolvers)).toBe('undefined');
}

async function bookWithChapters() {
  const { items } = await ask(EDITION, contract.recommendIndex3, {});
  const book = items.flatMap((shelf) => shelf.books).find(({ chapters }) => chapters > 2);
  if (!book) throw new Error('The store has no book.');
  const chapters = await ask(EDITION, contract.bookChapters, { book_id: book.id });
  return { ...book, items: chapters.items };
}

test('an older browser shows the content of every page after the first, not "You are offline"', async ({
  page,
  context,
}) => {
  const errors = await removeNewerGlobals(context);
  const book = await bookWithChapters();
  await openWithWorker(page, paths.home());
  const [chapter] = book.items;
  const visited = [
    paths.genres(),
    paths.novel(book),
    paths.reader(book.id, chapter?.id ?? 0),
    paths.history(),
    '/search',
  ];
  for (const path of visited) {
    const response = await page.goto(server.origin + path);
    expect([path, response?.status(), response?.fromServiceWorker()]).toEqual([path, 200, true]);
    await expect(page.locator('h1').first()).not.toHaveText('You are offline');
    // The key press loads the islands and modules of first use, which must run too.
    await page.keyboard.press('Shift');
    await page.waitForLoadState('networkidle');
  }
  expect(errors).toEqual([]);
});

test('the reader, the settings and the search work in an older browser', SLOW, async ({ page, context }) => {
  const errors = await removeNewerGlobals(context);
  const book = await bookWithChapters();
  await openWithWorker(page, paths.novel(book));
  const [first, second] = book.items;
  await page.goto(server.origin + paths.reader(book.id, first?.id ?? 0));
  await expect(page.locator('article h1').first()).toHaveText(first?.title ?? '');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readlogList'))).toContain(book.title);
  await page.goto(server.origin + paths.reader(book.id, second?.id ?? 0));
  await expect(page.locator('article h1').first()).toHaveText(second?.title ?? '');
  await page.goto(`${server.origin}/search`);
  const field = page.locator('main input[type=search]').first();
  await field.fill(book.title);
  await field.press('Enter');
  await expect(page.locator('main')).toContainText(book.title);
  expect(errors).toEqual([]);
});
