import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { rest, twoFrames } from './at-rest.ts';
import { chaptersIn, novel, openChapter, placeKept, ready, serial } from './reader.ts';

test.use({ viewport: { width: 390, height: 844 } });

/**
 * Scrolls step by step until a chapter is current. Checks that text visible before and after a step moves by that step.
 */
async function readUntil(page: Page, number: number, step = 600): Promise<void> {
  await page.mouse.move(200, 400);
  for (let steps = 0; (await chaptersIn(page)).current !== number; steps += 1) {
    if (steps > 400) throw new Error(`Chapter ${number} did not come.`);
    const before = await page.evaluate(() => {
      const seen = document.elementFromPoint(200, 700)?.closest('p, h1, h2');
      Object.assign(globalThis, { seen });
      return seen?.getBoundingClientRect().top ?? null;
    });
    await page.mouse.wheel(0, step);
    await (steps % 4 === 0 ? rest : twoFrames)(page);
    if (before === null) continue;
    await expect
      .poll(async () => Math.round(Math.abs(before - (await seenTop(page, before - step)) - step)))
      .toBeLessThan(2);
  }
}

/** The new position of the text that was visible before the step; `topIfGone` if the text is no longer in the page. */
const seenTop = (page: Page, topIfGone: number) =>
  page.evaluate((fallback) => {
    const { seen } = globalThis as { seen?: Element };
    return seen?.isConnected ? seen.getBoundingClientRect().top : fallback;
  }, topIfGone);

test('next chapters load on scrolling without a layout jump, and update the URL, title and history', async ({
  page,
}) => {
  const { addressOf, chapters } = await novel();
  await openChapter(page, addressOf(0));
  await readUntil(page, 5);
  await expect(page).toHaveURL(addressOf(4));
  // The chapter's title may be truncated, but its number is not.
  await expect(page).toHaveTitle(/ \(5\/\d+\)/);
  await expect(page.locator('.reader-top-place')).toHaveText(`5 of ${chapters.length}`);
  await rest(page);
  expect((await placeKept(page)).number).toBe(5);
  expect((await chaptersIn(page)).shown.length).toBeLessThanOrEqual(5);
  expect((await chaptersIn(page)).shown).not.toContain(1);
});

test('chapters removed from the page are loaded again on scrolling up', SLOW, async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(0));
  await readUntil(page, 5);
  expect((await chaptersIn(page)).shown).not.toContain(1);
  await readUntil(page, 1, -600);
  await expect(page).toHaveURL(addressOf(0));
  await rest(page);
  expect((await chaptersIn(page)).shown).not.toContain(5);
});

test(
  'an open form below the chapter stays in place, and the next chapter loads after the visitor leaves the form',
  SLOW,
  async ({ page }) => {
    const { addressOf } = await novel();
    await page.goto(addressOf(0));
    // The first input, which starts the reader.
    await page.locator('.report summary').click();
    await expect(page.locator('[data-reader-part][data-current]')).toHaveCount(1);
    await page.getByLabel('Describe the problem').fill('It ends here.');
    await rest(page);
    await expect(page.getByLabel('Describe the problem')).toBeInViewport();
    expect((await chaptersIn(page)).shown).toEqual([1]);
    await page.locator('.report summary').click();
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, -1200);
    await expect.poll(async () => (await chaptersIn(page)).shown).toContain(2);
  },
);

test('the next chapter is requested once, when 60 % of the current chapter is read', async ({ page }) => {
  const { addressOf } = await novel();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.setViewportSize({ width: 390, height: 320 });
  await openChapter(page, addressOf(2), { font_size: 24 });
  const readTo = (part: number) =>
    page.evaluate((share) => {
      const box = document.querySelector('[data-current]')?.getBoundingClientRect();
      scrollBy({ top: (box?.top ?? 0) + share * ((box?.height ?? 0) - innerHeight), behavior: 'instant' });
    }, part);
  await readTo(0.5);
  await rest(page);
  expect(requests).not.toContain(addressOf(3));
  await readTo(0.62);
  await expect.poll(() => requests).toContain(addressOf(3));
  await readTo(0.99);
  await expect.poll(async () => (await chaptersIn(page)).shown).toContain(4);
  expect(requests.filter((url) => url === addressOf(3))).toHaveLength(1);
});

test('every chapter reached by scrolling fires one `lectern:chapter` event', SLOW, async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(0));
  await page.evaluate(() => {
    const announcements: unknown[] = [];
    Object.assign(globalThis, { announcements });
    document.addEventListener('lectern:chapter', (event) => {
      const { kind, chapterId } = (event as CustomEvent).detail;
      if (kind === 'current') announcements.push([chapterId, location.pathname, document.title.slice(0, 9)]);
    });
  });
  await readUntil(page, 3);
  const announcements = await page.evaluate(
    () => (globalThis as unknown as { announcements: [number, string][] }).announcements,
  );
  expect(announcements.map(([id, path]) => path.endsWith(`/${id}`))).toEqual([true, true]);
});

test('the keys for previous and next chapter do nothing at the first and the last chapter', SLOW, async ({ page }) => {
  const { addressOf, chapters } = await serial();
  await openChapter(page, addressOf(0));
  await page.keyboard.press('ArrowLeft');
  await rest(page);
  await expect(page).toHaveURL(addressOf(0));
  await page.goto(addressOf(chapters.length - 1));
  await ready(page);
  await page.keyboard.press('ArrowRight');
  await rest(page);
  await expect(page).toHaveURL(addressOf(chapters.length - 1));
  await expect(page.getByText('You have reached the last chapter')).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(addressOf(chapters.length - 2));
});

test('a short last chapter stays the current chapter even if it cannot scroll to the top', SLOW, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 1800 });
  const { addressOf, chapters } = await serial();
  await openChapter(page, addressOf(chapters.length - 25));
  for (let number = chapters.length - 23; number <= chapters.length; number += 1) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await chaptersIn(page)).current).toBe(number);
  }
  // The page is at rest, so chapters far above are removed.
  await expect.poll(async () => (await chaptersIn(page)).shown).not.toContain(chapters.length - 20);
  await rest(page);
  expect((await chaptersIn(page)).current).toBe(chapters.length);
  await expect(page).toHaveURL(addressOf(chapters.length - 1));
});

/**
 * Number of nodes that Chromium 156 retains for each chapter removed from a page with speculation rules: the nodes of the
 * links below the chapter. A whole chapter has more than fifty.
 */
const NODES_OF_LINKS = 25;

test('reading a hundred chapters uses at most 1.5 times as much memory as reading ten', SLOW, async ({ page }) => {
  const { addressOf } = await serial();
  await openChapter(page, addressOf(0));
  const session = await page.context().newCDPSession(page);
  const memory = async () => {
    await rest(page);
    await session.send('HeapProfiler.enable');
    await session.send('HeapProfiler.collectGarbage');
    await session.send('Performance.enable');
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), documents: value('Documents') };
  };
  const readOn = async (number: number) => {
    for (;;) {
      const { current } = await chaptersIn(page);
      if (current >= number) return;
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await chaptersIn(page)).current).toBe(current + 1);
      // Chapters are removed when the page is at rest.
      if (current % 4 === 0) await rest(page);
    }
  };
  await readOn(10);
  const ten = await memory();
  await readOn(100);
  const hundred = await memory();
  expect(hundred.heap).toBeLessThan(1.5 * ten.heap);
  expect(hundred.nodes).toBeLessThan(1.5 * ten.nodes + 90 * NODES_OF_LINKS);
  // Several of these short chapters fit in one window.
  expect((await chaptersIn(page)).shown.length).toBeLessThanOrEqual(14);
});
