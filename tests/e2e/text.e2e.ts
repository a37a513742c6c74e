import { expect, type Page, test } from '@playwright/test';
import { demoBook, rewrite } from './demo-book.ts';
import { holdRequests } from './held-requests.ts';
import { novel, openChapter, ready } from './reader.ts';
import { siteOf } from './site.ts';
import { TYPESET } from './typeset-chapters.ts';

test.use({ viewport: { width: 390, height: 844 } });
// The tests replace the texts of some of the same chapters, so they must not run at the same time.
test.describe.configure({ mode: 'default' });

const LONG_TEXT = `<p>${'And so the river went on. '.repeat(60)}</p>`;
const NOTES = `<p>A fact<sup><a id="r1" href="#n1">1</a></sup> that nobody denied.</p>${LONG_TEXT}
  <ol><li id="n1">As the <em>almanac</em> has it. <a href="#r1">↩</a></li></ol>`;
const WIDE = `<table><tr>${'<td>Constantinople and back</td>'.repeat(9)}</tr></table>
  <p>Tyger Tyger, burning bright, in the forests of the night and beyond,<br>What immortal hand or eye</p>
  <p><ruby>漢<rt>かん</rt></ruby>字</p>
  <figure><img src="/media/pictures/light.svg" alt="A lighthouse"><figcaption>The lighthouse</figcaption></figure>`;

const undo: (() => void)[] = [];
test.afterEach(() => {
  for (const restore of undo.splice(0)) restore();
});

/**
 * Replaces a chapter's text. Do not use neighbours of an opened chapter, because the server has already cached them.
 * @returns its address
 */
async function chapterWith(title: string, index: number, html: string, language?: string): Promise<string> {
  const { book, chapters, addressOf } = await demoBook(title);
  undo.push(rewrite(book.id, chapters[index]?.id ?? 0, html, language));
  return addressOf(index);
}

test('a footnote opens over the page, and its back link returns to the reference', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await openChapter(page, await chapterWith('Never Issued', 0, NOTES));
  await page.getByRole('link', { name: '1', exact: true }).click();
  const note = page.locator('.footnote');
  await expect(note).toContainText('As the almanac has it.');
  await expect(note).not.toContainText('↩');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await page.getByRole('link', { name: '↩' }).click();
  await expect(page).toHaveURL(/#c-r1$/);
  expect(errors).toEqual([]);
});

test('a click on a footnote before the reader script has loaded opens the footnote afterwards', async ({ page }) => {
  const tools = await holdRequests(page, '**/TextTools.*.js');
  await openChapter(page, await chapterWith('Never Issued', 0, NOTES));
  await expect.poll(() => tools.urls).not.toEqual([]);
  await page.getByRole('link', { name: '1', exact: true }).click();
  expect(new URL(page.url()).hash).toBe('');
  tools.release();
  await expect(page.locator('.footnote')).toContainText('As the almanac has it.');
});

test('a click on a footnote follows the link if the reader script cannot be loaded', async ({ page }) => {
  // Simulates that the page was just reloaded because of a missing module. It is therefore not reloaded again.
  await page.addInitScript(() => sessionStorage.setItem('lectern:reloaded', String(Date.now())));
  const tools = await holdRequests(page, '**/TextTools.*.js');
  await openChapter(page, await chapterWith('Never Issued', 0, NOTES));
  await page.getByRole('link', { name: '1', exact: true }).click();
  tools.release('abort');
  await expect(page.locator('#c-n1')).toBeInViewport();
});

test('a link to a footnote works without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.goto(await chapterWith('Closed Until December', 0, NOTES));
  await page.getByRole('link', { name: '1', exact: true }).click();
  await expect(page.locator('#c-n1')).toBeInViewport();
  await page.close();
});

