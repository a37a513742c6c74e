import { type Browser, expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { demoBook, rewrite } from './demo-book.ts';
import { type HeldRequests, holdRequests } from './held-requests.ts';
import { novel } from './reader.ts';
import { request } from './site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const LONG_TEXT = `<p>${'And so the river went on. '.repeat(60)}</p>`;

const undo: (() => void)[] = [];
test.afterEach(() => {
  for (const restore of undo.splice(0)) restore();
});

// Several tests rewrite the same chapter, so they run one after the other. No other file uses this book.
test.describe.configure({ mode: 'default' });

/**
 * Replaces the first chapter of a demo book, and waits until the site no longer shows its earlier text from a cache.
 * @returns the URLs of its chapters
 */
async function chapterWith(html: (addressOf: (index: number) => string) => string): Promise<(index: number) => string> {
  const { book, chapters, addressOf, pathOf } = await demoBook('A Correction Concerning Cake');
  const text = html(addressOf);
  undo.push(rewrite(book.id, chapters[0]?.id ?? 0, text));
  await expect.poll(() => shownLetters(pathOf(0))).toBe(lettersOf(text));
  return addressOf;
}

/** The letters of a chapter's text, without its title. */
async function shownLetters(path: string): Promise<string> {
  const { text } = await request('local', path);
  const [, afterTitle = ''] = /<\/h1>([\s\S]*?)<\/article>/.exec(text) ?? [];
  return lettersOf(afterTitle);
}

const lettersOf = (html: string): string => html.replaceAll(/<[^>]*>|[^\p{L}<>]/gu, '');

/** Opens a chapter whose script files do not load before the test releases them; inline scripts run. */
async function openWithoutScripts(page: Page, address: string): Promise<HeldRequests> {
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.reader-turn').first().waitFor({ state: 'attached' });
  return scripts;
}

const NOTES = `<p>A fact<sup><a id="r1" href="#n1">1</a></sup> that nobody denied.</p>${LONG_TEXT}
  <ol><li id="n1">As the <em>almanac</em> has it. <a href="#r1">↩</a></li></ol>`;

test('a tap on a note reference before the reader script has loaded opens the note', async ({ page }) => {
  const addressOf = await chapterWith(() => NOTES);
  const scripts = await openWithoutScripts(page, addressOf(0));
  await page.getByRole('link', { name: '1', exact: true }).tap();
  scripts.release();
  await expect(page.locator('.footnote')).toContainText('As the almanac has it.');
  await expect(page).toHaveURL(addressOf(0));
});

test('a click on a note reference is followed as a link if the reader script never loads', SLOW, async ({ page }) => {
  const addressOf = await chapterWith(() => NOTES);
  await openWithoutScripts(page, addressOf(0));
  await page.getByRole('link', { name: '1', exact: true }).click();
  await expect(page).toHaveURL(/#c-n1$/);
});

test('a tap on a link within the chapter before the reader script has loaded is followed and offers a way back', async ({
  page,
}) => {
  const addressOf = await chapterWith(
    () => `<p><a href="#end">See the end of it</a></p>${LONG_TEXT.repeat(3)}<p id="end">The end.</p>`,
  );
  const scripts = await openWithoutScripts(page, addressOf(0));
  await page.getByRole('link', { name: 'See the end of it' }).tap();
  scripts.release();
  await expect(page).toHaveURL(/#c-end$/);
  await expect(page.getByText('The end.', { exact: true })).toBeInViewport();
  expect(await page.evaluate(() => history.state?.lookUp)).toBe(true);
});

test('a tap on an image before the reader script has loaded opens the image', SLOW, async ({ page }) => {
  const addressOf = await chapterWith(
    () => `<p><img src="/media/pictures/light.svg" alt="A lighthouse"></p>${LONG_TEXT}`,
  );
  const scripts = await openWithoutScripts(page, addressOf(0));
  await page.getByRole('img', { name: 'A lighthouse' }).tap();
  scripts.release();
  await expect(page.locator('.picture-dialog, dialog[open]')).toBeVisible();
});

/**
 * Opens a page with a slow processor and network, in a new browser context. Returns while its scripts are still
 * loading.
 */
async function openSlowly(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  undo.push(() => void context.close());
  const page = await context.newPage();
  // The reader follows a reference as a link after ten seconds, which a busy test machine may exceed at this speed.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const stretched = (run: TimerHandler, ms = 0) => setTimeout(run, ms >= 10_000 ? ms * 30 : ms);
    Object.assign(window, { setTimeout: stretched });
  });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await session.send('Network.enable');
  const bytesPerSecond = 50_000;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.reader-turn').first().waitFor({ state: 'attached' });
  return page;
}

/** Moments after the page was opened, in ms: before, while and after its scripts load. */
const MOMENTS = [0, 200, 500, 1000, 1500, 2500, 4000];

for (const moment of MOMENTS) {
  test(
    `a tap on a note reference ${moment} ms after it appears on a slow device opens the note`,
    SLOW,
    async ({ browser }) => {
      const addressOf = await chapterWith(() => NOTES);
      const page = await openSlowly(browser, addressOf(0));
      await page.waitForTimeout(moment);
      await page.getByRole('link', { name: '1', exact: true }).tap();
      await expect(page.locator('.footnote')).toContainText('As the almanac has it.');
      await expect(page).toHaveURL(addressOf(0));
    },
  );
}

const attribute = (page: Page, name: string) => page.locator('.reader-controls').getAttribute(name);

/** Every key that the reader handles, with a check of its visible effect. */
const KEYS: Readonly<Record<string, (page: Page, addressOf: (index: number) => string) => Promise<void>>> = {
  n: (page, addressOf) => expect(page).toHaveURL(addressOf(2)),
  j: (page, addressOf) => expect(page).toHaveURL(addressOf(2)),
  ArrowRight: (page, addressOf) => expect(page).toHaveURL(addressOf(2)),
  p: (page, addressOf) => expect(page).toHaveURL(addressOf(0)),
  k: (page, addressOf) => expect(page).toHaveURL(addressOf(0)),
  ArrowLeft: (page, addressOf) => expect(page).toHaveURL(addressOf(0)),
  m: (page) => expect.poll(() => attribute(page, 'data-bar')).toBe('true'),
  c: (page) => expect.poll(() => attribute(page, 'data-panel')).toBe('toc'),
  t: (page) => expect.poll(() => attribute(page, 'data-panel')).toBe('type'),
  l: (page) => expect.poll(() => attribute(page, 'data-panel')).toBe('listen'),
  b: (page) => expect.poll(() => attribute(page, 'data-panel')).toBe('marks'),
  f: (page) => expect.poll(() => attribute(page, 'data-panel')).toBe('find'),
  '?': (page) => expect.poll(() => attribute(page, 'data-panel')).toBe('keys'),
  '+': (page) => expect.poll(() => page.evaluate(() => localStorage.getItem('font_size'))).toBe('17'),
  '=': (page) => expect.poll(() => page.evaluate(() => localStorage.getItem('font_size'))).toBe('17'),
  '-': (page) => expect.poll(() => page.evaluate(() => localStorage.getItem('font_size'))).toBe('15'),
  d: (page) => expect.poll(() => page.evaluate(() => localStorage.getItem('bg_night'))).toBe('true'),
  v: (page) => expect.poll(() => page.evaluate(() => document.documentElement.dataset['flow'])).toBe('pages'),
  a: (page) => expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(8),
  z: (page) => expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true),
};

