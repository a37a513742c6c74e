import { expect, type Page, type Request, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { loaded } from './at-rest.ts';
import { factsOf } from './facts.ts';
import { headlessShell } from './launch-options.ts';
import { siteOf } from './site.ts';

/** The canonical host of a brand, resolved to the site under test. Views are counted on this host only. */
const hostOf = (brand: string) => siteOf(brand).replace(`${brand}.localhost`, `www.${brand}.example`);

test.use({ launchOptions: headlessShell('--host-resolver-rules=MAP *.example 127.0.0.1') });

/** Collects the paths of page views sent from now on. */
function viewsOf(page: Page): string[] {
  const views: string[] = [];
  page.on('request', (request: Request) => {
    if (request.url().includes('/v1/visit.page_view')) views.push(request.postDataJSON().path);
  });
  return views;
}

test('every page that a visitor sees is counted as a page view, without setting a cookie', async ({
  page,
  context,
}) => {
  const views = viewsOf(page);
  const counted = page.waitForResponse(/visit\.page_view/);
  await page.goto(`${hostOf('fingeread')}/tags`);
  expect((await counted).status()).toBe(200);
  await page.goto(`${hostOf('fingeread')}/genres`);
  await expect.poll(() => views).toEqual(['/tags', '/genres']);
  await page.goBack();
  await expect.poll(() => views).toEqual(['/tags', '/genres', '/tags']);
  expect(await context.cookies()).toEqual([]);
});

test('page views are not counted on a development host', SLOW, async ({ page }) => {
  const views = viewsOf(page);
  await page.goto(`${siteOf('fingeread')}/tags`);
  await loaded(page);
  expect(views).toEqual([]);
});

test('a brand that requires consent counts no page view until the visitor consents', async ({ page }) => {
  const views = viewsOf(page);
  await page.goto(`${hostOf('joyfic')}/tags`);
  const question = page.locator('.consent');
  await expect(question).toBeVisible();
  await loaded(page);
  expect(views).toEqual([]);
  await question.locator('button[value="yes"]').click();
  await expect(question).toBeHidden();
  await expect.poll(() => views).toEqual(['/tags']);
  await page.goto(`${hostOf('joyfic')}/genres`);
  await expect.poll(() => views).toEqual(['/tags', '/genres']);
  await expect(question).toBeHidden();
  await page.locator('[data-consent-again]').click();
  await question.locator('button[value="no"]').click();
  await page.goto(`${hostOf('joyfic')}/tags`);
  await loaded(page);
  expect(views).toEqual(['/tags', '/genres']);
});

test('a notice is shown while the connection is lost', async ({ page, context }) => {
  await page.goto(`${siteOf('local')}/tags`);
  const words = page.locator('[data-notice="offline"]');
  await expect(words).toBeHidden();
  await context.setOffline(true);
  await expect(words).toBeVisible();
  await expect(words).toHaveText('You are offline. You can keep reading this page.');
  await context.setOffline(false);
  await expect(words).toBeHidden();
});

test('on a phone the offline notice does not overlap the reading buttons', SLOW, async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const edition = { brand: 'local', prefix: '/public', locale: 'en' } as const;
  const { book } = await factsOf(edition);
  await page.goto(siteOf('local') + createPaths('en').novel(book));
  const words = page.locator('[data-notice="offline"]');
  await context.setOffline(true);
  await expect(words).toBeVisible();
  const notice = await words.boundingBox();
  for (const button of await page.locator('.novel-actions :is(a, button):visible').all()) {
    const box = await button.boundingBox();
    expect(Math.round((notice?.y ?? 0) + (notice?.height ?? 0))).toBeLessThanOrEqual(Math.round(box?.y ?? 0));
  }
  await context.setOffline(false);
});

/**
 * Makes the script of the search island unavailable, as after several publishes while a page is open. Astro asks a second
 * time, with a query.
 */
const blockIslandScript = (page: Page) =>
  page.route('**/_astro/SearchBox.*.js*', (route) => route.fulfill({ status: 404 }));

/** Each time the notice about a missing part appears or disappears: its colour, or `hidden`. */
const noticesOf = (page: Page) => page.evaluate(() => (window as { notices?: string[] }).notices);

/** Records the notice in the page, because it may appear and disappear between two looks of a busy machine. */
const recordNotices = (page: Page) =>
  page.addInitScript(() => {
    const notices: string[] = [];
    Object.assign(window, { notices });
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && target.matches('[data-notice="lost"]'))
          notices.push(target.hidden ? 'hidden' : getComputedStyle(target).color);
    }).observe(document, { attributeFilter: ['hidden'], subtree: true });
  });

test('a page whose script is missing reloads once, and shows a notice if the script is still missing', async ({
  page,
}) => {
  await recordNotices(page);
  // The page reloads again after a minute, which must not pass on a busy machine.
  await page.clock.setFixedTime(new Date());
  await blockIslandScript(page);
  await page.goto(`${siteOf('local')}/search`);
  const reloaded = page.waitForEvent('load');
  await page.locator('main input[type="search"]').focus();
  await reloaded;
  expect(await noticesOf(page)).toEqual([]);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.locator('main input[type="search"]').focus();
  await expect.poll(() => noticesOf(page)).toEqual(['rgb(255, 255, 255)', 'hidden']);
  expect(loads).toBe(0);
});

test('the scroll position is restored even if the browser does not keep the page in memory', async ({ page }) => {
  await page.addInitScript(() => addEventListener('unload', () => {}));
  await page.goto(`${siteOf('local')}/hotnovels/A/1`);
  await page.goto(`${siteOf('local')}/tags`);
  await page.evaluate(() => scrollTo({ top: 420, behavior: 'instant' }));
  await page.reload();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(420);
  await page.locator('main a[href^="/tags/"]').last().click();
  await expect(page).toHaveURL(/\/tags\/\d+/);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
