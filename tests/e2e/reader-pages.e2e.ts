import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { idle, rest } from './at-rest.ts';
import { chaptersIn, novel, openChapter, ready } from './reader.ts';

const PAGES = { 'lectern:reader': { flow: 'pages' } };

test.use({ viewport: { width: 390, height: 700 }, hasTouch: true });

/** The page number and the page count shown below the text. */
async function counter(page: Page): Promise<[number: number, count: number]> {
  const text = (await page.locator('.reader-counter').textContent()) ?? '';
  const [number = 0, count = 0] = text.match(/\d+/g)?.map(Number) ?? [];
  return [number, count];
}

const bars = (page: Page) => page.locator('.reader-controls').getAttribute('data-open');

test('taps at the edges, swipes, keys and the wheel turn pages, and a tap in the middle shows the bars', async ({
  page,
}) => {
  const { addressOf } = await novel();
  const swipes = page.waitForResponse(/\/swipe\.[\w-]+\.js$/);
  await openChapter(page, addressOf(0), PAGES);
  // Swipes and the wheel are handled by a module that loads after the reader.
  await (await swipes).finished();
  await idle(page);
  await expect.poll(() => counter(page)).toEqual([1, expect.any(Number)]);
  await page.touchscreen.tap(370, 350);
  await expect.poll(async () => (await counter(page))[0]).toBe(2);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await counter(page))[0]).toBe(3);
  await page.touchscreen.tap(20, 350);
  await expect.poll(async () => (await counter(page))[0]).toBe(2);
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 120);
  await expect.poll(async () => (await counter(page))[0]).toBe(3);
  await swipe(page, 300, 60);
  await expect.poll(async () => (await counter(page))[0]).toBe(4);
  await swipe(page, 60, 300);
  await expect.poll(async () => (await counter(page))[0]).toBe(3);
  expect(await bars(page)).toBe('false');
  await rest(page);
  // Browsers do not report a tap that ends the fling of a swipe or that becomes a long press on a busy machine.
  await expect(async () => {
    if ((await bars(page)) === 'false') await page.touchscreen.tap(195, 350);
    await expect.poll(() => bars(page), { timeout: 10_000 }).toBe('true');
  }).toPass();
  expect((await counter(page))[0]).toBe(3);
});

/** Swipes across the text with one finger. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = (x: number) => ({ touchPoints: [{ x, y: 400 }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at((from + to) / 2) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(to) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('turning pages continues from the last page to the next chapter, and from the first page back to the previous chapter', async ({
  page,
}) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(0), PAGES);
  const [, count] = await counter(page);
  for (let number = 2; number <= count; number += 1) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await counter(page))[0]).toBe(number);
  }
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(addressOf(1));
  // The title may be truncated, but the number is not.
  await expect(page).toHaveTitle(/ \(2\/\d+\)/);
  await expect(page.locator('[data-reader-part]:visible')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(addressOf(0));
  await expect.poll(() => counter(page)).toEqual([count, count]);
});

test(
  'the reader returns to the same page when a change of font size or a rotation is undone, and after a reload',
  SLOW,
  async ({ page }) => {
    const { addressOf } = await novel();
    await openChapter(page, addressOf(2), PAGES);
    for (const _turn of [1, 2]) {
      await page.keyboard.press('ArrowRight');
      await rest(page);
    }
    const [number, count] = await counter(page);
    for (const _step of [1, 2, 3]) await page.keyboard.press('+');
    await expect.poll(async () => (await counter(page))[1]).toBeGreaterThan(count);
    for (const _step of [1, 2, 3]) await page.keyboard.press('-');
    await expect.poll(() => counter(page)).toEqual([number, count]);
    await page.setViewportSize({ width: 700, height: 390 });
    await rest(page);
    await page.setViewportSize({ width: 390, height: 700 });
    await expect.poll(() => counter(page)).toEqual([number, count]);
    await page.reload();
    await ready(page);
    await expect.poll(() => counter(page)).toEqual([number, count]);
  },
);

test('the end of the book has its own page, after the last page of text', SLOW, async ({ page }) => {
  const { addressOf, chapters } = await novel();
  await openChapter(page, addressOf(chapters.length - 1), PAGES);
  const [, count] = await counter(page);
  for (let number = 1; number < count; number += 1) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await counter(page))[0]).toBe(number + 1);
  }
  await expect(page.getByText('You have reached the last chapter')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('You have reached the last chapter')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('You have reached the last chapter')).toBeHidden();
  expect((await chaptersIn(page)).current).toBe(chapters.length);
});
