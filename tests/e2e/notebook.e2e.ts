import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type { Mark } from '#src/contract/entities/marks.ts';
import { createPaths } from '#src/routes/paths.ts';
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
const kept = (page: Page): Promise<Mark[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('lectern:marks') ?? '[]'));

/** Selects the first word of a paragraph and highlights it. @returns the word */
async function highlight(page: Page, paragraph: number, colour: string): Promise<string> {
  await rest(page);
  const word = await page.evaluate((at) => {
    const line = document.querySelectorAll('[data-current] .reader-text > p')[at];
    const node = line?.firstChild;
    const found = /\p{L}{3,}/u.exec(node instanceof Text ? node.data : '');
    if (!node || !found) throw new Error('There is no such paragraph.');
    line.scrollIntoView({ block: 'center' });
    const range = new Range();
    range.setStart(node, found.index);
    range.setEnd(node, found.index + found[0].length);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    return found[0];
  }, paragraph);
  await page.getByRole('button', { name: `Highlight: ${colour}` }).click();
  await expect.poll(async () => (await kept(page)).some(({ text }) => text === word)).toBe(true);
  return word;
}

/** A long paragraph of the chapter, counted from its end. */
const lateParagraph = (page: Page) =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll('[data-current] .reader-text > p')];
    return lines.findLastIndex(({ textContent }) => /^\p{L}{3}/u.test(textContent));
  });

/** Marks of the book as another visit left them: two in its second chapter, one in its first. */
async function savedMarks(): Promise<Mark[]> {
  const { book, chapters } = await demoBook(TITLE);
  const { id, title, category } = book;
  const made = (number: number, index: number, more: object) => ({
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
    made(9, 1, { text: 'The third of them', colour: 'blue' }),
    made(3, 1, { text: 'The second of them', note: 'Zürich in the rain' }),
    made(5, 0, { text: 'The first of them', colour: 'rose' }),
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

test('a passage leads from the notebook to its place in the reader and back, and the place read stays', async ({
  page,
}) => {
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
  // What was looked up is over: the chapter itself is read again.
  await page.goto(addressOf(2));
  await ready(page);
  await expect.poll(async () => (await placeKept(page))?.number).toBe(3);
  await expect(page.getByText('You came here from your notebook.')).toHaveCount(0);
});

test('the notebook is reached from the page of the book, once it has marks, and from the library', async ({ page }) => {
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

test('marks are found, edited in place and removed with undo, by the keyboard alone', async ({ page }) => {
  await openNotebook(page, await savedMarks());
  await page.getByRole('searchbox', { name: 'Search in this notebook' }).focus();
  await page.keyboard.type('zurich');
  await expect(page.locator('.note')).toHaveCount(1);
  await expect(page.locator('.notebook-count')).toHaveText('1 of 3 marks');
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

test('a notebook is saved as Markdown, plain text and JSON, which the library takes again', async ({ page }) => {
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
  await page.getByRole('link', { name: 'Save everything you keep in one file' }).click();
  await expect(page).toHaveURL(`${site}${paths.history()}#manage`);
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: json.name, mimeType: 'application/json', buffer: Buffer.from(json.text) });
  await expect
    .poll(async () => (await kept(page)).map(({ text }) => text).sort())
    .toEqual(['The first of them', 'The second of them', 'The third of them']);
});

test('a note written in the notebook reaches the account', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(site + paths.login());
  await page.getByRole('button', { name: 'Create an account' }).first().click();
  await page.getByLabel('Name').fill('Ann Reader');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
  await page.locator('.login [type="submit"]').click();
  await expect(page).toHaveURL(site + paths.myinfo());
  await openNotebook(page, await savedMarks());
  await note(page).getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Written on the bus');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const noted =
    "SELECT json_extract(value, '$.note') AS note FROM library JOIN users ON users.id = user_id WHERE email = ? AND kind = 'mark' AND library.id = 'mark-00005'";
  await expect.poll(() => visitorRow(noted, email)?.['note']).toBe('Written on the bus');
  await expect(page.locator('.sync-line')).toContainText('Synced');
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a notebook opens, is edited and saved', async ({ page, context }) => {
    await page.goto(site + paths.home());
    // The worker comes with the first use of the page.
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

/** What axe finds, by its rule. */
async function faults(page: Page): Promise<string[]> {
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
  test(`the notebook has no fault of accessibility and nothing wider than a window of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openNotebook(page, await savedMarks());
    await page.getByText('Save this notebook as').click();
    await note(page).getByRole('button', { name: 'Edit' }).click();
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
}
