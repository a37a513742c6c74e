import { expect, type Page, test } from '@playwright/test';
import { recommendIndex3 } from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { hydrated } from './at-rest.ts';
import { ask, factsOf } from './facts.ts';
import { novel, openChapter, ready, serial, showBars } from './reader.ts';
import { siteOf } from './site.ts';

const EDITION = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' } as const;
const site = siteOf(EDITION.brand);
const paths = createPaths('en');

const NOVELS = { 'of a few chapters': novel, 'of thousands of chapters': serial } as const;

/** Adds the function `hit` to the page. It returns null if a tap reaches the element, and otherwise what covers it. */
const prepare = (page: Page) =>
  page.evaluate(() => {
    const hit = (element: Element): string | null => {
      const [box = element.getBoundingClientRect()] = element.getClientRects();
      // The middle of the visible part, because rows of covers show the next cover only partly.
      const middle = (from: number, to: number, room: number) => (Math.max(0, from) + Math.min(room, to)) / 2;
      const [x, y] = [middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)];
      const hit = document.elementFromPoint(x, y);
      if (hit && (element.contains(hit) || hit.closest('a, button, summary, label')?.contains(element))) return null;
      return `${element.textContent.trim().slice(0, 40) || element.outerHTML.slice(0, 60)}: ${hit?.outerHTML.slice(0, 60)}`;
    };
    Object.assign(globalThis, { hit });
  });

/** Controls that are covered after scrolling into view. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const { hit } = globalThis as unknown as { hit(element: Element): string | null };
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, summary, input')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.skip, [popover]'),
    );
    return [...all.slice(0, 100), ...all.slice(100).slice(-60)].flatMap((element) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      return hit(element) ?? [];
    });
  });

/** Moves focus through the page with a key and checks that nothing covers the focused element. */
async function expectFocusInView(page: Page, maxStops: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(key);
    // Rows of covers scroll to the focused card.
    const problem = () =>
      page.evaluate(() => {
        const { hit } = globalThis as unknown as { hit(element: Element): string | null };
        const { activeElement } = document;
        return activeElement && activeElement !== document.body ? hit(activeElement) : 'end';
      });
    if ((await problem()) === 'end') break;
    await expect.poll(problem).toBeNull();
  }
}

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const) {
  for (const [kind, find] of Object.entries(NOVELS)) {
    test(`no bar covers a control of a novel ${kind} at ${width} x ${height}`, async ({ page }) => {
      const { book } = await find();
      await page.setViewportSize({ width, height });
      await page.goto(`${siteOf('fingeread')}/novel/${book.id}`);
      await hydrated(page);
      await prepare(page);
      expect(await covered(page)).toEqual([]);
      const all = page.locator('.chapters-more > summary');
      if ((await all.count()) === 0) return;
      await all.click();
      await expect(page.locator('.chapters-more')).toHaveAttribute('open');
      expect(await covered(page)).toEqual([]);
    });

    test(`no bar covers the focused element of a novel ${kind} at ${width} x ${height}`, async ({ page }) => {
      const { book } = await find();
      await page.setViewportSize({ width, height });
      await page.goto(`${siteOf('fingeread')}/novel/${book.id}`);
      await hydrated(page);
      await prepare(page);
      await expectFocusInView(page, 90);
    });
  }
}

const PAGES = {
  'the home page': async () => paths.home(),
  'a list': async () => paths.genre((await factsOf(EDITION)).genre),
  'a ranking': async () => paths.ranking((await factsOf(EDITION)).ranking.type, 0, 1),
  'the history': async () => paths.history(),
} as const;

for (const [kind, pathOf] of Object.entries(PAGES)) {
  test(`no bar of ${kind} covers a control or the focused element at 390 x 844`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(site + (await pathOf()));
    await hydrated(page);
    await prepare(page);
    expect(await covered(page)).toEqual([]);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expectFocusInView(page, 60);
  });
}

/** Makes every eighth word of the chapter a link, as in a book with several notes per line. */
const linkWords = (page: Page) =>
  page.locator('[data-current] .reader-text p').evaluateAll((paragraphs) => {
    for (const paragraph of paragraphs) {
      const parts = paragraph.textContent.split(' ').map((word, place) => {
        if (place % 8 !== 3) return `${word} `;
        const link = Object.assign(document.createElement('a'), { href: '#note', textContent: word });
        return [link, ' '];
      });
      paragraph.replaceChildren(...parts.flat());
    }
  });

