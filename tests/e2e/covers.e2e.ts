import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { loaded } from './at-rest.ts';
import { siteOf } from './site.ts';

const HEIGHT = 844;
test.use({ viewport: { width: 390, height: HEIGHT } });

const isCover = (url: string) => new URL(url).pathname.includes('/media/covers/');

/** Collects the URLs of requested covers. */
function collectCoverRequests(page: Page): Set<string> {
  const requests = new Set<string>();
  page.on('request', (request) => {
    if (isCover(request.url())) requests.add(request.url());
  });
  return requests;
}

/** Index of a cover far below the window. It is not near the end of the list, where more pages would load. */
const FAR = 14;

/** Each cover's URL, distance from the top of the window, and state. */
const coversOf = (page: Page) =>
  page.locator('main .list .cover').evaluateAll((covers) =>
    covers.map((cover) => {
      const image = cover.querySelector('img');
      const { top } = cover.getBoundingClientRect();
      return {
        address: image?.src ?? '',
        lazy: image?.loading === 'lazy',
        top,
        state: cover.getAttribute('data-state'),
      };
    }),
  );

async function openGenre(page: Page): Promise<void> {
  await page.goto(`${siteOf('local')}/genres`);
  await page.locator('main a[href^="/genres/"]').first().click();
  await expect(page).toHaveURL(/\/genres\/\d+\//);
}

test('each cover loads when it comes within a third of a window height of the visible area', async ({ page }) => {
  await openGenre(page);
  const requests = collectCoverRequests(page);
  await page.reload();
  const near = async () => (await coversOf(page)).filter(({ top }) => top < HEIGHT);
  await expect.poll(async () => new Set((await near()).map(({ state }) => state))).toEqual(new Set(['loaded']));
  await loaded(page);
  const before = await coversOf(page);
  const far = before.filter(({ top, lazy }) => lazy && top > HEIGHT * 1.33 + 1);
  expect(far.length).toBeGreaterThan(0);
  expect(far.filter(({ address }) => requests.has(address)).map(({ address }) => address)).toEqual([]);

  const low = page.locator('main .list .cover').nth(FAR);
  await low.scrollIntoViewIfNeeded();
  await expect(low).toHaveAttribute('data-state', 'loaded');
  expect(requests.has(before[FAR]?.address ?? '')).toBe(true);
});

test('loaded covers appear immediately after going back to the page', SLOW, async ({ page }) => {
  await openGenre(page);
  const low = page.locator('main .list .cover').nth(FAR);
  await low.scrollIntoViewIfNeeded();
  await expect(low).toHaveAttribute('data-state', 'loaded');
  await page.goto(`${siteOf('local')}/genres`);
  await page.goBack();
  await expect(page.locator('main .list .cover').nth(FAR)).toHaveAttribute('data-state', 'loaded');
});

test('a cover that fails to load is requested only once, and is replaced by the default cover of the brand with the title', async ({
  page,
}) => {
  const tries = new Map<string, number>();
  await page.route(
    ({ href }) => isCover(href),
    (route) => {
      const address = route.request().url();
      tries.set(address, (tries.get(address) ?? 0) + 1);
      return route.abort();
    },
  );
  await openGenre(page);
  const cover = page.locator('main .list .cover').first();
  await expect(cover).toHaveAttribute('data-state', 'error');
  await page.evaluate(() => dispatchEvent(new Event('scroll')));
  await page.setViewportSize({ width: 400, height: HEIGHT });
  const shown = await cover.evaluate((element) => {
    const image = element.querySelector('img');
    const { backgroundImage } = getComputedStyle(element);
    return { backgroundImage, title: getComputedStyle(element, '::before').content, hidden: image?.offsetWidth === 0 };
  });
  expect(shown.backgroundImage).toMatch(/\/_brand\/cover\.[0-9a-f]+\.svg/);
  expect(shown.title).toContain((await cover.getAttribute('data-title')) ?? 'a title');
  expect(shown.hidden).toBe(true);
  await loaded(page);
  expect(tries.size).toBeGreaterThan(0);
  expect([...tries].filter(([, count]) => count > 1)).toEqual([]);
});

test('covers load without JavaScript', SLOW, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: HEIGHT } });
  const page = await context.newPage();
  await page.goto(`${siteOf('local')}/genres`);
  await page.locator('main a[href^="/genres/"]').first().click();
  const last = page.locator('main .list .cover img').last();
  await last.scrollIntoViewIfNeeded();
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(last).toBeVisible();
  await context.close();
});
