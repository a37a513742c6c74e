import { expect, type Locator, type Page, test } from '@playwright/test';
import { rest } from './at-rest.ts';
import { importBook, type TestBook } from './imported-book.ts';
import { openChapter } from './reader.ts';

test.describe.configure({ mode: 'default' });

const PROSE = `<p>${'And so the river went on. '.repeat(20)}</p>`;

/** Lines of a poem in the shape of a mouse's tail, with their margin and font size in em, as in the book. */
const TAIL = [
  ['Said the stoat', 0, 1],
  ['to a vole', 3, 1],
  ['on the lawn', 6, 0.87],
  ['let us both', 8, 0.87],
  ['go to court', 5, 0.87],
  ['I will say', 2, 0.74],
  ['what I saw', 4, 0.74],
] as const;

const HYMN = [
  ['O lamp of all the weary weirs,', 0],
  ['that burnest on the stone,', 2],
  ['Give light to us in coming years,', 0],
  ['who row the night alone.', 2],
] as const;

const stanza = HYMN.map(([line, indent]) => `<span class="in${indent}">${line}</span>`).join('<br/>');
const tail = TAIL.map(([line], at) => `<p class="t${at}">${line}</p>`).join('');
const tailStyle = TAIL.map(
  ([, indent, size], at) => `.tail .t${at} { margin: 0 0 0 ${indent / size}em; font-size: ${size}em }`,
).join('\n');

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'];
const TABLE = `<table><caption>Oats sold</caption><thead><tr><th>Farm</th>${MONTHS.map((month) => `<th>${month}</th>`).join('')}</tr></thead>
  <tbody><tr><th>Upper Weir</th>${MONTHS.map((_month, at) => `<td>${at * 137} sacks</td>`).join('')}</tr></tbody></table>`;

const SENTENCE = 'Carted down to the lower wharf before the frost came, and paid for in spring.';
const LEDGER = `<table><caption>What became of the oats of the whole valley in that long year</caption><tbody>
  <tr><th>Upper Weir</th><td>Featherstonehaugh</td><td>${SENTENCE}</td><td>1,204 sacks</td><td>Pennyfeather</td></tr></tbody></table>
  <table><caption>Sums</caption><tbody><tr><td>1</td><td>Oats, three bushels</td><td>£1</td><td>2s.</td><td>6d.</td></tr></tbody></table>`;