test('tables and verse fit on a phone, and ruby text is above its characters', async ({ page }) => {
  await openChapter(page, await chapterWith('Closed Until December', 3, WIDE));
  const table = page.locator('[data-current] table');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  const verse = page.locator('[data-current] p:has(br)');
  expect(await verse.evaluate((line) => getComputedStyle(line).textAlign)).toBe('start');
  expect((await verse.boundingBox())?.height).toBeGreaterThan(70);
  const [base, reading] = await Promise.all([
    page.locator('[data-current] ruby').boundingBox(),
    page.locator('[data-current] rt').boundingBox(),
  ]);
  expect(reading && base && reading.y <= base.y && reading.height < base.height).toBe(true);
});

test('a table that is too wide only because of a long word fits on a phone', async ({ page }) => {
  const speech = 'He calls across the water, and the echo answers: ';
  const rows = `<tr><td>The Honourable Mrs Marlowe Greengage</td><td>${speech}${'halloo'.repeat(9)}</td></tr>`;
  await openChapter(page, await chapterWith('Closed Until December', 5, `<table>${rows}</table>`));
  const table = page.locator('[data-current] table');
  await expect(table).toHaveAttribute('data-breaks');
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1);
  await expect(table).not.toHaveAttribute('tabindex');
});

test('an image in a chapter is enlarged by tap and by keyboard', async ({ page }) => {
  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600"/></svg>';
  await page.route('**/media/pictures/light.svg*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture }),
  );
  await openChapter(page, await chapterWith('Closed Until December', 1, WIDE));
  const image = page.getByRole('button', { name: 'Enlarge the picture: A lighthouse' });
  await image.click();
  const dialog = page.getByRole('dialog', { name: 'A lighthouse' });
  await expect(dialog).toContainText('The lighthouse');
  const shown = dialog.getByRole('img');
  await expect.poll(async () => (await shown.boundingBox())?.width).toBe(390);
  await shown.click();
  await expect.poll(async () => (await shown.boundingBox())?.width).toBe(900);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await image.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
});

const STYLES = [
  'writingMode',
  'textAlign',
  'textIndent',
  'fontSynthesisStyle',
  'textEmphasisStyle',
  'direction',
] as const;
const styleOf = (page: Page, selector: string) =>
  page
    .locator(`[data-current] ${selector}`)
    .first()
    .evaluate((element, names) => {
      const style = getComputedStyle(element);
      return Object.fromEntries(names.map((name) => [name, style[name]]));
    }, STYLES);

/** Boxes of the text that reach beyond its column. */
async function outsideColumn(page: Page) {
  const column = await page.locator('[data-current] .reader-text').boundingBox();
  const boxes = await page
    .locator('[data-current] .reader-text :is(p, span, td, blockquote)')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
  const [left, right] = [(column?.x ?? 0) - 1, (column?.x ?? 0) + (column?.width ?? 0) + 1];
  return boxes.filter((box) => box.left < left || box.right > right);
}

/** Further checks of some kinds of chapters, in addition to the width. */
const CHECKS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  verse: async (page) => {
    await page.setViewportSize({ width: 320, height: 800 });
    const quote = page.locator('[data-current] blockquote');
    expect(await quote.evaluate((box) => getComputedStyle(box).borderInlineStartWidth)).toBe('0px');
    const [first, second] = await quote.locator('.text-verse').all();
    const [one, two] = await Promise.all([first?.boundingBox(), second?.boundingBox()]);
    expect((two?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0)).toBeGreaterThan(12);
    // Horizontal positions of each line's first letter, and of the continuation of a line that wraps.
    const starts = await quote.locator('.text-line').evaluateAll((lines) =>
      lines.map((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        return [...new Set([...range.getClientRects()].map(({ left }) => Math.round(left)))];
      }),
    );
    const [margin = 0] = starts[0] ?? [];
    expect(starts[1]?.[0]).toBeGreaterThan(margin + 8);
    expect(starts.filter(([start = 0, wrapped]) => wrapped !== undefined && wrapped <= start)).toEqual([]);
    expect(starts.some((line) => line.length > 1)).toBe(true);
  },
  Hebrew: async (page) => {
    expect((await styleOf(page, '.reader-text > p'))['direction']).toBe('rtl');
    expect((await styleOf(page, '.text-end'))['textAlign']).toBe('end');
    expect((await styleOf(page, 'p[dir="ltr"]'))['direction']).toBe('ltr');
    expect((await styleOf(page, 'em'))['fontSynthesisStyle']).toBe('none');
  },
  Japanese: dotted,
  Korean: async (page) => {
    await dotted(page);
    expect(await page.locator('[data-current] .reader-text').evaluate((text) => getComputedStyle(text).wordBreak)).toBe(
      'keep-all',
    );
  },
  Chinese: dotted,
};

