import { type Browser, chromium, expect, type Locator, type Page, test } from '@playwright/test';
import { startWebServerFor, type WebServer } from '../helpers/web-server.ts';
import { SLOW } from '../slow-tests.ts';
import { rest } from './at-rest.ts';
import { headlessShell } from './launch-options.ts';
import { portOfSite, siteOf } from './site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test.use(PHONE);

/** The links a visitor taps from the home page into a book. */
const STEPS = [
  { to: 'the genres', link: 'a[href="/genres"]:visible', address: /\/genres$/ },
  { to: 'a genre', link: 'main a[href^="/genres/"]:visible', address: /\/genres\/\d+\/[^/]+$/ },
  { to: 'a novel', link: 'main a[href^="/novel/"]:visible', address: /\/novel\/\d+\/[^/]+\/[^/]+$/ },
  { to: 'a chapter', link: 'main a[href^="/book-reader/"]:visible', address: /\/book-reader\/\d+\/\d+$/ },
  { to: 'the next chapter', link: 'main a[rel="next"]:visible', address: /\/book-reader\/\d+\/\d+$/ },
] as const;

/** Collects every error the browser reports. */
function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => {
    // Chromium logs this if a busy machine is too slow to animate a page change; the page is shown anyway.
    if (!message.startsWith('Transition was aborted')) errors.push(`${page.url()}: ${message}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  return errors;
}

/** Scrolls a link to the middle of the window, and repeats this until chapters that load above no longer move it. */
async function scrollIntoRest(page: Page, link: Locator): Promise<void> {
  await expect(async () => {
    await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await rest(page);
    expect(await isInWindow(link)).toBe(true);
    // After a locked chapter, or the last one, nothing more is loading.
    const isComplete = await page.evaluate(() => {
      const last = [...document.querySelectorAll('[data-reader-part]')].at(-1);
      return last === undefined || last.matches('[data-locked], :not([data-next])');
    });
    expect(isComplete).toBe(true);
  }).toPass();
}

const isInWindow = (link: Locator) =>
  link.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });

/** The scroll position. In the reader, where chapters are added above, the position of the first visible text. */
const heightOf = (page: Page) =>
  page.evaluate(() => {
    const blocks = [...document.querySelectorAll<HTMLElement>('[data-current] .reader-title, [data-current] p')];
    const index = blocks.findIndex((block) => block.getBoundingClientRect().bottom > 0);
    const block = blocks[index];
    return block
      ? { text: `${index}: ${block.textContent.slice(0, 40)}`, top: Math.round(block.getBoundingClientRect().top) }
      : { text: '', top: Math.round(-scrollY) };
  });

/** Index of the first link to a book with locked chapters: the reader loads no further than the first of them. */
const firstLocked = (links: Locator) =>
  links.evaluateAll(async (all) => {
    for (const [index, link] of all.entries()) {
      const page = await fetch((link as HTMLAnchorElement).href);
      if ((await page.text()).includes('class="lock"')) return index;
    }
    throw new Error('No book of this page has locked chapters.');
  });

/** Walks from the home page, which must be open, into a book and back. */
async function walk(page: Page, errors: readonly string[]): Promise<void> {
  const places: { address: string; text: string; top: number }[] = [];
  for (const { to, link, address } of STEPS) {
    await test.step(`to ${to}`, async () => {
      // A partly loaded page has fewer links, and on a novel page the second link opens the last chapter.
      await page.waitForLoadState('domcontentloaded');
      const links = page.locator(link);
      const chosen = links.nth(to === 'a novel' ? await firstLocked(links) : Math.min((await links.count()) - 1, 3));
      await scrollIntoRest(page, chosen);
      places.push({ address: page.url(), ...(await heightOf(page)) });
      await chosen.click();
      await expect(page).toHaveURL(address);
      await expect(page).not.toHaveURL(places.at(-1)?.address ?? '');
      await expect(page.locator('h1').first()).toBeVisible();
    });
  }
  for (const { address, text, top } of places.toReversed()) {
    await test.step(`back to ${address}, ${text} at ${top}`, async () => {
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect.poll(async () => (await heightOf(page)).text).toBe(text);
      await expect.poll(async () => Math.abs((await heightOf(page)).top - top)).toBeLessThanOrEqual(2);
    });
  }
  expect(places.some(({ text, top }) => text === '' && top < -300)).toBe(true);
  // The reading position can only be reached by reading.
  expect(places.at(-1)?.text).toMatch(/^[1-9]\d*: ./);
  expect(errors).toEqual([]);
}

test('a visitor of the local brand goes from the home page into a book and back to the same scroll positions', async ({
  page,
}) => {
  const errors = watch(page);
  await page.goto(siteOf('local'));
  await walk(page, errors);
});

/** Where a visitor starts, the expected page, and the web server used for the rest of the walk. */
const VISITED = [
  { brand: 'local', from: 'http://localhost/', home: 'https://localhost/', walked: undefined },
  { brand: 'freenovel', from: 'http://freenovel.example/', home: 'https://www.freenovel.example/', walked: 'nginx' },
  { brand: 'moonovel', from: 'http://www.moonovel.example/', home: 'https://www.moonovel.example/', walked: 'caddy' },
] as const;

for (const server of ['nginx', 'caddy'] as const) {
  test.describe(`behind ${server} with TLS, at the brand's own host`, SLOW, () => {
    let web: WebServer;
    let browser: Browser;

    test.beforeAll(async () => {
      const state = process.env['LECTERN_E2E_STATE'] ?? '';
      const environment = { LECTERN_STATE: state, LECTERN_BRANDS: `${state}/brands` };
      web = await startWebServerFor(server, environment, portOfSite(), { tls: true, settings: { limit: 50 } });
      // Every host resolves to the web server, on standard ports.
      const rules = `MAP *:80 127.0.0.1:${web.port}, MAP *:443 127.0.0.1:${web.tlsPort}`;
      browser = await chromium.launch(headlessShell(`--host-resolver-rules=${rules}`));
    });
    test.afterAll(async () => {
      await browser?.close();
      await web?.close();
    });

    for (const { brand, from, home, walked } of VISITED) {
      const way = walked === server ? 'goes from the home page into a book and back' : 'comes to the home page';
      test(`a visitor of ${brand} ${way}`, async () => {
        const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true, serviceWorkers: 'block' });
        const page = await context.newPage();
        const errors = watch(page);
        await page.goto(from);
        await expect(page).toHaveURL(home);
        expect(await protocolOf(page)).toMatch(/^h[23]$/);
        if (walked === server) await walk(page, errors);
        expect(errors).toEqual([]);
        await context.close();
      });
    }
  });
}

const protocolOf = (page: Page) =>
  page.evaluate(() => {
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return loaded?.nextHopProtocol ?? '';
  });

test('a chapter can be read without JavaScript', SLOW, async ({ browser }) => {
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
