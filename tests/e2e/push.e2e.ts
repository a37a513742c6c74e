import { expect, type Page, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { type Edition, factsOf } from './facts.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
const site = siteOf('fingeread');
const paths = createPaths('en');

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const banner = (page: Page) => page.locator('.app-banner');
const stores = (page: Page) => page.locator('.app-banner .store-link:visible');

test.describe('on an Android phone', () => {
  test.use({ ...PHONE, userAgent: ANDROID });

  test('the app banner links to the Play store, opens the book in the app, and can be hidden for a week', async ({
    page,
  }) => {
    const { book } = await factsOf(EDITION);
    await page.goto(site + paths.novel(book));
    await expect(banner(page)).toBeVisible();
    await expect(stores(page)).toHaveText(['Google Play']);
    await expect(stores(page)).toHaveAttribute('href', /play\.google\.com.*example\.fingeread/);
    const closing = page.getByRole('button', { name: 'Hide this banner' });
    await closing.click();
    await expect(page.getByRole('link', { name: 'Open in the app' })).toHaveAttribute(
      'href',
      `fingeread://novel/${book.id}`,
    );
    await page.getByRole('button', { name: 'For a week' }).click();
    await expect(banner(page)).toBeHidden();
    const { until } = await page.evaluate(() => JSON.parse(localStorage.getItem('lectern:app-push') ?? '{}'));
    const days = (until - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    await page.reload();
    await expect(page.locator('h1')).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await page.clock.install({ time: until + 1000 });
    await page.reload();
    await expect(banner(page)).toBeVisible();
  });

  test('the app banner does not break words', SLOW, async ({ page }) => {
    await page.goto(`${site}/`);
    await expect(banner(page)).toBeVisible();
    const cut = await banner(page)
      .locator('strong, span, a:visible')
      .evaluateAll((all) =>
        all
          .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            clientWidth > 0 ? scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1 : false,
          )
          .map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('the app banner above the page causes no layout shift', SLOW, async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry) Object.assign(window, { shift: Number(entry.value) });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(site + paths.genres());
    const [box, main] = [await banner(page).boundingBox(), await page.locator('main').boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((main?.y ?? 0) + 1);
    expect(await page.evaluate(() => Reflect.get(window, 'shift') ?? 0)).toBeLessThan(0.02);
  });

  test('the reader shows no app banner', SLOW, async ({ page }) => {
    const { book, chapters } = await factsOf(EDITION);
    await page.goto(site + paths.reader(book.id, chapters[0]?.id ?? 0));
    await expect(page.locator('article h1')).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });
});

test.describe('on an iPhone', () => {
  test.use({ ...PHONE, userAgent: IPHONE });

  test('the app banner of Safari receives the book and chapter and replaces the banner of the site', async ({
    page,
  }) => {
    const { book, chapters } = await factsOf(EDITION);
    const meta = page.locator('meta[name="apple-itunes-app"]');
    const [chapter] = chapters;
    for (const [path, app] of [
      [paths.novel(book), `novel/${book.id}`],
      [paths.activeNovel(book), `novel/${book.id}`],
      [paths.reader(book.id, chapter?.id ?? 0), `book-reader/${book.id}/${chapter?.id}`],
    ]) {
      await page.goto(site + path);
      await expect(meta).toHaveAttribute('content', `app-id=9990000101, app-argument=fingeread://${app}`);
      await expect(banner(page).filter({ visible: true })).toHaveCount(0);
    }
    await page.goto(site + paths.genres());
    await expect(meta).toHaveCount(0);
    await expect(stores(page)).toHaveText(['App Store']);
  });
});

test('no app banner is shown on a desktop or for a brand without an app', SLOW, async ({ page }) => {
  await page.goto(site + paths.genres());
  await expect(banner(page)).toBeHidden();
  await page.goto(siteOf('local') + paths.genres());
  await expect(banner(page)).toHaveCount(0);
});

test('the web app manifest is served with its media type and refers to the Android app', SLOW, async ({ page }) => {
  await page.goto(site + paths.genres());
  const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
  const { type, manifest } = await page.evaluate(async (url) => {
    const response = await fetch(url);
    return { type: response.headers.get('content-type'), manifest: await response.json() };
  }, href);
  expect(type).toContain('application/manifest+json');
  expect(manifest).toMatchObject({
    name: 'Fingeread',
    related_applications: [{ platform: 'play', id: 'example.fingeread' }],
    prefer_related_applications: false,
  });
});
