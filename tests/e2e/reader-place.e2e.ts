import { expect, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { rest } from './at-rest.ts';
import { holdRequests } from './held-requests.ts';
import { lettersOf, lineOf, novel, openChapter, placeKept, ready, scrollTo } from './reader.ts';

test.use({ viewport: { width: 390, height: 700 } });

test('the reading position stays on its line after a change of font size, font or width', async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(2));
  const letters = await lettersOf(page);
  expect(letters.length).toBeGreaterThan(2);
  const step = Math.max(1, Math.floor(letters.length / 5));
  for (const letter of letters.filter((_, index) => index % step === 0)) {
    await scrollTo(page, letter);
    const before = await lineOf(page, letter);
    const stays = async () => {
      await rest(page);
      const { top, height } = await lineOf(page, letter);
      expect(Math.abs(top - before.top)).toBeLessThanOrEqual(height + 1);
    };
    for (const _step of [1, 2, 3, 4, 5]) await page.keyboard.press('+');
    await stays();
    for (const _step of [1, 2, 3, 4, 5]) await page.keyboard.press('-');
    await stays();
    await page.keyboard.press('t');
    await page.getByRole('radio', { name: 'Easy to read' }).check({ force: true });
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    await stays();
    await page.getByRole('radio', { name: 'Serif', exact: true }).check({ force: true });
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 844, height: 390 });
    await stays();
    await page.setViewportSize({ width: 390, height: 700 });
    await stays();
  }
});

test('a reload shows the same line at the same height before any script has loaded', async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(2));
  const [, letter = { block: 0, offset: 0 }] = await lettersOf(page);
  await scrollTo(page, letter);
  const before = await lineOf(page, letter);
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.reader-text > p').nth(letter.block).waitFor();
  const topOf = () =>
    page.evaluate(
      (at) => document.querySelectorAll('.reader-text > p')[at]?.getBoundingClientRect().top ?? 0,
      letter.block,
    );
  await expect.poll(topOf).toBeLessThan(40);
  await expect(page.locator('[data-current]')).toHaveCount(0);
  scripts.release();
  await ready(page);
  await rest(page);
  expect(Math.abs((await lineOf(page, letter)).top - before.top)).toBeLessThan(1.5);
});

test('a position reached before the reader has started is kept, also after a reload', async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(2));
  const letters = await lettersOf(page);
  const [earlier, later] = [letters[0], letters.at(-1)];
  if (!earlier || !later) throw new Error('The chapter is too short.');
  await scrollTo(page, later);
  await page.goto('about:blank');
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.goto(addressOf(2), { waitUntil: 'commit' });
  const topOf = () =>
    page.evaluate(
      (at) => document.querySelectorAll('.reader-text > p')[at]?.getBoundingClientRect().top ?? 0,
      earlier.block,
    );
  await expect.poll(topOf).toBeLessThan(-100);
  await page.mouse.move(190, 300);
  await page.mouse.wheel(0, (await topOf()) - 12);
  await expect.poll(topOf).toBeGreaterThan(0);
  const top = await topOf();
  scripts.release();
  await ready(page);
  await rest(page);
  expect(Math.abs((await topOf()) - top)).toBeLessThan(2);
  await page.reload();
  await ready(page);
  await rest(page);
  expect(Math.abs((await topOf()) - top)).toBeLessThan(2);
});

test('the saved position is found again after its paragraph has moved', SLOW, async ({ page }) => {
  const { addressOf, book } = await novel();
  await openChapter(page, addressOf(2));
  const [, letter = { block: 0, offset: 0 }] = await lettersOf(page);
  await scrollTo(page, letter);
  const { place } = await placeKept(page);
  expect(place.hash).toMatch(/^[\da-f]{8}$/);
  // The stored position is three paragraphs further down, as if the text was edited after another device stored it.
  await page.evaluate((id) => {
    const [entry] = JSON.parse(localStorage.getItem('readlogList') ?? '[]');
    entry.chapter.place.block += 3;
    localStorage.setItem('readlogList', JSON.stringify([entry]));
    history.replaceState(null, '', `/novel/${id}`);
  }, book.id);
  await page.goto(addressOf(2));
  await ready(page);
  await rest(page);
  const { top, height } = await lineOf(page, letter);
  expect(Math.abs(top - 24)).toBeLessThanOrEqual(height + 1);
});
