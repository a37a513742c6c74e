import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { fillSignIn, openOptions, signIn } from './admin-acts.ts';
import { type AdminSite, startAdminSite } from './admin-site.ts';
import { violationsOn } from './axe.ts';

/** A page that declares the wrong encoding. It is encoded as windows-1250. */
const BOAT =
  '<!doctype html><html lang="pl"><head><meta charset="windows-1252"><title>\xA3\xF3d\x9F</title>' +
  '<meta name="author" content="Mara Lind"></head><body>' +
  '<h1>Rozdzia\xB3 1</h1><p>\xAFona rybaka sta\xB3a na brzegu.</p><h1>Rozdzia\xB3 2</h1><p>Wiatr ucich\xB3.</p></body></html>';

/** A text with the title and author of a stored book. The import does not detect its headings. */
const SHIP = `The long ship
by Ada Marsh

>> Rain

The rain fell all night.

>> Wind

The wind rose at noon.

It blew for three days.

Calm

The sea was still.

>> Night

The stars came out.

>> Notice

Please vote for this book.
`;

/** A chapter that is a single paragraph, with italics across two sentences, and a chapter that is a poem. */
const TIDE = `---
title: Tide
author: Ida Holm
---

# Flood

The tide *rose at dawn. It fell* at noon. Nobody saw it.

# Song

| The tide is in, the boats are out,
| And no one saw it end,
| the sea is still.
`;

const WINDOWS = [
  [390, 844, 'light'],
  [390, 844, 'dark'],
  [1280, 800, 'dark'],
  [1280, 800, 'light'],
] as const;

const upload = (page: Page, ...files: readonly (readonly [name: string, text: string, encoding: BufferEncoding])[]) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(
      files.map(([name, text, encoding]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text, encoding) })),
    );

/** Opens an uploaded file once it has been read. */
async function review(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`${name}.*to review`) }).click();
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
}

const readAgain = (page: Page) => page.getByRole('button', { name: 'Read again' }).click();