/** Expects emphasis by dots instead of slanted letters. */
async function dotted(page: Page): Promise<void> {
  const { fontSynthesisStyle, textEmphasisStyle } = await styleOf(page, 'em');
  expect([fontSynthesisStyle, textEmphasisStyle]).toEqual(['none', 'dot']);
}

test.describe('text that needs special typography', () => {
  // The tests run serially, because some change the language of the same book.
  test.describe.configure({ mode: 'default' });

  for (const { kind, title, index, language, html } of TYPESET) {
    test(`${kind} fits phones and desktops in day and night mode`, async ({ page }) => {
      await openChapter(page, await chapterWith(title, index, html, language));
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme });
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
          expect(await outsideColumn(page)).toEqual([]);
        }
      await CHECKS[kind]?.(page);
    });
  }

  test('a book in a right-to-left language mirrors its text, links and keys', async ({ page }) => {
    const text = `<p>${'ثم مضى النهر في طريقه. '.repeat(80)}</p>`;
    const address = await chapterWith('A Survey of the Stray', 1, text, 'ar');
    const { pathOf } = await demoBook('A Survey of the Stray');
    await openChapter(page, address);
    const line = page.locator('[data-current] p').last();
    expect(await line.evaluate((block) => getComputedStyle(block).direction)).toBe('rtl');
    await line.click({ position: { x: 180, y: 60 } });
    const [previous, next] = await Promise.all(
      ['Previous chapter', 'Next chapter'].map((name) =>
        page.locator('.reader-bar').getByRole('link', { name }).boundingBox(),
      ),
    );
    expect(previous && next && next.x < previous.x).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(new RegExp(`${pathOf(2)}$`));
  });

  test('Chinese text is set in vertical columns, page by page, if the visitor chooses that', async ({ page }) => {
    const text = `<p>${'那一年年底，老灯塔第一次熄灭了。没有人来修理它。'.repeat(20)}</p>`.repeat(4);
    await openChapter(page, await chapterWith('Nineteen Islands by Thursday', 0, text, 'zh-CN'));
    await page.keyboard.press('t');
    await page.getByLabel('Vertical text').check();
    await page.keyboard.press('Escape');
    const part = page.locator('[data-current]');
    expect(await part.evaluate((box) => getComputedStyle(box).writingMode)).toBe('vertical-rl');
    const title = await page.locator('[data-current] h1').boundingBox();
    expect(title?.x).toBeGreaterThan(250);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => part.evaluate((box) => box.scrollTop)).toBeGreaterThan(400);
    await page.reload();
    await ready(page);
    await expect(page.locator('html')).toHaveAttribute('data-vertical', '');
    await page.keyboard.press('t');
    await page.getByLabel('Vertical text').uncheck();
    expect(await part.evaluate((box) => getComputedStyle(box).writingMode)).toBe('horizontal-tb');
  });
});

for (const brand of ['fingeread', 'local']) {
  test(`a chapter of the brand ${brand} preloads its text font only once and loads no unused font`, async ({
    page,
  }) => {
    const faces: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'font') faces.push(new URL(request.url()).pathname);
    });
    const { addressOf } = await novel();
    await openChapter(page, addressOf(0).replace(siteOf('fingeread'), siteOf(brand)));
    await page.evaluate(() => document.fonts.ready);
    const upright = faces.filter((face) => face.includes('-normal'));
    expect(upright).toEqual([expect.stringContaining('literata-latin-400')]);
    expect(faces.filter((face) => !face.includes('literata'))).toEqual([]);
    await expect(page.locator('link[rel="preload"][as="font"]').first()).toHaveAttribute('href', upright[0] ?? '');
  });
}
