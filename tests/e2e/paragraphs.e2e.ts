import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { rest } from './at-rest.ts';
import { catalogueRow, changeCatalogue } from './database.ts';
import { demoBook, rewrite } from './demo-book.ts';
import { openChapter } from './reader.ts';

// Tests that change the same book run serially.
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 390, height: 844 } });

const TITLE = 'Jargon';
const SENTENCE = 'Die Donaudampfschifffahrtsgesellschaft fuhr langsam weiter. ';
const TEXT = `<p>${SENTENCE.repeat(6)}</p><p>${SENTENCE.repeat(6)}</p><h3>Later</h3><p>${SENTENCE}</p><p>${SENTENCE}</p>
  <p>What immortal hand or eye<br>What dread grasp</p><p>${SENTENCE}</p>`;

const undo: (() => void)[] = [];
test.afterEach(() => {
  for (const restore of undo.splice(0)) restore();
});

/**
 * Replaces the text of a chapter. Each test uses its own chapter, far from the others, because neighbouring chapters
 * load too. `imported`: whether the book is marked as imported.
 * @returns its address
 */
async function chapterOf(
  index: number,
  { imported, language = 'de' }: { imported: boolean; language?: string },
  html = TEXT,
): Promise<string> {
  const { book, chapters, addressOf } = await demoBook(TITLE);
  const { key } = catalogueRow('SELECT key FROM books WHERE id = ?', book.id) ?? {};
  const setKey = (text: string) => changeCatalogue('UPDATE books SET key = ? WHERE id = ?', text, book.id);
  const restore = rewrite(book.id, chapters[index]?.id ?? 0, html, language);
  setKey(imported ? 'epub:urn:test:paragraphs' : 'demo:paragraphs');
  undo.push(restore, () => setKey(String(key)));
  return addressOf(index);
}

/** Indent and space above each paragraph on the page, in px. */
const paragraphs = (page: Page) =>
  page.locator('[data-current] .reader-text p').evaluateAll((all) =>
    all.map((paragraph) => {
      const { textIndent, marginTop } = getComputedStyle(paragraph);
      return [Number.parseFloat(textIndent), Number.parseFloat(marginTop)];
    }),
  );

const SPACED = [
  [0, 0],
  [0, 16],
];
const INDENTED = [
  [0, 0],
  [24, 0],
];

async function openType(page: Page) {
  await page.keyboard.press('t');
  return page.getByRole('dialog', { name: 'Text' });
}

test('an imported novel has indented paragraphs, except after a heading and in verse', async ({ page }) => {
  await openChapter(page, await chapterOf(10, { imported: true }));
  const [first, second, afterHeading, next, verse, afterVerse] = await paragraphs(page);
  expect([first, second]).toEqual(INDENTED);
  expect([afterHeading?.[0], next?.[0], verse?.[1], afterVerse?.[1]]).toEqual([0, 24, 16, 16]);
  const type = await openType(page);
  await expect(type.getByRole('radio', { name: 'Indented' })).toBeChecked();
});

for (const [language, index, spaces, indent] of [
  ['ja', 60, '', 1],
  ['zh', 64, '', 2],
  ['zh', 68, '　　', 0],
] as const) {
  const contents = spaces === '' ? 'without spaces' : 'with spaces';
  test(`an imported novel in ${language} ${contents} at the beginnings of paragraphs indents every paragraph once`, async ({
    page,
  }) => {
    const html = ['江水長流', '一燈如豆', '無人渡江'].map((text) => `<p>${spaces}${text}</p>`).join('');
    await openChapter(page, await chapterOf(index, { imported: true, language }, html), { font_size: 16 });
    expect((await paragraphs(page)).map(([px]) => px)).toEqual([16 * indent, 16 * indent, 16 * indent]);
  });
}

test('novels that were not imported have spaced paragraphs', async ({ page }) => {
  await openChapter(page, await chapterOf(20, { imported: false }));
  expect((await paragraphs(page)).slice(0, 2)).toEqual(SPACED);
  const type = await openType(page);
  await expect(type.getByRole('radio', { name: 'Spaced' })).toBeChecked();
});

