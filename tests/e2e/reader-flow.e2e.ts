import { expect, type Page, test } from '@playwright/test';
import { drawn, rest } from './at-rest.ts';
import { chaptersIn, novel, openChapter, placeKept, ready, serial } from './reader.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Scrolls step by step until a chapter is the current one. Text visible before and after a step has to move by that step. */
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
    await (steps % 4 === 0 ? rest : drawn)(page);
    if (before === null) continue;
    await expect
      .poll(async () => Math.round(Math.abs(before - (await seenTop(page, before - step)) - step)))
      .toBeLessThan(2);
  }
}

/** Where the text visible before the step is now; `gone` where it is no longer in the page. */
const seenTop = (page: Page, gone: number) =>
  page.evaluate((fallback) => {
    const { seen } = globalThis as { seen?: Element };
    return seen?.isConnected ? seen.getBoundingClientRect().top : fallback;
  }, gone);

test('next chapters load on scrolling without a jump, and address, title and history follow', async ({ page }) => {
  const { addressOf, chapters } = await novel();
  await openChapter(page, addressOf(0));
  await readUntil(page, 5);
  await expect(page).toHaveURL(addressOf(4));
  // The title of a chapter may be cut, its number is not.
  await expect(page).toHaveTitle(/ \(5\/\d+\)/);
  await expect(page.locator('.reader-top-place')).toHaveText(`5 of ${chapters.length}`);
  await rest(page);
  expect((await placeKept(page)).number).toBe(5);
  expect((await chaptersIn(page)).shown.length).toBeLessThanOrEqual(5);
  expect((await chaptersIn(page)).shown).not.toContain(1);
});

test('chapters removed from the page are loaded again on scrolling up', async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(0));
  await readUntil(page, 5);
  expect((await chaptersIn(page)).shown).not.toContain(1);
  await readUntil(page, 1, -600);
  await expect(page).toHaveURL(addressOf(0));
  await rest(page);
  expect((await chaptersIn(page)).shown).not.toContain(5);
});

test('a form below the chapter stays where it was opened, and the next chapter comes once it is left', async ({
  page,
}) => {
  const { addressOf } = await novel();
  await page.goto(addressOf(0));
  // The first input, with which the reader starts.
  await page.locator('.report summary').click();
  await expect(page.locator('[data-reader-part][data-current]')).toHaveCount(1);
  await page.getByLabel('In a few words').fill('It ends here.');
  await rest(page);
  await expect(page.getByLabel('In a few words')).toBeInViewport();
  expect((await chaptersIn(page)).shown).toEqual([1]);
  await page.locator('.report summary').click();
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, -1200);
  await expect.poll(async () => (await chaptersIn(page)).shown).toContain(2);
});

test('the next chapter is requested once, when 60 % of this one is read', async ({ page }) => {
  const { addressOf } = await novel();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 390, height: 320 });
  await openChapter(page, addressOf(2), { font_size: 24 });
  const readTo = (part: number) =>
    page.evaluate((share) => {
      const box = document.querySelector('[data-current]')?.getBoundingClientRect();
      scrollBy({ top: (box?.top ?? 0) + share * ((box?.height ?? 0) - innerHeight), behavior: 'instant' });
    }, part);
  await readTo(0.5);
  await rest(page);
  expect(asked).not.toContain(addressOf(3));
  await readTo(0.62);
  await expect.poll(() => asked).toContain(addressOf(3));
  await readTo(0.99);
  await expect.poll(async () => (await chaptersIn(page)).shown).toContain(4);
  expect(asked.filter((url) => url === addressOf(3))).toHaveLength(1);
});

test('every chapter reached by scrolling is announced once', async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(0));
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    document.addEventListener('lectern:chapter', (event) => {
      const { kind, chapterId } = (event as CustomEvent).detail;
      if (kind === 'current') heard.push([chapterId, location.pathname, document.title.slice(0, 9)]);
    });
  });
  await readUntil(page, 3);
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: [number, string][] }).heard);
  expect(heard.map(([id, path]) => path.endsWith(`/${id}`))).toEqual([true, true]);
});

test('the key for the previous chapter does nothing at the first chapter, the key for the next nothing at the last', async ({
  page,
}) => {
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

test('a short last chapter stays the current one, though it cannot be scrolled to the top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 1800 });
  const { addressOf, chapters } = await serial();
  await openChapter(page, addressOf(chapters.length - 25));
  for (let number = chapters.length - 23; number <= chapters.length; number += 1) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await chaptersIn(page)).current).toBe(number);
  }
  // The page rests, and chapters far above are taken out.
  await expect.poll(async () => (await chaptersIn(page)).shown).not.toContain(chapters.length - 20);
  await rest(page);
  expect((await chaptersIn(page)).current).toBe(chapters.length);
  await expect(page).toHaveURL(addressOf(chapters.length - 1));
});

/**
 * Nodes of a chapter that Chromium 156 keeps for itself after the chapter is taken out, on pages with speculation rules:
 * those of the links below it. A whole chapter has more than fifty.
 */
const NODES_OF_LINKS = 25;

test('reading a hundred chapters takes at most one and a half times the memory of ten', async ({ page }) => {
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
      // Chapters are taken out when the page is at rest.
      if (current % 4 === 0) await rest(page);
    }
  };
  await readOn(10);
  const ten = await memory();
  await readOn(100);
  const hundred = await memory();
  expect(hundred.heap).toBeLessThan(1.5 * ten.heap);
  expect(hundred.nodes).toBeLessThan(1.5 * ten.nodes + 90 * NODES_OF_LINKS);
  // Several of these short chapters stand in one window.
  expect((await chaptersIn(page)).shown.length).toBeLessThanOrEqual(14);
});