for (const [key, isSeen] of Object.entries(KEYS)) {
  test(
    `the key ${key}, pressed before the reader script has loaded, takes effect exactly once`,
    SLOW,
    async ({ page }) => {
      const { addressOf } = await novel();
      const scripts = await openWithoutScripts(page, addressOf(1));
      await page.keyboard.press(key);
      scripts.release();
      await isSeen(page, addressOf);
    },
  );
}

for (const key of ['v', 'f']) {
  for (const moment of MOMENTS)
    test(
      `the key ${key}, pressed ${moment} ms after the chapter appears on a slow device, takes effect exactly once`,
      SLOW,
      async ({ browser }) => {
        const { addressOf } = await novel();
        const page = await openSlowly(browser, addressOf(1));
        await page.waitForTimeout(moment);
        await page.keyboard.press(key);
        await KEYS[key]?.(page, addressOf);
      },
    );
}

test('keys pressed before the reader script has loaded take effect in order', async ({ page }) => {
  const { addressOf } = await novel();
  const scripts = await openWithoutScripts(page, addressOf(1));
  for (const key of ['+', '+', 't', 'Escape', '+', 'm']) await page.keyboard.press(key);
  scripts.release();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('font_size'))).toBe('19');
  await expect.poll(() => attribute(page, 'data-bar')).toBe('true');
  expect(await attribute(page, 'data-panel')).toBeNull();
});

test('letters typed immediately after the search key of the reader become the search text', async ({ page }) => {
  const { addressOf } = await novel();
  const scripts = await openWithoutScripts(page, addressOf(1));
  await page.keyboard.type('fthe va');
  scripts.release();
  const field = page.locator('.find input');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('the va');
  await page.keyboard.type('t');
  await expect(field).toHaveValue('the vat');
});

test('letters typed into a field below the chapter do not trigger reader keys', SLOW, async ({ page }) => {
  const { addressOf } = await novel();
  const scripts = await openWithoutScripts(page, addressOf(1));
  await page.locator('.report summary').click();
  const text = page.locator('.report textarea[name=text]');
  await text.pressSequentially('vat find');
  scripts.release();
  await expect(page.locator('[data-reader-part][data-current]')).toHaveCount(1);
  await expect(text).toHaveValue('vat find');
  expect(await attribute(page, 'data-panel')).toBeNull();
});
