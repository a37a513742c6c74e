import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { Mark } from '#src/contract/entities/marks.ts';
import { createPaths } from '#src/routes/paths.ts';
import { SLOW } from '../slow-tests.ts';
import { rest } from './at-rest.ts';
import { visitorRow } from './database.ts';
import { demoBook } from './demo-book.ts';
import { openChapter, placeKept, ready } from './reader.ts';
import { siteOf } from './site.ts';
import { painted } from './speech.ts';

test.use({ viewport: { width: 390, height: 844 } });

const TITLE = 'No Change Given';
const site = siteOf('local');
const paths = createPaths('en');

const note = (page: Page, place = 0) => page.locator('.note').nth(place);
const storedMarks = (page: Page): Promise<Mark[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('lectern:marks') ?? '[]'));

/** Selects the first word of a paragraph and highlights it. @returns the word */
async function highlight(page: Page, paragraph: number, colour: string): Promise<string> {
  await rest(page);
  const word = await page.evaluate((at) => {
    const line = document.querySelectorAll('[data-current] .reader-text > p')[at];
    const node = line?.firstChild;
    const word = /\p{L}{3,}/u.exec(node instanceof Text ? node.data : '');
    if (!node || !word) throw new Error('There is no such paragraph.');
    line.scrollIntoView({ block: 'center' });
    const range = new Range();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    return word[0];
  }, paragraph);
  await page.getByRole('button', { name: `Highlight: ${colour}` }).click();
  await expect.poll(async () => (await storedMarks(page)).some(({ text }) => text === word)).toBe(true);
  return word;
}

/** Index of the chapter's last paragraph that starts with three letters. */
const lateParagraph = (page: Page) =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll('[data-current] .reader-text > p')];
    return lines.findLastIndex(({ textContent }) => /^\p{L}{3}/u.test(textContent));
  });

/** Marks from an earlier visit: two in the second chapter, one in the first. */
async function savedMarks(): Promise<Mark[]> {
  const { book, chapters } = await demoBook(TITLE);
  const { id, title, category } = book;
  const createMark = (number: number, index: number, more: object) => ({
    id: `mark-0000${number}`,
    kind: 'highlight',
    book: { id, title, category },
    chapter: { id: chapters[index]?.id, number: index + 1, title: chapters[index]?.title },
    start: { block: number, offset: 0, hash: '0123abcd' },
    end: { block: number, offset: 4, hash: '0123abcd' },
    note: '',
    colour: 'yellow',
    created_at: '2026-04-01T12:00:00.000Z',
    updated_at: '2026-04-01T12:00:00.000Z',
    ...more,
  });
  return [
    createMark(9, 1, { text: 'The third of them', colour: 'blue' }),
    createMark(3, 1, { text: 'The second of them', note: 'Zürich in the rain' }),
    createMark(5, 0, { text: 'The first of them', colour: 'rose' }),
  ] as Mark[];
}

async function openNotebook(page: Page, marks: readonly Mark[]): Promise<number> {
  const { book } = await demoBook(TITLE);
  await page.addInitScript((saved) => {
    if (localStorage.getItem('lectern:marks') === null) localStorage.setItem('lectern:marks', saved);
  }, JSON.stringify(marks));
  await page.goto(site + paths.notebook(book.id));
  await expect(page.locator('.note')).toHaveCount(marks.length);
  return book.id;
}

test(
  'a passage opens from the notebook in the reader and links back, without changing the reading position',
  SLOW,
  async ({ page }) => {
    const { book, addressOf } = await demoBook(TITLE);
    await openChapter(page, addressOf(2));
    const place = await lateParagraph(page);
    const word = await highlight(page, place, 'Green');
    await page.goto(addressOf(3));
    await ready(page);
    await expect.poll(async () => (await placeKept(page))?.number).toBe(4);
    await page.keyboard.press('b');
    await page.getByRole('link', { name: 'Open the notebook' }).click();
    await expect(page).toHaveURL(site + paths.notebook(book.id));
    await expect(page).toHaveTitle(new RegExp(`^${TITLE} – Notebook`));
    await note(page).getByRole('link', { name: word }).click();
    await expect.poll(() => painted(page, 'lectern-quote')).toEqual([word]);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await rest(page);
    expect((await placeKept(page))?.number).toBe(4);
    await page.getByRole('link', { name: 'Back to the notebook' }).click();
    const passage = note(page).getByRole('link', { name: word });
    await expect(passage).toBeFocused();
    await passage.click();
    await expect.poll(() => painted(page, 'lectern-quote')).toEqual([word]);
    await page.goBack();
    await expect(passage).toBeFocused();
    // The look-up has ended: the chapter is read normally again.
    await page.goto(addressOf(2));
    await ready(page);
    await expect.poll(async () => (await placeKept(page))?.number).toBe(3);
    await expect(page.getByText('You came here from your notebook.')).toHaveCount(0);
  },
);

