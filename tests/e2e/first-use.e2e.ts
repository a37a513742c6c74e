import { setTimeout } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { firstInput, hydrated } from './at-rest.ts';
import { OF_SCRIPTS, SCRIPTED } from './controls.ts';
import { waitBriefly } from './endless-wait.ts';
import { holdRequests } from './held-requests.ts';
import { beVisitorOf, EDITION, KINDS, type Kind } from './page-kinds.ts';
import { siteOf } from './site.ts';
import { type Use, useAll } from './use-all.ts';

test.use({ viewport: { width: 390, height: 844 } });

const WIDE = { width: 1280, height: 800 };
/** Page kinds with different controls on wide screens. */
const WIDE_KINDS: readonly Kind[] = ['home', 'list', 'novel', 'chapter'];

/** Delay of each script, as on a slow network. */
const LATE_MS = 400;
/** How long a click waits for a script (src/shell/directives/intent.ts, src/features/reader/early-clicks.inline.ts). */
const WAIT_MS = 4000;

/** All script files except those in the head, which load with the style sheets and delay the first paint as these do. */
const ALL_SCRIPTS = /\/_astro\/(?!(?:campaign|notebook-place|sign-in-guard)\.)[^/]*\.js$/;
/** React and the islands' modules. */
const ISLAND_SCRIPTS = /\/_astro\/(?:client|[A-Z]\w*)\.(?!astro_)[^/]*\.js$/;

async function open(page: Page, kind: Kind): Promise<void> {
  await beVisitorOf(page, kind);
  await page.goto(siteOf(EDITION.brand) + (await KINDS[kind]()), { waitUntil: 'commit' });
  await page.locator('footer, .reader-turn').last().waitFor({ state: 'attached' });
  // Waits until the page is parsed, or at least the part before its scripts.
  await page.waitForFunction(() => document.readyState !== 'loading' || document.querySelector('body > script'));
}

const SELECTORS = SCRIPTED.map(({ selector }) => selector);

async function checkKind(page: Page, kind: Kind): Promise<void> {
  await holdRequests(page, ALL_SCRIPTS);
  await open(page, kind);
  const early = await page.evaluate(useAll, [SELECTORS, ''] as const);
  expect(early.length, 'controls').toBeGreaterThan(1);
  // Delayed effects are tested below, with the table of controls.
  const isAnswered = ({ effect, scripted }: Use) => scripted !== null || !['kept', 'nothing'].includes(effect);
  expect(early.filter((use) => !isAnswered(use))).toEqual([]);

  const loadedPage = await page.context().newPage();
  await open(loadedPage, kind);
  await loadedPage.waitForLoadState('load');
  await firstInput(loadedPage);
  await hydrated(loadedPage);
  const late = await loadedPage.evaluate(useAll, [SELECTORS, OF_SCRIPTS] as const);
  const describeUses = (uses: readonly Use[]) =>
    [...new Set(uses.map(({ control, effect }) => `${effect}: ${control}`))].sort();
  const isThere = new Set(late.map(({ control }) => control));
  expect(describeUses(early.filter(({ control }) => isThere.has(control)))).toEqual(describeUses(late));
}

for (const kind of Object.keys(KINDS) as Kind[]) {
  const details = WIDE_KINDS.includes(kind) ? {} : SLOW;
  test(
    `every control of the page "${kind}" has the same effect on first use as with all scripts loaded`,
    details,
    ({ page }) => checkKind(page, kind),
  );
}

test.describe('on a wide screen', SLOW, () => {
  test.use({ viewport: WIDE });
  for (const kind of WIDE_KINDS)
    test(`every control of the page "${kind}" has the same effect on first use as with all scripts loaded`, ({
      page,
    }) => checkKind(page, kind));
});

const clickFirst = (page: Page, selector: string) => page.locator(selector).first().click();
const showsLossNotice = (page: Page) => expect(page.locator('[data-notice="lost"]')).toBeVisible();

for (const { what, kind, selector, use = (page: Page) => clickFirst(page, selector), done, without } of SCRIPTED) {
  test(`if every script loads ${LATE_MS} ms late, ${what} on first use`, SLOW, async ({ page }) => {
    await page.route(ALL_SCRIPTS, async (route) => {
      await setTimeout(LATE_MS);
      // The page may have been closed meanwhile.
      await route.continue().catch(() => undefined);
    });
    await open(page, kind);
    await use(page);
    await done(page);
  });

  test(`if React never loads, ${what}, or the page says that part of it is missing`, SLOW, async ({ page }) => {
    await waitBriefly(page, WAIT_MS);
    await holdRequests(page, ISLAND_SCRIPTS);
    await open(page, kind);
    await page.waitForLoadState('domcontentloaded');
    await use(page);
    await (without ?? showsLossNotice)(page);
  });
}