for (const [index, imported, name, before, after] of [
  [30, true, 'Spaced', INDENTED, SPACED],
  [40, false, 'Indented', SPACED, INDENTED],
] as const) {
  test(`the paragraph style chosen by the reader applies immediately, and before first paint after a reload: ${name}`, async ({
    page,
  }) => {
    const shifts = () => page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    await page.addInitScript(() => {
      const seen: number[] = [];
      Object.assign(globalThis, { shifts: seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openChapter(page, await chapterOf(index, { imported }));
    expect((await paragraphs(page)).slice(0, 2)).toEqual(before);
    const type = await openType(page);
    await type.getByText(name, { exact: true }).click();
    await expect.poll(async () => (await paragraphs(page)).slice(0, 2)).toEqual(after);
    await page.reload();
    await page.locator('h1').waitFor();
    expect(
      await page.locator('.reader-text p').evaluateAll((all) =>
        all.slice(0, 2).map((paragraph) => {
          const { textIndent, marginTop } = getComputedStyle(paragraph);
          return [Number.parseFloat(textIndent), Number.parseFloat(marginTop)];
        }),
      ),
    ).toEqual(after);
    await rest(page);
    expect(await shifts()).toEqual([]);
  });
}

test("the visitor's choice of hyphenation also applies to justified text, with the rules of the book's language", async ({
  page,
}) => {
  const hyphens = () =>
    page.locator('[data-current] .reader-text').evaluate((text) => {
      const style = getComputedStyle(text);
      return [style.hyphens, text.closest('[lang]')?.getAttribute('lang')];
    });
  await openChapter(page, await chapterOf(50, { imported: true }));
  expect(await hyphens()).toEqual(['manual', 'de']);
  const type = await openType(page);
  await type.getByRole('switch', { name: 'Hyphenate' }).check();
  await expect.poll(hyphens).toEqual(['auto', 'de']);
  await type.getByRole('switch', { name: 'Hyphenate' }).uncheck();
  await type.getByRole('switch', { name: 'Justify the text' }).check();
  await expect.poll(hyphens).toEqual(['manual', 'de']);
});

/** The left edges of visible text columns in px, and the scroll position of the pages. */
const spread = (page: Page) =>
  page.locator('[data-current]').evaluate((part) => {
    const { left, right, width } = part.getBoundingClientRect();
    const boxes = [...part.querySelectorAll('p')].flatMap((paragraph) => [...paragraph.getClientRects()]);
    const inside = boxes.filter((box) => box.right > left + 1 && box.left < right - 1);
    return {
      columns: [...new Set(inside.map((box) => Math.round(box.left)))].toSorted((a, b) => a - b),
      cut: inside.some((box) => box.left < left - 1 || box.right > right + 1),
      turned: part.scrollLeft / width,
    };
  });

// For some of these lengths the chapter ends on a left page, for others on a right page.
for (const length of [9, 11, 13, 15]) {
  const details = length === 9 ? {} : SLOW;
  test(
    `a wide screen shows two pages side by side if the visitor chooses that, and omits none of ${length} paragraphs`,
    details,
    async ({ page }) => {
      const html = Array.from({ length }, (_, index) => `<p>${index + 1}. ${SENTENCE.repeat(12)}</p>`).join('');
      await page.setViewportSize({ width: 1280, height: 800 });
      await openChapter(page, await chapterOf(5 * length, { imported: true }, html), {
        'lectern:reader': { flow: 'pages' },
      });
      expect((await spread(page)).columns).toHaveLength(1);
      await page.keyboard.press('m');
      const more = page.getByRole('dialog', { name: 'More' });
      if ((await more.count()) === 0) await page.getByRole('button', { name: 'More' }).click();
      await more.getByText('Two pages').click();
      await page.keyboard.press('Escape');
      await expect(more).toHaveCount(0);
      await expect.poll(async () => (await spread(page)).columns.length).toBe(2);
      const counter = page.locator('.reader-counter');
      const seen = new Set<string>();
      for (let turn = 0; ; turn += 1) {
        await expect(counter).toContainText(`page ${turn + 1} of`);
        await rest(page);
        const { cut, turned } = await spread(page);
        expect([cut, Math.abs(turned - turn) < 0.02]).toEqual([false, true]);
        for (const text of await page
          .locator('[data-current] p')
          .evaluateAll((all) =>
            all
              .filter((one) => [...one.getClientRects()].some((box) => box.right > 0 && box.left < innerWidth))
              .map((one) => one.textContent.slice(0, 4)),
          ))
          seen.add(text);
        const [number, count] = (await counter.textContent())?.match(/\d+/g) ?? [];
        if (number === count) break;
        await page.keyboard.press('ArrowRight');
      }
      expect(seen.size).toBe(length);
    },
  );
}
