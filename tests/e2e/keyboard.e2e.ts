import { expect, type Page, type Request, test } from '@playwright/test';
import { awoken, hydrated, loaded } from './at-rest.ts';
import type { Edition } from './facts.ts';
import { rowsFor } from './route-table.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
const MAX_STOPS = 1500;

// A trace would store the page before and after each of a thousand key presses.
test.use({ trace: 'off' });

/** Number of key repeats between checks of the page. */
const REPEATS = 25;

/** Data recorded while Tab is pressed. Each element that got focus is marked with `data-walked`. */
interface Walk {
  stops: number;
  /** HTML of the focused elements that were not visible. */
  readonly hidden: string[];
  isOver: boolean;
}

/** Records focus changes until an element gets focus a second time or focus leaves the page. */
const recordStops = (page: Page) =>
  page.evaluate(() => {
    const walk: Walk = { stops: 0, hidden: [], isOver: false };
    Object.assign(globalThis, { walk });
    const note = ({ target }: FocusEvent) => {
      if (walk.isOver || !(target instanceof HTMLElement || target instanceof SVGElement)) return;
      if (target.dataset['walked'] !== undefined) {
        walk.isOver = true;
        return;
      }
      target.dataset['walked'] = '';
      walk.stops += 1;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target);
      const shows = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      if (!shows) walk.hidden.push(target.outerHTML.slice(0, 120));
    };
    addEventListener('focusin', note);
    addEventListener('keyup', () => {
      if (!document.activeElement || document.activeElement === document.body) walk.isOver = true;
    });
  });

/** Holds down Tab until focus has visited everything. */
async function walk(page: Page): Promise<Walk> {
  await recordStops(page);
  for (let stops = 0; stops < MAX_STOPS; stops += REPEATS) {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) await page.keyboard.down('Tab');
    await page.keyboard.up('Tab');
    const seen = await page.evaluate(() => (globalThis as unknown as { walk: Walk }).walk);
    if (seen.isOver) return seen;
  }
  throw new Error(`Tab did not come to an end after ${MAX_STOPS} stops.`);
}

/** Controls that Tab has not reached. */
const unreachedControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.matches(':disabled, [tabindex="-1"], [inert] *') && !('walked' in element.dataset))
      .filter((element) => !(element instanceof HTMLInputElement && element.type === 'radio'))
      .map((element) => element.outerHTML.slice(0, 160)),
  );

/** Whether a script requests HTML. Scripts otherwise request calls, code or brand files. */
const isPageOfList = (request: Request) =>
  ['fetch', 'xhr'].includes(request.resourceType()) && !/\/(v1|_astro|_brand)\//.test(request.url());

/** Number of tests among which the pages are divided. The tests run in parallel. */
const PARTS = 3;

for (let part = 1; part <= PARTS; part += 1) {
  test(`Tab reaches every control of every page with visible focus (${part} of ${PARTS})`, async ({ page }) => {
    // Blocks chapters and list pages, which could load meanwhile and insert links before the element with focus.
    await page.route('**/*', (route) => (isPageOfList(route.request()) ? route.abort() : route.continue()));
    const pending = new Set<Request>();
    page.on('request', (request) => pending.add(request));
    const end = (request: Request) => pending.delete(request);
    page.on('requestfinished', end).on('requestfailed', end);
    const rows = (await rowsFor(EDITION)).filter(({ status, leadsOn }) => status === 200 && !leadsOn);
    for (const { address } of rows.filter((_row, index) => index % PARTS === part - 1)) {
      await test.step(address, async () => {
        await page.goto(siteOf(EDITION.brand) + address);
        await loaded(page);
        // The first input may add controls that depend on the upstream.
        await awoken(page);
        await hydrated(page);
        await expect.poll(() => pending.size).toBe(0);
        await hydrated(page);
        const { stops, hidden } = await walk(page);
        expect.soft(stops, address).toBeGreaterThan(3);
        expect.soft(hidden, `without a visible focus on ${address}`).toEqual([]);
        expect.soft(await unreachedControls(page), `never reached on ${address}`).toEqual([]);
      });
    }
  });
}

test('the first Tab stop is a link that skips the navigation', async ({ page }) => {
  await page.goto(`${siteOf('fingeread')}/genres`);
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
});