test('the notebook is linked from the library and from the pages of books with marks', SLOW, async ({ page }) => {
  const { book } = await demoBook(TITLE);
  await page.goto(site + paths.novel(book));
  const link = page.getByRole('link', { name: 'Your notebook' });
  await expect(page.locator('h1')).toHaveText(TITLE);
  await expect(link).toBeHidden();
  const marks = JSON.stringify(await savedMarks());
  await page.evaluate((saved) => localStorage.setItem('lectern:marks', saved), marks);
  await page.reload();
  await expect(link).toContainText('3');
  await link.click();
  await expect(page).toHaveURL(site + paths.notebook(book.id));
  await expect(page.locator('.note')).toHaveCount(3);
  await page.goto(site + paths.history());
  await page.getByRole('link', { name: 'Notebooks' }).click();
  await page.getByRole('link', { name: TITLE }).click();
  await expect(page.locator('.note-passage')).toContainText([
    'The first of them',
    'The second of them',
    'The third of them',
  ]);
});

test('marks can be searched, edited in place, and removed and restored with the keyboard alone', async ({ page }) => {
  await openNotebook(page, await savedMarks());
  await page.getByRole('searchbox', { name: 'Search in this notebook' }).focus();
  await page.keyboard.type('zurich');
  await expect(page.locator('.note')).toHaveCount(1);
  await expect(page.locator('.notebook-count')).toHaveText('1 of 3 entries');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await note(page, 1).getByRole('button', { name: 'Edit' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Bern in the sun');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(note(page, 1)).toContainText('Bern in the sun');
  await expect(note(page, 1)).toHaveAttribute('data-colour', 'green');
  await expect(note(page, 1).getByRole('button', { name: 'Edit' })).toBeFocused();
  await note(page, 1).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.locator('.note')).toHaveCount(2);
  await expect(note(page, 1).getByRole('link')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.locator('.note')).toHaveCount(3);
  await expect(note(page, 1).getByRole('link')).toBeFocused();
  await page.reload();
  await expect(note(page, 1)).toContainText('Bern in the sun');
});

test(
  'a notebook can be saved as Markdown, plain text and JSON, and the library imports the JSON',
  SLOW,
  async ({ page }) => {
    const bookId = await openNotebook(page, await savedMarks());
    await page.getByText('Save this notebook as').click();
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
    };
    const markdown = await save('Markdown');
    expect(markdown.name).toBe(`${TITLE} - Notebook.md`);
    expect(markdown.text).toMatch(/^# No Change Given\n/);
    expect(markdown.text).toContain('> The second of them\n\n**Note:** Zürich in the rain\n');
    expect(markdown.text).toContain(`](<${site}/book-reader/${bookId}/`);
    expect(await save('Plain text')).toMatchObject({
      name: `${TITLE} - Notebook.txt`,
      text: expect.stringContaining('“The second of them”\n    Note: Zürich in the rain\n'),
    });
    const json = await save('JSON');
    expect(json.name).toBe(`${TITLE} - Notebook.json`);
    await page.evaluate(() => localStorage.setItem('lectern:marks', '[]'));
    await page.getByRole('link', { name: 'Export your whole library in one file' }).click();
    await expect(page).toHaveURL(`${site}${paths.history()}#manage`);
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: json.name, mimeType: 'application/json', buffer: Buffer.from(json.text) });
    await expect
      .poll(async () => (await storedMarks(page)).map(({ text }) => text).sort())
      .toEqual(['The first of them', 'The second of them', 'The third of them']);
  },
);

test('a note written in the notebook is synced to the account', SLOW, async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(site + paths.login());
  await page.getByRole('button', { name: 'Create an account' }).first().click();
  await page.getByLabel('Name').fill('Ann Reader');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
  await page.locator('.login [type="submit"]').click();
  await expect(page).toHaveURL(site + paths.myinfo());
  await openNotebook(page, await savedMarks());
  await note(page).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Written on the bus');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const storedNote =
    "SELECT json_extract(value, '$.note') AS note FROM library JOIN users ON users.id = user_id WHERE email = ? AND kind = 'mark' AND library.id = 'mark-00005'";
  await expect.poll(() => visitorRow(storedNote, email)?.['note']).toBe('Written on the bus');
  await expect(page.locator('.sync-line')).toContainText('Synced');
});

test.describe('while offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the notebook can be opened, edited and saved', async ({ page, context }) => {
    await page.goto(site + paths.home());
    // The service worker is registered on the first interaction with the page.
    await page.keyboard.press('Shift');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const bookId = await openNotebook(page, await savedMarks());
    await context.setOffline(true);
    await page.goto(site + paths.home()).catch(() => undefined);
    await page.goto(site + paths.notebook(bookId));
    await note(page).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Written in a tunnel');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(note(page)).toContainText('Written in a tunnel');
    await page.getByText('Save this notebook as').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Markdown' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Written in a tunnel');
  });
});

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations found by axe, listed by rule. */
async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string }[] }> };
    };
    const { violations } = await axe.run();
    return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id }) => id);
  });
}

for (const width of [390, 1280]) {
  const details = width === 390 ? {} : SLOW;
  test(`the notebook passes the accessibility audit and fits a window of ${width} px`, details, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openNotebook(page, await savedMarks());
    await page.getByText('Save this notebook as').click();
    await note(page).getByRole('button', { name: 'Edit' }).click();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}