const page = (body: string) => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"
  xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title><link rel="stylesheet" href="book.css"/></head>
  <body>${body}</body></html>`;

let book: TestBook;
test.beforeAll(async () => {
  book = await importBook('The Stoat and the Vole', {
    documents: {
      'tail.xhtml': page(`<h2>I</h2>${PROSE}<div class="tail">${tail}</div>${PROSE.repeat(4)}`),
      'hymn.xhtml': page(
        `<h2>II</h2>${PROSE}<div class="hymn" epub:type="z3998:hymn"><p>${stanza}</p><p>${stanza}</p></div>
          <p class="given">To<br/>all who row</p><p class="signed">At the weir,<br/>in spring</p>${PROSE}`,
      ),
      'table.xhtml': page(`<h2>III</h2>${PROSE}${TABLE}${PROSE}`),
      'ledger.xhtml': page(`<h2>IV</h2>${LEDGER}${PROSE.repeat(8)}`),
    },
    files: {
      'OEBPS/book.css': `p { margin: 0; text-indent: 1em } ${tailStyle} .tail p { text-indent: 0 }
        .hymn p { margin: 1em 0; text-indent: 0 } .hymn span { display: block } .hymn .in2 { margin-left: 2em }
        .given { text-align: center } .signed { text-align: right }`,
    },
  });
});
test.afterAll(() => book.remove());

/** For each line: its start relative to the first line, in em of the reader's font size; its font size; and its top. */
const linesAt = (text: Locator, lines: readonly string[]) =>
  text.evaluate((root, lineTexts) => {
    const em = Number.parseFloat(getComputedStyle(root).fontSize);
    const boxes = lineTexts.map((line) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.textContent?.trim() !== line || !node.parentElement) continue;
        const range = new Range();
        range.selectNodeContents(node);
        const { left, top } = range.getBoundingClientRect();
        return { left, top, size: Number.parseFloat(getComputedStyle(node.parentElement).fontSize) / em };
      }
      throw new Error(`There is no line ${line}.`);
    });
    const [first] = boxes;
    return boxes.map(({ left, top, size }) => ({
      indent: (left - (first?.left ?? 0)) / em,
      size,
      top: top - (first?.top ?? 0),
    }));
  }, lines);

const chapterText = (site: Page, index: number) =>
  site.locator(`[data-chapter="${book.chapters[index]?.id}"] .reader-text`);

for (const [name, width, height, saved] of [
  ['on a wide screen', 1280, 800, {}],
  ['with spaced paragraphs', 1280, 800, { paragraphs: 'spaced' }],
  ['with indented paragraphs', 1280, 800, { paragraphs: 'indented' }],
  ['on two pages', 1280, 800, { flow: 'pages', columns: 2 }],
] as const) {
  test(`lines of verse keep their decreasing sizes and indents ${name}`, async ({ page: site }) => {
    await site.setViewportSize({ width, height });
    await openChapter(site, book.addressOf(0), { 'lectern:reader': saved });
    await rest(site);
    const lines = await linesAt(
      chapterText(site, 0),
      TAIL.map(([line]) => line),
    );
    for (const [at, [line, indent, size]] of TAIL.entries()) {
      expect(Math.abs((lines[at]?.indent ?? -9) - indent), line).toBeLessThan(0.55);
      expect(lines[at]?.size, line).toBeCloseTo(size, 2);
      if (at > 0) expect((lines[at]?.top ?? 0) - (lines[at - 1]?.top ?? 0), line).toBeLessThan(30);
    }
  });

  test(`a hymn keeps its stanzas and lines ${name}`, async ({ page: site }) => {
    await site.setViewportSize({ width, height });
    await openChapter(site, book.addressOf(1), { 'lectern:reader': saved });
    await rest(site);
    const lines = await linesAt(
      chapterText(site, 1),
      HYMN.map(([line]) => line),
    );
    expect(lines.map(({ indent }) => Math.round(indent))).toEqual(HYMN.map(([, indent]) => indent));
    const stanzas = chapterText(site, 1).locator('.text-verse');
    await expect(stanzas).toHaveCount(2);
    const gap = await stanzas.evaluateAll(([one, other]) =>
      one && other ? other.getBoundingClientRect().top - one.getBoundingClientRect().bottom : 0,
    );
    expect(gap).toBeGreaterThan(12);
    // Multi-line dedications and signatures keep their alignment.
    await expect(chapterText(site, 1).getByText('all who row')).toHaveCSS('text-align', 'center');
    await expect(chapterText(site, 1).getByText('in spring')).toHaveCSS('text-align', 'end');
  });
}

test('on a phone a poem in the shape of a tail fits and keeps its shape', async ({ page: site }) => {
  await site.setViewportSize({ width: 360, height: 640 });
  await openChapter(site, book.addressOf(0));
  const lines = await linesAt(
    chapterText(site, 0),
    TAIL.map(([line]) => line),
  );
  const turns = (indents: readonly number[]) =>
    indents.slice(1).map((indent, at) => Math.sign(indent - (indents[at] ?? 0)));
  expect(turns(lines.map(({ indent }) => indent))).toEqual(turns(TAIL.map(([, indent]) => indent)));
  expect(await site.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

for (const [flow, width, height] of [
  ['scroll', 390, 844],
  ['scroll', 360, 640],
  ['pages', 390, 844],
] as const) {
  test(`a wide table scrolls within itself at ${width} px with the flow “${flow}”, and keeps its headers`, async ({
    page: site,
  }) => {
    await site.setViewportSize({ width, height });
    await openChapter(site, book.addressOf(2), { 'lectern:reader': { flow } });
    const table = chapterText(site, 2).getByRole('table', { name: 'Oats sold' });
    const [column, room] = await table.evaluate((element) => [element.clientWidth, element.scrollWidth]);
    expect(column).toBeLessThanOrEqual(width - 40);
    expect(room).toBeGreaterThan(width);
    if (flow === 'scroll') expect(await site.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect(table.getByRole('columnheader', { name: 'August' })).toHaveCSS('text-align', 'start');
    const [header, cell] = [table.getByRole('columnheader').nth(2), table.getByRole('cell').first()];
    const edges = await Promise.all(
      [header, cell].map((one) => one.evaluate((element) => element.getBoundingClientRect().left)),
    );
    expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 0)) < 150).toBe(true);
    await expect(cell).toHaveCSS('border-bottom-style', 'solid');
    await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect(table.getByRole('columnheader', { name: 'August' })).toBeInViewport({ ratio: 0.9 });
  });
}

for (const flow of ['scroll', 'pages'] as const) {
  test(`a wide table with the flow “${flow}” leaves room for prose, keeps its caption in place, and scrolls with the keyboard`, async ({
    page: site,
  }) => {
    await site.setViewportSize({ width: 390, height: 844 });
    await openChapter(site, book.addressOf(3), { 'lectern:reader': { flow } });
    const table = chapterText(site, 3).getByRole('table', { name: 'What became of the oats' });
    await expect(table).toHaveAttribute('tabindex', '0');
    const prose = table.getByRole('cell', { name: SENTENCE });
    const lines = () =>
      prose.evaluate((cell) => {
        const range = new Range();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    // If the column were as narrow as its longest word, it would have eleven lines.
    await expect.poll(lines).toBeLessThan(7);
    const caption = table.locator('caption');
    const left = () => caption.evaluate((element) => element.getBoundingClientRect().left);
    const before = await left();
    await table.focus();
    const address = site.url();
    await site.keyboard.press('End');
    for (let step = 0; step < 3; step += 1) await site.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(40);
    expect(await left()).toBe(before);
    expect(site.url()).toBe(address);
    expect(await caption.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(390);
  });
}

test('a table that fits does not break words and is not a tab stop', async ({ page: site }) => {
  await site.setViewportSize({ width: 390, height: 844 });
  await openChapter(site, book.addressOf(3));
  await expect(chapterText(site, 3).getByRole('table', { name: 'What became' })).toHaveAttribute('tabindex', '0');
  const table = chapterText(site, 3).getByRole('table', { name: 'Sums' });
  await expect(table).not.toHaveAttribute('tabindex');
  const heights = await table
    .getByRole('cell')
    .evaluateAll((cells) =>
      cells.map((cell) => cell.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(cell).lineHeight)),
    );
  expect(Math.max(...heights)).toBeLessThan(2);
});

test('a swipe across a wide table scrolls the table without turning the page', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const site = await context.newPage();
  await openChapter(site, book.addressOf(3), { 'lectern:reader': { flow: 'pages' } });
  const box = chapterText(site, 3);
  const place = () => box.evaluate((element) => Math.round(element.getBoundingClientRect().left));
  const swipe = (selector: string) =>
    chapterText(site, 3)
      .locator(selector)
      .first()
      .evaluate((target) => {
        const at = (x: number) => new Touch({ identifier: 1, target, clientX: x, clientY: 100 });
        const event = (type: string, x: number, touches: Touch[]) =>
          new TouchEvent(type, { touches, changedTouches: [at(x)], bubbles: true, cancelable: true });
        target.dispatchEvent(event('touchstart', 300, [at(300)]));
        target.dispatchEvent(event('touchend', 100, []));
      });
  await expect(chapterText(site, 3).getByRole('table', { name: 'What became' })).toHaveAttribute('tabindex', '0');
  const before = await place();
  await swipe('table');
  await rest(site);
  expect(await place()).toBe(before);
  await swipe(':scope > p');
  await expect.poll(place).toBeLessThan(before);
  await context.close();
});
