import { expect, test } from '@playwright/test';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { demoBook } from './demo-book.ts';
import { siteOf } from './site.ts';
import { startUnattendedBrowser, type UnattendedBrowser } from './unattended-browser.ts';

const SITE = siteOf('local');
const BOOK = 'A Palm Below the Stone';
/** Timeout of an attempt to hover over the link. */
const SOON = { timeout: 5000 };

test('a novel is preloaded when its link is hovered', async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  const [rules, ready, problems]: [string[], string[], string[]] = [[], [], []];
  session.on('Preload.ruleSetUpdated', ({ ruleSet }) => {
    rules.push(ruleSet.url ?? '');
    if (ruleSet.errorType) problems.push(`${ruleSet.errorType}: ${ruleSet.errorMessage}`);
  });
  session.on('Preload.prefetchStatusUpdated', ({ key, status }) => {
    if (status === 'Ready') ready.push(key.url);
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await session.send('Preload.enable');
  await page.goto(`${SITE}/hotnovels/A/1`);
  const link = page.locator('main a[href^="/novel/"]').first();
  const address = new URL((await link.getAttribute('href')) ?? '', SITE).href;
  // Browsers only consider pointers that enter a link after the speculation rules were parsed.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await link.hover();
    await expect.poll(() => ready, SOON).toContain(address);
  }).toPass();
  expect(rules).toEqual([expect.stringMatching(/\/_brand\/site\.\w+\.speculationrules$/)]);
  expect(problems).toEqual([]);
});

/** Data of the browser events used below. */
interface TabEvent {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string; readonly subtype?: string };
  readonly key: { readonly url: string };
  readonly status: string;
}

/** Opens a tab. @returns its page, and the page prerendered for it */
async function openTab(browser: UnattendedBrowser) {
  const sessions: { readonly id: string; readonly isAhead: boolean }[] = [];
  const states: string[] = [];
  browser.on((method, params) => {
    const { sessionId = '', targetInfo, key, status } = params as Partial<TabEvent>;
    if (method === 'Target.attachedToTarget' && targetInfo?.type === 'page')
      sessions.push({ id: sessionId, isAhead: targetInfo.subtype === 'prerender' });
    if (method === 'Preload.prerenderStatusUpdated') states.push(`${status} ${key?.url}`);
  });
  const { targetInfos } = await browser.send<{ targetInfos: { type: string; targetId: string }[] }>(
    'Target.getTargets',
    { filter: [{}] },
  );
  const targetId = targetInfos.find(({ type }) => type === 'tab')?.targetId;
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const all = { autoAttach: true, flatten: true, waitForDebuggerOnStart: false, filter: [{ type: 'page' }] };
  await browser.send('Target.setAutoAttach', all, sessionId);
  const sessionOf = async (isAhead: boolean) => {
    await expect.poll(() => sessions.some((each) => each.isAhead === isAhead)).toBe(true);
    return sessions.findLast((each) => each.isAhead === isAhead)?.id ?? '';
  };
  return { states, shown: () => sessionOf(false), ahead: () => sessionOf(true) };
}

const FACTS = `JSON.stringify({
  isAhead: document.prerendering,
  waiting: document.querySelectorAll('astro-island:is([client="shown"], [client="reading"])[ssr]').length,
  activated: performance.getEntriesByType('navigation')[0].activationStart > 0,
  read: JSON.parse(localStorage.getItem('readlogList') ?? '[]').map((entry) => entry.chapter.id),
})`;

test('the next chapter is prerendered, but recorded as read only when it is shown', SLOW, async () => {
  const { book, chapters, addressOf } = await demoBook(BOOK);
  const browser = await startUnattendedBrowser();
  try {
    const tab = await openTab(browser);
    const evaluate = async (expression: string, session: string) => {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const { result } = await browser.send<{ result: { value: unknown } }>('Runtime.evaluate', params, session);
      return typeof result.value === 'string' ? JSON.parse(result.value) : undefined;
    };
    const novel = await tab.shown();
    await browser.send('Preload.enable', {}, novel);
    await browser.send('Page.navigate', { url: SITE + createPaths('en').novel(book) }, novel);
    const PLACE = `(() => {
      const { x, y, width, height } = document.querySelector('a[data-continue]')?.getBoundingClientRect() ?? {};
      return x === undefined ? undefined : JSON.stringify({ x: x + width / 2, y: y + height / 2 });
    })()`;
    await expect.poll(() => evaluate(`document.readyState === 'complete' ? ${PLACE} : undefined`, novel)).toBeTruthy();
    const place = await evaluate(PLACE, novel);
    const mouse = (type: string, more = {}) =>
      browser.send('Input.dispatchMouseEvent', { type, ...place, ...more }, novel);
    await expect(async () => {
      await mouse('mouseMoved', { x: 0, y: 0 });
      await mouse('mouseMoved');
      await expect.poll(() => tab.states, SOON).toContain(`Ready ${addressOf(0)}`);
    }).toPass();

    const chapter = await tab.ahead();
    const IDLE = 'new Promise((done) => requestIdleCallback(() => done(), { timeout: 5000 }))';
    await expect.poll(() => evaluate('JSON.stringify(document.readyState)', chapter)).toBe('complete');
    await evaluate(IDLE, chapter);
    const before = { isAhead: true, waiting: 1, activated: false, read: [] };
    expect(await evaluate(FACTS, chapter)).toEqual(before);

    const press = { button: 'left', clickCount: 1 };
    await mouse('mousePressed', press);
    // The page may have changed before the mouse-up event is acknowledged.
    await mouse('mouseReleased', press).catch(() => undefined);
    const after = { isAhead: false, waiting: 0, activated: true, read: [chapters[0]?.id] };
    await expect.poll(() => evaluate(FACTS, chapter)).toEqual(after);
  } finally {
    await browser.close();
  }
});

test('a page change whose view transition is skipped causes no error', SLOW, async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const { viewTransition } = event as PageRevealEvent;
      if (!viewTransition) return;
      viewTransition.skipTransition();
      Object.assign(window, { skipped: true });
    });
  });
  await page.goto(`${SITE}/tags`);
  await page.locator('main a[href^="/tags/"]').first().click();
  await expect(page).toHaveURL(/\/tags\/\d+/);
  await expect.poll(() => page.evaluate(() => 'skipped' in window)).toBe(true);
  // Imitates Chromium, which rejects a promise that the page never received.
  await page.evaluate(() => {
    const abortMessage = 'Transition was aborted because of invalid state. ViewTransition opt-in disabled';
    void Promise.reject(new DOMException(abortMessage, 'InvalidStateError'));
  });
  // Unhandled rejections are reported after the page's pending tasks.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(errors).toEqual([]);
});

test('page changes are not animated for visitors who prefer reduced motion', SLOW, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) =>
      Object.assign(window, { moves: (event as PageRevealEvent).viewTransition !== null }),
    );
  });
  await page.goto(`${SITE}/tags`);
  await page.locator('main a[href^="/tags/"]').first().click();
  await expect(page).toHaveURL(/\/tags\/\d+/);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'moves'))).toBe(false);
});
