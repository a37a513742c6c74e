import { expect, type Page, test } from '@playwright/test';
import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';
import { SLOW } from '../slow-tests.ts';
import { rest } from './at-rest.ts';
import { holdRequests } from './held-requests.ts';
import { lettersOf, lineOf, novel, openChapter, placeKept, ready, scrollTo, textOnTop } from './reader.ts';

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

/** Scrolls up until the previous chapter has been inserted. Its request must be held until then. */
const scrollUpUntilInserted = (page: Page) =>
  page.evaluate(
    (chapterEvent) =>
      new Promise<void>((resolve) => {
        scrollBy(0, -60);
        let frame = 0;
        const step = () => {
          scrollBy(0, -1);
          frame = requestAnimationFrame(step);
        };
        step();
        document.addEventListener(chapterEvent, () => {
          cancelAnimationFrame(frame);
          resolve();
        });
      }),
    CHAPTER_EVENT,
  );

test('a position reached while the previous chapter is inserted is kept after a reload', async ({ page }) => {
  const { addressOf } = await novel();
  await openChapter(page, addressOf(1));
  const previous = await holdRequests(page, addressOf(0));
  await page.mouse.move(190, 300);
  for (const px of [600, -60]) {
    await page.mouse.wheel(0, px);
    await rest(page);
  }
  expect(previous.urls).toHaveLength(1);
  const { place } = await placeKept(page);
  const inserted = scrollUpUntilInserted(page);
  previous.release();
  await inserted;
  await rest(page);
  expect((await placeKept(page)).place).not.toEqual(place);
  const before = await textOnTop(page);
  await page.reload();
  await ready(page);
  await rest(page);
  const after = await textOnTop(page);
  expect(after.text).toBe(before.text);
  expect(Math.abs(after.top - before.top)).toBeLessThan(2);
});

/** The paragraph near the top of the window, with the position of its box. */
const paragraphInView = (page: Page) =>
  page.evaluate(() => {
    const paragraph = document.elementFromPoint(120, 120)?.closest('p');
    const { left = 0, top = 0 } = paragraph?.getBoundingClientRect() ?? {};
    return { text: paragraph?.textContent.slice(0, 40), left, top };
  });

for (const flow of ['scroll', 'pages'] as const) {
  for (const rests of [true, false]) {
    const end = rests ? '' : ', even if the visitor leaves the page immediately';
    test(`a position reached just before a change of font size is kept${end} (${flow})`, async ({ page }) => {
      const { addressOf } = await novel();
      await openChapter(page, addressOf(1), { 'lectern:reader': { flow } });
      // Loads the listener for keys.
      await page.keyboard.press('+');
      await rest(page);
      await page.evaluate((isPaged) => {
        const press = (key: string) =>
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        if (isPaged) press('ArrowRight');
        else scrollBy(0, 500);
        press('+');
      }, flow === 'pages');
      if (rests) await rest(page);
      const before = await paragraphInView(page);
      await page.goto('about:blank');
      await page.goto(addressOf(1));
      await ready(page);
      await rest(page);
      const after = await paragraphInView(page);
      expect([after.text, after.left]).toEqual([before.text, before.left]);
      // An opened chapter shows the first line 24 px below the top.
      expect(Math.abs(after.top - before.top)).toBeLessThan(60);
    });
  }
}
