import { expect, type Page, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { hardCoded } from '../helpers/hard-coded.ts';
import { type PseudoSite, startPseudoSite } from '../helpers/pseudo-site.ts';
import { hydrated } from './at-rest.ts';
import { showBars } from './reader.ts';

/**
 * Window widths at which every screen is tested with pseudo-localised texts, which are in brackets and 40 % longer than
 * English.
 */
const WIDTHS = [320, 390, 900, 1239, 1240, 1280] as const;

let site: PseudoSite;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  site = await startPseudoSite();
});
test.afterAll(() => site?.close());

const paths = createPaths('en');

/** One path for every kind of screen. */
const ADDRESSES: Readonly<Record<string, (site: PseudoSite) => string>> = {
  home: paths.home,
  genres: paths.genres,
  tags: paths.tags,
  hotnovels: paths.hotnovels,
  keywords: () => paths.keywords(),
  ranking: paths.rankingEntry,
  category: () => paths.category('Περιπέτεια', null, 2),
  letter: () => paths.letter('0', 2),
  'all tags': () => paths.allTags({ id: 1 }),
  'search before a word': paths.search,
  results: () => paths.searchResult('Ιστορία'),
  'no results': () => paths.searchResult('χψω'),
  'more results': () => paths.searchMore('Ιστορία'),
  novel: ({ api }) => paths.novel(api.book),
  'novel of an event': ({ api }) => paths.activeNovel(api.book),
  'novel with a long title': ({ api }) => `/novel/${api.book.id + 1}`,
  author: () => '/author/1',
  'help event': ({ api }) => paths.help(api.book.id, api.events.open),
  'expired help event': ({ api }) => paths.help(api.book.id + 1, api.events.expired),
  chapter: ({ api }) => paths.readerEntry(api.book.id),
  'sign-in': paths.login,
  history: paths.history,
  privacy: () => paths.myinfo('privacyPolicy'),
  terms: () => paths.myinfo('teams_of_services'),
  ads: paths.ads,
  translator: paths.translator,
  'no such page': () => '/no-such-page',
  'bad request': paths.badRequest,
};

/** Layout errors: pages wider than the screen, controls beyond its edges or clipped. */
const layoutErrors = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const errors = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    for (const control of document.querySelectorAll<HTMLElement>('button, summary, a.button, nav a, header a, label')) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { left, right, width } = control.getBoundingClientRect();
      if (width < 2 || right < 0 || scrolls(control)) continue;
      const name = `${control.className || control.tagName} "${control.textContent.slice(0, 40)}"`;
      if (left < -1 || right > clientWidth + 1) errors.push(`${name} ends at ${Math.round(right)} px`);
      if (getComputedStyle(control).display === 'inline') continue;
      const [wider, higher] = [control.scrollWidth - control.clientWidth, control.scrollHeight - control.clientHeight];
      // Tolerates 8 px of vertical clipping, half a line: that cuts only the extended tap area, not the text.
      if (wider > 1 || higher > 8) errors.push(`${name} is cut by ${wider} and ${higher} px`);
    }
    return errors;
  });

/**
 * All visible texts except names of languages, texts of books, and times and numbers formatted by Intl. A phrase that
 * contains a text of a book counts as one text.
 */
const visibleTexts = (page: Page) =>
  page.evaluate(() =>
    [document.body, ...document.body.querySelectorAll('*')].flatMap((element) => {
      if (element.closest('body [lang], time, script, style, noscript')) return [];
      const texts = [...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : []));
      return element.querySelector(':scope > [lang], :scope > bdi') ? [texts.join('')] : texts;
    }),
  );

async function expectFit(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await layoutErrors(page), `${name} at ${width} px`).toEqual([]);
  }
  expect.soft(hardCoded(await visibleTexts(page)), name).toEqual([]);
}

/** Opens a page whose islands fetch their content, and waits for the content. */
async function goTo(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** Opens a page and waits until its islands are hydrated, except those that wait for the visitor. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(site.at(path));
  await hydrated(page);
}

test('the longer texts of the pseudo-locale fit on every screen', async ({ page }) => {
  for (const [name, address] of Object.entries(ADDRESSES)) {
    await test.step(name, async () => {
      await open(page, address(site));
      await expect(page.locator('h1').first()).toContainText(/./);
      await expectFit(page, name);
    });
  }
});

test('the longer texts of the pseudo-locale fit on the pages of a genre, a tag, a keyword and a shelf', async ({
  page,
}) => {
  for (const [hub, head] of Object.entries({ genres: 'genres', tags: 'tags', keywords: 'keywords', '': 'secPage' })) {
    await page.goto(site.at(`/${hub}`));
    const link = await page.locator(`main a[href^="/${head}/"]`).first().getAttribute('href');
    await open(page, link ?? '');
    await expectFit(page, head);
  }
});

test('the longer texts of the pseudo-locale fit in the account, its lists and the history', async ({ page }) => {
  await open(page, paths.readerEntry(site.api.book.id));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readlogList'))).not.toBeNull();
  await open(page, paths.login());
  await page.locator('.login-modes button').nth(1).click();
  await expectFit(page, 'sign-up');
  await page.locator('input[name="name"]').fill('Νεφέλη');
  await page.locator('input[name="email"]').fill('reader@example.com');
  await page.locator('input[name="password"]').fill('correct horse');
  await page.locator('.login button[type="submit"]').click();
  await page.waitForURL(site.at(paths.myinfo()));
  for (const child of [undefined, 'myLocked', 'rechargeList', 'voucherHistory'] as const) {
    await goTo(page, paths.myinfo(child));
    await expectFit(page, child ?? 'account');
  }
  await goTo(page, paths.history());
  await expect(page.locator('main a[href*="/book-reader/"]').first()).toBeVisible();
  await expectFit(page, 'history');
});

test('the longer texts of the pseudo-locale fit in the bars and panels of the reader', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, paths.readerEntry(site.api.book.id));
  const openers = page.locator('.reader-bar [aria-haspopup="dialog"]');
  await showBars(page, openers.first());
  for (const opener of await openers.all()) {
    await opener.click();
    await expect(page.getByRole('dialog').first()).toBeVisible();
    expect.soft(await layoutErrors(page)).toEqual([]);
    expect.soft(hardCoded(await visibleTexts(page))).toEqual([]);
    await page.keyboard.press('Escape');
  }
});