const titlesOn = (page: Page) =>
  page
    .getByLabel(/^Title of chapter \d+$/)
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** Chooses a correction from the menu of a chapter. */
async function correct(page: Page, chapter: string, correction: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${chapter}`, exact: true }).click();
  await page.getByRole('menuitem', { name: correction }).click();
}

/** Stores the open book. @returns its id */
async function store(page: Page, result: string): Promise<number> {
  await page.getByRole('button', { name: 'Store book' }).click();
  await expect(page.getByText(result)).toBeVisible();
  const address = await page.getByRole('link', { name: 'Open book' }).getAttribute('href');
  return Number(address?.split('/').at(-1));
}

/** The stored chapters of a book, as "title: text". */
async function chaptersOf(page: Page, book: number): Promise<string[]> {
  const chapters = await page.evaluate(async (id) => {
    const get = async (path: string) => (await (await fetch(`/api/${path}`)).json()).data;
    const filter = encodeURIComponent(JSON.stringify({ book_id: id }));
    const list: { id: number }[] = await get(`chapters?sort=place&order=ASC&perPage=50&filter=${filter}`);
    return Promise.all(list.map((chapter): Promise<{ title: string; html: string }> => get(`chapters/${chapter.id}`)));
  }, book);
  return chapters.map(
    ({ title, html }) =>
      `${title}: ${html
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()}`,
  );
}

test.describe('importing books in the admin', () => {
  // All tests share one site, because starting it takes most of the time.
  test.describe.configure({ mode: 'serial' });
  let running: AdminSite;

  test.beforeAll(async () => {
    running = await startAdminSite();
  });

  test.afterAll(() => running.close());

  test('the Import screen lets an editor correct the encoding and chapters and decide about a duplicate', async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await signIn(page, running.admin, 'editor');
    await page.getByRole('menuitem', { name: 'Import' }).click();
    await upload(page, ['boat.html', BOAT, 'latin1'], ['ship.txt', SHIP, 'utf8']);

    // Corrects the encoding.
    await review(page, 'boat.html');
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('£ódŸ');
    await page.getByRole('button', { name: /^Reading/ }).click();
    await page.getByLabel('Another encoding').check();
    await page.getByLabel('Name of the encoding').fill('windows-1250');
    await expect(page.getByText('Read the file again first')).toBeVisible();
    await readAgain(page);
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Łódź');
    const boat = await store(page, 'Book added');
    expect(await chaptersOf(page, boat)).toEqual([
      'Rozdział 1: Żona rybaka stała na brzegu.',
      'Rozdział 2: Wiatr ucichł.',
    ]);

    // Corrects the pattern of headings.
    await page.getByRole('link', { name: 'Import more' }).click();
    await review(page, 'ship.txt');
    await expect(page.getByRole('button', { name: 'Store book' })).toBeDisabled();
    expect(await titlesOn(page)).toHaveLength(1);
    const reading = page.getByRole('button', { name: /^Reading/ });
    if ((await reading.getAttribute('aria-expanded')) !== 'true') await reading.click();
    await page.getByLabel('Chapter pattern').fill('>> (.*)');
    await readAgain(page);
    await expect.poll(() => titlesOn(page)).toEqual(['Rain', 'Wind', 'Night', 'Notice']);
    expect(await violationsOn(page)).toEqual([]);

    // A menu is inside a landmark.
    await page.getByRole('button', { name: 'More actions for Wind', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Split' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');

    // Corrects the chapters.
    await correct(page, 'Wind', 'Split');
    const dialog = page.getByRole('dialog', { name: 'Split “Wind”' });
    await dialog.getByLabel('Calm').check();
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Split' }).click();
    await correct(page, 'Night', 'Merge with previous');
    await correct(page, 'Notice', 'Leave out');
    await correct(page, 'Rain', 'Leave out');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Move Rain down', exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: 'Move Rain down', exact: true })).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByLabel('Title of chapter 1').fill('The wind');
    await page.getByLabel('Title of chapter 1').press('Enter');
    expect(await titlesOn(page)).toEqual(['The wind', 'Rain', 'Calm']);
    await page.reload();
    await expect.poll(() => titlesOn(page)).toEqual(['The wind', 'Rain', 'Calm']);

    // Decides about the duplicate.
    await expect(page.getByText('This book resembles a stored one. Choose how they are related.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'The long ship' })).toHaveAttribute('href', '#/books/1');
    await page.getByLabel('Another edition of “The long ship” (book 1)').check();
    const edition = await store(page, 'Book added');
    expect(await chaptersOf(page, edition)).toEqual([
      'The wind: The wind rose at noon. It blew for three days.',
      'Rain: The rain fell all night.',
      'Calm: The sea was still. The stars came out.',
    ]);
    expect(await chaptersOf(page, 1)).toEqual(['One: Text of One.', 'Two: Text of Two.']);
    expect(new Set([1, boat, edition]).size).toBe(3);
    expect(errors).toEqual([]);
  });

  test('the Import screen splits a chapter inside a paragraph and a poem, and restores it with Undo or by merging', async ({
    page,
  }) => {
    await signIn(page, running.admin, 'editor');
    await page.goto(`${running.admin}/#/import`);
    await upload(page, ['tide.md', TIDE, 'utf8']);
    await review(page, 'tide.md');
    const open = async (chapter: string, at: string) => {
      await correct(page, chapter, 'Split');
      const dialog = page.getByRole('dialog', { name: `Split “${chapter}”` });
      await dialog.getByRole('radio', { name: at }).check();
      return dialog;
    };
    const split = async (chapter: string, at: string, title: string) => {
      const dialog = await open(chapter, at);
      await dialog.getByLabel('This paragraph is only the heading').uncheck();
      await dialog.getByLabel('Title of the second chapter').fill(title);
      await dialog.getByRole('button', { name: 'Split' }).click();
      await expect(dialog).toBeHidden();
    };
    const wordsOn = () => page.getByText(/^(?:about )?\d+ words?$/).allTextContents();

    for (const [width, height, colorScheme] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.reload();
      const dialog = await open('Song', 'And no one saw it end,');
      await expect(dialog.getByRole('button', { name: 'Split' })).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(await violationsOn(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }

    await split('Flood', 'It fell at noon.', 'Ebb');
    expect(await titlesOn(page)).toEqual(['Flood', 'Ebb', 'Song']);
    await expect.poll(wordsOn).toEqual(['5 words', '7 words', '18 words']);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await titlesOn(page)).toEqual(['Flood', 'Song']);
    await page.getByRole('button', { name: 'Redo' }).click();
    await correct(page, 'Ebb', 'Merge with previous');
    expect(await titlesOn(page)).toEqual(['Flood', 'Song']);
    await expect.poll(wordsOn).toEqual(['12 words', '18 words']);
    await split('Flood', 'It fell at noon.', 'Ebb');
    await split('Song', 'And no one saw it end,', 'Last lines');
    const tide = await store(page, 'Book added');
    expect(await chaptersOf(page, tide)).toEqual([
      'Flood: The tide rose at dawn.',
      'Ebb: It fell at noon. Nobody saw it.',
      'Song: The tide is in, the boats are out,',
      'Last lines: And no one saw it end, the sea is still.',
    ]);
  });

  test('the Import screen stores a folder of chapters as a new version of a book and shows the corrected title', async ({
    page,
  }, testInfo) => {
    const folder = testInfo.outputPath('sea');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '1.txt'), 'Chapter 1: Harbour\n\nThe ship lay in the harbour.\n');
    writeFileSync(join(folder, '2.txt'), 'Chapter 2: Storm\n\nThe storm took the mast.\n');
    await signIn(page, running.admin, 'editor');
    await page.goto(`${running.admin}/#/import`);
    await openOptions(page.getByLabel('Several files or a folder contain'));
    await page.getByRole('option', { name: 'One book, with one file per chapter' }).click();
    await page.locator('input[webkitdirectory]').setInputFiles(folder);
    await review(page, 'sea');
    await expect(page.getByText('Enter an author.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Author' }).fill('Ada Marsh');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The long ship');
    await page.getByRole('button', { name: 'Store book' }).click();
    await expect(page.getByRole('heading', { name: 'Is this book already stored?' })).toBeVisible();
    await page.getByRole('radio', { name: 'A new version of “The long ship” (book 1)' }).check();
    expect(await store(page, 'Book updated')).toBe(1);
    const chapters = await chaptersOf(page, 1);
    expect(chapters.map((chapter) => chapter.split(': ').at(-1))).toEqual([
      'The ship lay in the harbour.',
      'The storm took the mast.',
    ]);
  });

  test('the Import screen on a phone shows why a file was refused, and discards the file', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await fillSignIn(page, running.admin, 'editor');
    // Without this wait, the next page.goto would sign the editor out.
    await expect(page.locator('#main-content')).toBeVisible();
    await page.goto(`${running.admin}/#/import`);
    await upload(page, ['noise.txt', '\0\x01\x02\x03'.repeat(400), 'latin1']);
    await page.getByRole('link', { name: /noise\.txt/ }).click();
    await expect(page.getByRole('alert')).toContainText('not a text file');
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('heading', { name: 'Drop files, folders or ZIPs here' })).toBeVisible();
    await expect(page.getByRole('link', { name: /noise\.txt/ })).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText('These files were discarded')).toBeVisible();
  });
});
