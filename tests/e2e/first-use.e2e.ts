import { setTimeout } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { type Edition, factsOf } from './facts.ts';
import { holdRequests } from './held-requests.ts';
import { novel } from './reader.ts';
import { siteOf } from './site.ts';

const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
const site = siteOf(EDITION.brand);
const paths = createPaths('en');

/** One page of each kind that has controls. */
const KINDS: Readonly<Record<string, () => Promise<string>>> = {
  home: async () => paths.home(),
  hub: async () => paths.genres(),
  list: async () => paths.genre((await factsOf(EDITION)).genre),
  ranking: async () => paths.rankingEntry(),
  novel: async () => paths.novel((await novel()).book),
  chapter: async () => new URL((await novel()).addressOf(0)).pathname,
  author: async () => paths.author((await novel()).book.author),
  search: async () => paths.search(),
  'sign-in': async () => paths.login(),
  translator: async () => paths.translator(),
  'help event': async () => '/invited-to-help/1',
  'not found': async () => '/no-such-page',
};

/** Opens a page whose scripts are held back. Those that stand in the page run. */
async function openWithoutScripts(page: Page, path: string) {
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.goto(site + path, { waitUntil: 'commit' });
  await page.locator('footer, .reader-turn').last().waitFor({ state: 'attached' });
  return scripts;
}

/**
 * Uses every visible link, button and summary once, in the page.
 * @returns those that neither did something at once nor were kept for their island (src/browser/directives/intent.ts)
 */
function useAll(): { used: number; lost: string[] } {
  let answered = false;
  const answer = () => {
    answered = true;
  };
  // A link is followed and a form sent, which would leave the page, where no script has prevented it.
  const followed = (event: Event) => {
    if (event.defaultPrevented || !(event.target as Element).closest('a[href]')) return;
    event.preventDefault();
    answer();
  };
  addEventListener('click', followed);
  addEventListener('submit', (event) => {
    event.preventDefault();
    answer();
  });
  Element.prototype.scrollTo = answer;
  const changes = new MutationObserver(() => {});
  changes.observe(document, { attributes: true, childList: true, subtree: true });
  const opened = () => Array.from(document.querySelectorAll(':popover-open, dialog[open]'), ({ id }) => id).join();

  // What the bar of the reader does is kept by another script (early-clicks.e2e.ts).
  const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, summary')].filter(
    (control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('.reader-bar'),
  );
  const lost: string[] = [];
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    answered = false;
    if (control instanceof HTMLButtonElement && control.form) control.form.noValidate = true;
    const before = opened();
    changes.takeRecords();
    const isKept = !control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    if (!answered && !isKept && before === opened() && changes.takeRecords().length === 0) lost.push(control.outerHTML);
  }
  return { used: controls.length, lost };
}

for (const [kind, path] of Object.entries(KINDS)) {
  test(`${kind}: every control answers its first use while no script file has come`, async ({ page }) => {
    await openWithoutScripts(page, await path());
    const { used, lost } = await page.evaluate(useAll);
    expect(used).toBeGreaterThan(1);
    expect(lost).toEqual([]);
  });
}

test('a banner is turned while no script file has come', async ({ page }) => {
  await openWithoutScripts(page, paths.home());
  await page.getByRole('button', { name: 'Next highlight' }).click();
  await expect(page.locator('.banner').nth(1)).toBeInViewport({ ratio: 0.9 });
});

/** Buttons of islands, of which the first use happens once React is there: where, which one, and what shows then. */
const KEPT: Readonly<Record<string, readonly [path: () => Promise<string>, used: string, shown: string]>> = {
  'the sign-in becomes the sign-up': [
    async () => paths.login(),
    '.login-modes button[aria-pressed=false]',
    '.login-form input[name=name]',
  ],
  'a password is shown': [
    async () => paths.login(),
    '.login-form .tool',
    '.login-form input[name=password][type=text]',
  ],
  'a book is put on the shelf': [
    async () => paths.novel((await novel()).book),
    '.shelf-button',
    '.shelf-button[data-kept=true]',
  ],
};

/** What a slow network adds to every script. */
const LATE_MS = 400;

for (const [what, [path, used, shown]] of Object.entries(KEPT)) {
  test(`with every script ${LATE_MS} ms late, by the first click ${what}`, async ({ page }) => {
    await page.route('**/_astro/*.js', async (route) => {
      await setTimeout(LATE_MS);
      // The page may have been left meanwhile.
      await route.continue().catch(() => undefined);
    });
    await page.goto(site + (await path()), { waitUntil: 'commit' });
    await page.locator(used).first().click();
    await expect(page.locator(shown)).toBeVisible();
  });

  test(`by a click before the scripts have come ${what}`, async ({ page }) => {
    const scripts = await openWithoutScripts(page, await path());
    await page.locator(used).click();
    scripts.release();
    await expect(page.locator(shown)).toBeVisible();
  });
}
