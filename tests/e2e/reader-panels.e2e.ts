import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { rest } from './at-rest.ts';
import { chaptersIn, lettersOf, lineOf, novel, openChapter, scrollTo, serial } from './reader.ts';

test.use({ viewport: { width: 390, height: 844 } });

const contentsPanel = (page: Page) => page.getByRole('dialog', { name: 'Contents' });

test(
  'the contents panel with 3,000 chapters opens at the current chapter, and can be searched and reversed',
  SLOW,
  async ({ page }) => {
    const { addressOf, chapters } = await serial();
    await openChapter(page, addressOf(1499), { 'lectern:read': [] });
    await page.keyboard.press('c');
    const rows = contentsPanel(page).getByRole('listitem');
    await expect(contentsPanel(page).locator('[aria-current=page]')).toBeInViewport();
    await expect(contentsPanel(page).locator('[aria-current=page]')).toContainText(chapters[1499]?.title ?? '?');
    // Rows far from the window are only reserved space.
    expect(await rows.count()).toBeLessThan(700);
    await contentsPanel(page).getByRole('button', { name: '201–300', exact: true }).click();
    await expect(
      contentsPanel(page)
        .getByRole('link', { name: chapters[200]?.title ?? '?' })
        .first(),
    ).toBeInViewport();
    await contentsPanel(page).getByRole('searchbox').fill('2750');
    await expect(rows.first()).toContainText(chapters[2749]?.title ?? '?');
    await contentsPanel(page).getByRole('searchbox').fill('');
    await contentsPanel(page).getByRole('button', { name: 'Last chapter first' }).click();
    await expect(rows.first()).toContainText(chapters.at(-1)?.title ?? '?');
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(addressOf(chapters.length - 1));
  },
);

test(
  'the contents panel marks read chapters, shows the prices of locked chapters, and can hide locked chapters',
  SLOW,
  async ({ page }) => {
    const { addressOf, book, chapters } = await novel();
    const locked = { locked: true, price: 12, free_from: '2030-05-03T00:00:00Z' };
    const items = chapters.map((chapter) => (chapter.number === 6 ? { ...chapter, ...locked } : chapter));
    await page.route('**/v1/book.chapters*', (route) =>
      route.fulfill({ json: { success: 1, data: { items }, errors: [] } }),
    );
    await openChapter(page, addressOf(1), { 'lectern:read': [{ book_id: book.id, spans: [[1, 3]] }] });
    await page.keyboard.press('c');
    const rows = contentsPanel(page).getByRole('listitem');
    await expect(rows.nth(2)).toContainText('Read');
    await expect(rows.nth(3)).not.toContainText('Read');
    await expect(rows.nth(5)).toContainText('12 coins');
    await expect(rows.nth(5)).toContainText('free from May 3');
    const count = await rows.count();
    await contentsPanel(page).getByRole('button', { name: 'Hide locked' }).click();
    await expect(rows).toHaveCount(count - 1);
  },
);

test('keys open the panels one at a time, Escape closes them, and letter keys can be switched off', async ({
  page,
}) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(0));
  await page.keyboard.press('t');
  await expect(page.getByRole('dialog', { name: 'Text' })).toBeVisible();
  await page.getByRole('dialog', { name: 'Text' }).getByRole('button', { name: 'Close' }).press('?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  const sheet = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(sheet).toContainText('Next chapter');
  await sheet.getByRole('switch', { name: 'Single-letter shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('t');
  await rest(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('in scroll mode, taps at the edges and taps that end a selection do not show the bars', SLOW, async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(0));
  const open = () => page.locator('.reader-controls').getAttribute('data-open');
  await page.mouse.click(8, 500);
  await page.mouse.click(384, 500);
  expect(await open()).toBe('false');
  await page.mouse.dblclick(150, 400);
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('');
  await page.mouse.click(195, 600);
  expect(await open()).toBe('false');
  await page.mouse.click(195, 600);
  await expect.poll(open).toBe('true');
});

test('saved type settings are applied before first paint, without a layout shift', async ({ page }) => {
  const { addressOf } = await novel();
  const reader = { face: 'sans', leading: 5, measure: 1, margin: 3, justify: true, black: true };
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openChapter(page, addressOf(0), { 'lectern:reader': reader, font_size: 20, bg_night: true });
  await page.reload({ waitUntil: 'commit' });
  await page.locator('h1').waitFor();
  const style = await page.locator('[data-reader-text]').evaluate((article) => {
    const { fontSize, lineHeight, paddingLeft, fontFamily } = getComputedStyle(article);
    return {
      fontSize,
      lineHeight,
      paddingLeft,
      isSans: /sans-serif$/.test(fontFamily) && !/Literata/.test(fontFamily),
    };
  });
  expect(style).toEqual({ fontSize: '20px', lineHeight: '40px', paddingLeft: '36px', isSans: true });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toMatch(
    /oklch\(0 0 0\)|rgb\(0, 0, 0\)/,
  );
  expect(await page.locator('.reader-text').evaluate((text) => getComputedStyle(text).hyphens)).toBe('auto');
  await rest(page);
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

test('auto-scroll moves the text until the visitor touches it', SLOW, async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(0), { 'lectern:reader': { speed: 10 } });
  const top = () => page.evaluate(() => scrollY);
  await page.keyboard.press('a');
  await expect.poll(top).toBeGreaterThan(20);
  await page.mouse.move(195, 400);
  await page.mouse.down();
  await page.mouse.up();
  await rest(page);
  const still = await top();
  await rest(page);
  expect(await top()).toBe(still);
});

test('on a wide page a panel opens beside the text, and the current line stays in place', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { addressOf } = await novel();
  await openChapter(page, addressOf(2), { font_size: 24, 'lectern:reader': { measure: 3 } });
  const [letter = { block: 0, offset: 0 }] = await lettersOf(page);
  await scrollTo(page, letter);
  const before = await lineOf(page, letter);
  for (const key of ['c', 't', '?']) {
    await page.keyboard.press(key);
    const panel = await page.getByRole('dialog').boundingBox();
    const text = await page.locator('[data-current] [data-reader-text]').boundingBox();
    expect(text && panel && text.x + text.width <= panel.x).toBe(true);
    await rest(page);
    const { top, height } = await lineOf(page, letter);
    expect(Math.abs(top - before.top)).toBeLessThanOrEqual(height + 1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect((await chaptersIn(page)).current).toBe(3);
});
