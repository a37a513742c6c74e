import { expect, type Page, test } from '@playwright/test';
import { rest } from './at-rest.ts';
import { importBook, type TestBook } from './imported-book.ts';
import { openChapter, placeKept, ready, textOnTop } from './reader.ts';

test.use({ viewport: { width: 390, height: 844 } });

const LONG_TEXT = `<p>${'And so the river went on. '.repeat(60)}</p>`;

const EPUB = {
  documents: {
    'one.xhtml': `<h2>I</h2>${LONG_TEXT.repeat(3)}
      <p>A fact<a id="r1" href="notes.xhtml#n1" epub:type="noteref">1</a> that nobody denied, as
      <a href="two.xhtml#weir">the weir</a> shows, and <a href="three.xhtml">the end</a>.</p>${LONG_TEXT.repeat(3)}`,
    'two.xhtml': `<h2>II</h2>${LONG_TEXT.repeat(4)}<p id="weir">The weir stood where the road ends.</p>${LONG_TEXT.repeat(3)}`,
    'three.xhtml': `<h2>III</h2>${LONG_TEXT.repeat(3)}`,
    'notes.xhtml': `<section epub:type="endnotes"><h2>Notes</h2>${LONG_TEXT.repeat(2)}<ol>
      <li id="n1" epub:type="endnote"><p>As the <em>almanac</em> has it.</p><blockquote><p>Verse of it.</p></blockquote>
      <p>And more. <a href="one.xhtml#r1" epub:type="backlink">↩</a></p></li></ol>${LONG_TEXT.repeat(2)}</section>`,
  },
};

let book: TestBook;
test.beforeAll(async () => {
  book = await importBook('Salt and Oats', EPUB);
});
test.afterAll(() => book.remove());

const note = (page: Page) => page.locator('.footnote');
const prompt = (page: Page) => page.getByRole('status').filter({ hasText: 'You were reading' });

/** Scrolls to a link in the first chapter and waits until the position is saved. */
async function readTo(page: Page, link: string) {
  await openChapter(page, book.addressOf(0));
  await page.getByRole('link', { name: link, exact: true }).evaluate((element) => {
    scrollBy(0, element.getBoundingClientRect().top - 300);
  });
  await expect.poll(() => placeKept(page)).toMatchObject({ id: book.chapters[0]?.id, place: { block: 3 } });
  await rest(page);
  return { line: await textOnTop(page), savedPlace: await placeKept(page) };
}

test('a note stored in a separate file opens over the page with its markup, and closing it keeps the reading position', async ({
  page,
}) => {
  const { line, savedPlace } = await readTo(page, '1');
  await page.getByRole('link', { name: '1', exact: true }).click();
  await expect(note(page).locator('em')).toHaveText('almanac');
  await expect(note(page).locator('blockquote')).toHaveText('Verse of it.');
  await expect(note(page)).toContainText('And more.');
  await expect(note(page)).not.toContainText('↩');
  await page.keyboard.press('Escape');
  await expect(note(page)).toHaveCount(0);
  expect(await textOnTop(page)).toEqual(line);
  expect(await placeKept(page)).toEqual(savedPlace);
  expect(new URL(page.url()).pathname).toBe(book.pathOf(0));
});

test('the back link in a chapter of notes returns to the reference', async ({ page }) => {
  await openChapter(page, book.addressOf(3));
  await page.getByRole('link', { name: '↩' }).click();
  await page.waitForURL((url) => url.pathname === book.pathOf(0));
  await ready(page);
  await expect(page.getByRole('link', { name: '1', exact: true })).toBeInViewport();
});

test('a link to another chapter keeps the reading position and offers a way back to the line with the link', async ({
  page,
}) => {
  const { line, savedPlace } = await readTo(page, 'the weir');
  await page.getByRole('link', { name: 'the weir' }).click();
  await expect(page.getByText('The weir stood where')).toBeInViewport();
  await page.mouse.wheel(0, 200);
  await rest(page);
  expect(await placeKept(page)).toEqual(savedPlace);
  await page.reload();
  await ready(page);
  await rest(page);
  expect(await placeKept(page)).toEqual(savedPlace);
  await prompt(page).getByRole('link', { name: 'Back to where I was' }).click();
  await expect.poll(() => textOnTop(page)).toEqual(line);
  await expect(prompt(page)).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(book.pathOf(0));
});

test('a link to a chapter that is not loaded opens the chapter, and the way back returns to the link', async ({
  page,
}) => {
  const { line, savedPlace } = await readTo(page, 'the end');
  await page.getByRole('link', { name: 'the end' }).click();
  await page.waitForURL((url) => url.pathname === book.pathOf(2));
  await ready(page);
  await expect(prompt(page)).toContainText('You were reading: Chapter 1');
  await rest(page);
  expect(await placeKept(page)).toEqual(savedPlace);
  await prompt(page).getByRole('link', { name: 'Back to where I was' }).click();
  await page.waitForURL((url) => url.pathname === book.pathOf(0));
  await ready(page);
  await expect.poll(() => textOnTop(page)).toEqual(line);
  await expect(prompt(page)).toHaveCount(0);
});

test('staying at the target of a link moves the reading position to that target', async ({ page }) => {
  await readTo(page, 'the end');
  await page.getByRole('link', { name: 'the end' }).click();
  await page.waitForURL((url) => url.pathname === book.pathOf(2));
  await ready(page);
  await prompt(page).getByRole('button', { name: 'Stay here' }).click();
  await expect(prompt(page)).toHaveCount(0);
  await page.mouse.wheel(0, 600);
  await expect.poll(async () => (await placeKept(page))?.id).toBe(book.chapters[2]?.id);
});

test('a link that is followed before the reader script has loaded also keeps the reading position', async ({
  page,
}) => {
  const { savedPlace } = await readTo(page, 'the weir');
  await page.goto(`${book.addressOf(1)}#c-b-1-weir`);
  await ready(page);
  await expect(page.getByText('The weir stood where')).toBeInViewport();
  await expect(prompt(page)).toContainText('You were reading: Chapter 1');
  await rest(page);
  expect(await placeKept(page)).toEqual(savedPlace);
});

test('the back button of the browser returns to the line with the followed link', async ({ page }) => {
  const { line } = await readTo(page, 'the weir');
  await page.getByRole('link', { name: 'the weir' }).click();
  await expect(page.getByText('The weir stood where')).toBeInViewport();
  await page.goBack();
  await expect.poll(() => textOnTop(page)).toEqual(line);
  await expect(prompt(page)).toHaveCount(0);
});

test('in paginated mode a link opens the page of its target, and the way back returns to the link', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('lectern:reader', JSON.stringify({ flow: 'pages' })));
  await openChapter(page, book.addressOf(0));
  const link = page.getByRole('link', { name: 'the weir' });
  // A key press while a page is turning would turn another page.
  while (!(await link.evaluate((element) => Math.abs(element.getBoundingClientRect().left - 195) < 195))) {
    await page.keyboard.press('ArrowRight');
    await rest(page);
  }
  await link.click();
  const weir = page.getByText('The weir stood where');
  await expect.poll(async () => (await weir.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  expect((await weir.boundingBox())?.x).toBeLessThan(195);
  await prompt(page).getByRole('link', { name: 'Back to where I was' }).click();
  await expect(link).toBeInViewport();
});
