import { expect, type Page, test } from '@playwright/test';
import { FOREIGN, type ForeignTexts } from '../helpers/foreign-books.ts';
import { misplacedTexts } from '../helpers/text-languages.ts';
import { item } from '../unit/api/epub/make-epub.ts';
import { importBook, type TestBook } from './imported-book.ts';
import { openChapter } from './reader.ts';
import { siteOf } from './site.ts';

test.use({ viewport: { width: 390, height: 844 } });
test.setTimeout(180_000);

/** Texts of the page without the right language or direction, as computed by the browser. */
const misplaced = (page: Page): Promise<string[]> => page.evaluate(`(${misplacedTexts})(document, true)`);

/** The book as an EPUB: a part with two chapters, a note, and enough text for several pages. */
function importForeign(texts: ForeignTexts): Promise<TestBook> {
  const long = texts.html.repeat(30);
  const note = `<p>${texts.tag}<sup><a id="r1" href="#n1">1</a></sup></p>`;
  const notes = `<ol><li id="n1">${texts.source} <a href="#r1">↩</a></li></ol>`;
  const chapter = (title: string, more = '') => `<h2>${title}</h2>${note}${long}${more}${notes}`;
  const [first = '', second = ''] = texts.chapters;
  const documents = { 'one.xhtml': chapter(first), 'two.xhtml': chapter(second) };
  const nav = item('one.xhtml', texts.part, item('one.xhtml', first) + item('two.xhtml', second));
  const facts = `<dc:creator>${texts.author}</dc:creator><dc:language>${texts.language}</dc:language>
    <dc:description>${texts.introduction}</dc:description><dc:subject>${texts.tag}</dc:subject>`;
  return importBook(texts.title, { documents, nav }, facts);
}

for (const texts of FOREIGN) {
  test.describe(`a book in ${texts.language}`, () => {
    let book: TestBook;
    test.beforeAll(async () => {
      book = await importForeign(texts);
    });
    test.afterAll(() => book.remove());

    test('is marked with its language and text direction on the novel, author and search pages', async ({ page }) => {
      await page.goto(book.novelAddress);
      await expect(page.locator('h1')).toHaveText(texts.title);
      expect(await misplaced(page)).toEqual([]);
      await page.locator('.novel-by a').click();
      await expect(page.locator('.author-head h1')).toHaveText(texts.author);
      expect(await misplaced(page)).toEqual([]);
      await page.goto(`${siteOf('local')}/search?q=${encodeURIComponent(texts.title)}`);
      await expect(page.locator('.item-title').filter({ hasText: texts.title })).toBeVisible();
      // Each fact starts with a separator dot, so the facts must have the site's direction, not the book's.
      const facts = page.locator('.item-facts > *');
      expect(await facts.evaluateAll((all) => all.map((fact) => getComputedStyle(fact).direction))).not.toContain(
        'rtl',
      );
      expect(await misplaced(page)).toEqual([]);
    });

    test('is marked with its language and text direction in the reader and all its panels', async ({ page }) => {
      await openChapter(page, book.addressOf(0));
      expect(await misplaced(page)).toEqual([]);
      for (const [key, panel] of Object.entries({ c: 'toc', t: 'type', l: 'listen', b: 'marks', '?': 'keys' })) {
        await page.keyboard.press(key);
        await expect(page.locator(`.reader-${panel} .reader-panel-body > :not(.reader-wait)`).first()).toBeAttached();
        expect(await misplaced(page), panel).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.locator('.reader-panel')).toHaveCount(0);
      }
    });

    test('is marked with its language and text direction in marks, notes, search results, the history and the notebook', async ({
      page,
    }) => {
      await openChapter(page, book.addressOf(0));
      await page.getByRole('link', { name: '1', exact: true }).first().click();
      await expect(page.locator('.footnote')).toContainText(texts.source);
      expect(await misplaced(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('[data-current] .reader-text p').nth(1).selectText();
      await page.locator('.selection-tools .mark-colour').first().click();
      await page.locator('[data-current] .reader-title').click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('b');
      await expect(page.locator('.mark-text').first()).toBeVisible();
      expect(await misplaced(page)).toEqual([]);
      await page.locator('.mark .tool').first().click();
      await expect(page.locator('.mark-form blockquote')).toBeVisible();
      expect(await misplaced(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.keyboard.press('f');
      await page.locator('.find input').fill(texts.tag);
      await page.locator('.find > button').click();
      await expect(page.locator('.find-snippet').first()).toBeVisible();
      expect(await misplaced(page)).toEqual([]);
      for (const [path, row] of [
        ['/history', '.history strong'],
        ['/notebook', '.history strong'],
        [`/notebook#book=${book.id}`, '.note-quote'],
        ['/', '.continue [data-title]'],
      ]) {
        await page.goto(siteOf('local') + path);
        await expect(page.locator(row ?? '').first()).toBeVisible();
        expect(await misplaced(page), path).toEqual([]);
      }
      await page.goto(book.novelAddress);
      await expect(page.locator('.read-on [data-chapter]')).toHaveText(texts.chapters[0] ?? '');
      expect(await misplaced(page)).toEqual([]);
    });

    const isRtl = texts.language === 'he' || texts.language === 'ar';
    test(`turns pages ${isRtl ? 'to the left' : 'to the right'} by key and tap`, async ({ page }) => {
      await openChapter(page, book.addressOf(0), { 'lectern:reader': { flow: 'pages' } });
      const part = page.locator('[data-reader-part][data-current]');
      const place = () => part.evaluate((element) => Math.abs(element.scrollLeft));
      await page.keyboard.press(isRtl ? 'ArrowLeft' : 'ArrowRight');
      await expect.poll(place).toBeGreaterThan(300);
      const second = await place();
      await page.mouse.click(isRtl ? 20 : 370, 400);
      await expect.poll(place).toBeGreaterThan(second);
      await page.mouse.click(isRtl ? 370 : 20, 400);
      await expect.poll(place).toBe(second);
      await page.keyboard.press(isRtl ? 'ArrowRight' : 'ArrowLeft');
      await expect.poll(place).toBe(0);
      await page.keyboard.press('?');
      await expect(page.locator('.reader-key-list kbd').first()).toHaveText(isRtl ? '←' : '→');
      const origin = await page
        .locator('.reader-progress')
        .evaluate((bar) => getComputedStyle(bar).transformOrigin.split(' ')[0]);
      expect(origin).toBe(isRtl ? '390px' : '0px');
    });
  });
}