test('the bars of the reader cover no control, and make room for the focused element', async ({ page }) => {
  const { addressOf } = await novel();
  await page.setViewportSize({ width: 390, height: 844 });
  await openChapter(page, addressOf(1));
  await prepare(page);
  await linkWords(page);
  await showBars(page, page.locator('.reader-bar'));
  await expectFocusInView(page, 60);
  await expectFocusInView(page, 60, 'Shift+Tab');
  await page.goto(addressOf(1));
  await ready(page);
  await prepare(page);
  await page.locator('[data-reader-tail] a').last().scrollIntoViewIfNeeded();
  await expectFocusInView(page, 40);
});

test('the bar of a novel page never covers “Show All”, even with a link to the furthest chapter', async ({ page }) => {
  const { items } = await ask(EDITION, recommendIndex3, {});
  const book = items.flatMap(({ books }) => books).find(({ introduction }) => introduction.length > 340);
  if (!book) throw new Error('No shelf of the demo has a book with a long introduction.');
  const chapter = (number: number) => ({ id: number, number, title: `Chapter ${number}` });
  const read = { book, chapter: chapter(2), furthest: { chapter: chapter(9), read_at: '2026-01-01T00:00:00Z' } };
  const fold = page.locator('.intro-fold summary');
  for (const history of [[], [{ ...read, cover: null, read_at: '2026-01-02T00:00:00Z' }]]) {
    await page.setViewportSize({ width: 390, height: 2000 });
    await page.goto(site + paths.novel(book));
    await page.evaluate((list) => localStorage.setItem('readlogList', JSON.stringify(list)), history);
    await page.reload();
    await hydrated(page);
    const bar = page.locator('.novel-actions');
    await expect(bar.locator('.novel-furthest')).toBeVisible({ visible: history.length > 0 });
    const boxOf = async (locator: typeof fold) => (await locator.boundingBox()) ?? { y: 0, height: 0 };
    const end = await boxOf(fold);
    const room = 2000 - (await boxOf(bar)).y;
    // The edge of the bar is at the middle of the line, or slightly above or below it.
    for (const shift of [-18, 0, 18]) {
      await page.setViewportSize({ width: 390, height: Math.round(end.y + end.height / 2 + shift + room) });
      const [line, top] = [await boxOf(fold), await boxOf(bar)];
      expect(line.y + line.height).toBeLessThanOrEqual(top.y + 1);
      const button = bar.locator('a:visible').first();
      expect((await boxOf(button)).y).toBeGreaterThanOrEqual(line.y + line.height);
      await fold.click({ position: { x: 20, y: line.height - 4 }, trial: true });
    }
    // If the introduction begins just above the bar, there may be no space for the line. The line must then be hidden.
    await page.setViewportSize({ width: 390, height: 560 });
    const scrollIn = (visible: number) =>
      page.evaluate((most) => {
        const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? 0;
        scrollBy({ top: topOf('.intro-body') - topOf('.novel-actions') + most, behavior: 'instant' });
      }, visible);
    const container = fold.locator('..');
    for (const [visible, opacity] of [
      [20, '0'],
      [40, '0'],
      [56, '1'],
    ] as const) {
      await scrollIn(visible);
      await expect(container).toHaveCSS('opacity', opacity);
    }
    const [low, barTop] = [await boxOf(fold), await boxOf(bar)];
    expect(low.y + low.height).toBeLessThanOrEqual(barTop.y + 1);
    await scrollIn(30);
    await expect(container).toHaveCSS('opacity', '0');
    await fold.focus();
    await expect(container).toHaveCSS('opacity', '1');
    await page.setViewportSize({ width: 390, height: Math.round(end.y + end.height / 2 + room) });
    // The offline notice must not cover it either.
    await page.context().setOffline(true);
    const notice = page.locator('.notice-offline:visible');
    await expect(notice).toBeVisible();
    expect((await boxOf(fold)).y + (await boxOf(fold)).height).toBeLessThanOrEqual((await boxOf(notice)).y + 1);
    await page.context().setOffline(false);
  }
});
