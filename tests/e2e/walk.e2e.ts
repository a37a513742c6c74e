import { expect, type Page, test } from '@playwright/test';
import { siteOf } from './site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** What a visitor taps on the way from the home page into a book. */
const STEPS = [
  { to: 'the genres', link: 'a[href="/genres"]:visible', address: /\/genres$/ },
  { to: 'a genre', link: 'main a[href^="/genres/"]:visible', address: /\/genres\/\d+\/[^/]+$/ },
  { to: 'a novel', link: 'main a[href^="/novel/"]:visible', address: /\/novel\/\d+\/[^/]+\/[^/]+$/ },
  { to: 'a chapter', link: 'main a[href^="/book-reader/"]:visible', address: /\/book-reader\/\d+\/\d+$/ },
  { to: 'the next chapter', link: 'main a[rel="next"]:visible', address: /\/book-reader\/\d+\/\d+$/ },
] as const;

/** Notes every fault the browser tells of. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => {
    // Chromium tells so when a busy machine makes it too late to animate a page change; the page itself is there.
    if (!message.startsWith('Transition was aborted')) faults.push(`${page.url()}: ${message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  return faults;
}

const scrollOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

for (const brand of ['local', 'freenovel', 'moonovel']) {
  test(`a visitor of ${brand} walks from the home page into a book and back to the same places`, async ({ page }) => {
    test.setTimeout(120_000);
    const faults = watch(page);
    const places: { address: string; scroll: number }[] = [];
    await page.goto(siteOf(brand));
    for (const { to, link, address } of STEPS) {
      await test.step(`to ${to}`, async () => {
        const links = page.locator(link);
        const chosen = links.nth(Math.min((await links.count()) - 1, 3));
        await chosen.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
        places.push({ address: page.url(), scroll: await scrollOf(page) });
        await chosen.click();
        await expect(page).toHaveURL(address);
        await expect(page).not.toHaveURL(places.at(-1)?.address ?? '');
        await expect(page.locator('h1').first()).toBeVisible();
      });
    }
    for (const { address, scroll } of places.toReversed()) {
      await test.step(`back to ${address} at ${scroll}`, async () => {
        await page.goBack();
        await expect(page).toHaveURL(address);
        await expect.poll(async () => Math.abs((await scrollOf(page)) - scroll)).toBeLessThanOrEqual(2);
      });
    }
    expect(places.some(({ scroll }) => scroll > 300)).toBe(true);
    expect(faults).toEqual([]);
  });
}

test('a chapter reads without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(siteOf('local'));
  await page.locator('main a[href^="/novel/"]').first().click();
  await page.locator('main a[href^="/book-reader/"]').first().click();
  await expect(page.locator('article')).toHaveText(/.{1000}/s);
  await page.locator('a[rel="next"]').first().click();
  await expect(page.locator('article h1')).toBeVisible();
  await context.close();
});
