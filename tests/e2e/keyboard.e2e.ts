import { expect, type Page, type Request, test } from '@playwright/test';
import { awoken, hydrated, loaded } from './at-rest.ts';
import type { Edition } from './facts.ts';
import { rowsFor } from './route-table.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
const MOST_STOPS = 1500;

// Of a thousand presses a trace would keep the page before and after each.
test.use({ trace: 'off' });

/** Times that the held key repeats before each look at the page. */
const REPEATS = 25;

/** What the page records while Tab is pressed. Each element that got the focus is marked `data-walked`. */
interface Walk {
  stops: number;
  /** Elements that showed no focus, as HTML. */
  readonly hidden: string[];
  isOver: boolean;
}

/** Records the focus as it moves, until an element gets it a second time or it leaves the page. */
const noteStops = (page: Page) =>
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

/** Holds Tab, whose every repetition moves the focus, until that has been everywhere. */
async function walk(page: Page): Promise<Walk> {
  await noteStops(page);
  for (let stops = 0; stops < MOST_STOPS; stops += REPEATS) {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) await page.keyboard.down('Tab');
    await page.keyboard.up('Tab');
    const seen = await page.evaluate(() => (globalThis as unknown as { walk: Walk }).walk);
    if (seen.isOver) return seen;
  }
  throw new Error(`Tab did not come to an end after ${MOST_STOPS} stops.`);
}

/** Controls that Tab has not reached. */
const missed = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.matches(':disabled, [tabindex="-1"], [inert] *') && !('walked' in element.dataset))
      .filter((element) => !(element instanceof HTMLInputElement && element.type === 'radio'))
      .map((element) => element.outerHTML.slice(0, 160)),
  );

/** Whether a script asks for HTML: all else that scripts ask for is a call, code or a file of the brand. */
const isPageOfList = (request: Request) =>
  ['fetch', 'xhr'].includes(request.resourceType()) && !/\/(v1|_astro|_brand)\//.test(request.url());

/** Pages are walked in so many tests, which run beside each other. */
const PARTS = 3;

for (let part = 1; part <= PARTS; part += 1) {
  test(`Tab reaches every control of every page, and the focus is always visible (${part} of ${PARTS})`, async ({
    page,
  }) => {
    // Chapters and pages of a list that load meanwhile would put links where the focus has been already.
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
        // With the first input controls may come, which depend on an answer of the upstream.
        await awoken(page);
        await hydrated(page);
        await expect.poll(() => pending.size).toBe(0);
        await hydrated(page);
        const { stops, hidden } = await walk(page);
        expect.soft(stops, address).toBeGreaterThan(3);
        expect.soft(hidden, `without a visible focus on ${address}`).toEqual([]);
        expect.soft(await missed(page), `never reached on ${address}`).toEqual([]);
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
