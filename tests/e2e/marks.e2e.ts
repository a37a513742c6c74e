import { expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { rest } from './at-rest.ts';
import { demoBook } from './demo-book.ts';
import { openChapter, ready } from './reader.ts';
import { painted } from './speech.ts';

test.use({ viewport: { width: 390, height: 844 } });

const TITLE = 'No Change Given';

async function open(page: Page, index: number): Promise<string> {
  const address = (await demoBook(TITLE)).addressOf(index);
  await openChapter(page, address);
  return address;
}

/** Selects the first word of a paragraph with a double click. @returns the word */
async function selectWord(page: Page, paragraph = 2): Promise<string> {
  const line = page.locator('[data-current] .reader-text > p').nth(paragraph);
  await line.scrollIntoViewIfNeeded();
  await rest(page);
  // Chapters that load meanwhile may move the line away from the pointer.
  await expect(async () => {
    await line.dblclick({ position: { x: 30, y: 12 } });
    await expect(page.getByRole('toolbar')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  return page.evaluate(() => String(getSelection()).trim());
}

const storedMarks = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('lectern:marks') ?? '[]'));

test('a highlight of selected text is kept after a reload, and a tap on it opens its note', async ({ page }) => {
  await open(page, 0);
  const word = await selectWord(page);
  await page.getByRole('button', { name: 'Highlight: Green' }).click();
  await expect.poll(() => painted(page, 'lectern-green')).toEqual([word]);
  await page.reload();
  await expect.poll(() => painted(page, 'lectern-green')).toEqual([word]);
  const box = await page.evaluate(() => {
    const [range] = CSS.highlights.get('lectern-green') ?? [];
    return (range as Range).getBoundingClientRect().toJSON();
  });
  await page.mouse.click(box.x + 4, box.y + 6);
  const dialog = page.getByRole('dialog', { name: 'Highlight' });
  await dialog.getByLabel('Note').fill('Well said.');
  await dialog.getByLabel('Blue').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(await storedMarks(page)).toMatchObject([{ note: 'Well said.', colour: 'blue', text: word }]);
});

test('the toolbar for selected text does not cover the selection and works with the keyboard', async ({ page }) => {
  await open(page, 1);
  const word = await selectWord(page);
  const [tools, selected] = await Promise.all([
    page.getByRole('toolbar').boundingBox(),
    page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON()),
  ]);
  if (!tools) throw new Error('There is no toolbar.');
  expect(tools.y > selected.bottom || tools.y + tools.height < selected.top).toBe(true);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Highlight: Yellow' })).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()).trim())).toBe(word);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await storedMarks(page)).toMatchObject([{ colour: 'green', text: word }]);
  await expect(page.getByRole('toolbar')).toHaveCount(0);
});

test('the marks panel lists marks by chapter, links to them, and can undo a deletion', async ({ page }) => {
  await open(page, 2);
  const word = await selectWord(page, -3);
  await page.getByRole('button', { name: 'Highlight: Rose' }).click();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.keyboard.press('b');
  const panel = page.getByRole('dialog', { name: 'Bookmarks and highlights' });
  await panel.getByRole('button', { name: 'Bookmark this place' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel.getByRole('listitem').first()).toContainText('Bookmark');
  await panel.getByRole('button', { name: 'Delete' }).first().click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await panel.getByRole('link', { name: word }).click();
  await expect.poll(() => painted(page, 'lectern-quote')).toEqual([word]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
});

test('a highlight is found again in an edited chapter, or listed as missing', SLOW, async ({ page, browser }) => {
  const address = await open(page, 3);
  const word = await selectWord(page);
  await page.getByRole('button', { name: 'Highlight: Green' }).click();
  await expect.poll(async () => (await storedMarks(page)).length).toBe(1);
  const marks = JSON.stringify(await storedMarks(page));
  const later = await browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  await later.addInitScript((saved) => localStorage.setItem('lectern:marks', saved), marks);
  await edited(later, address, `<p>Something new.</p><p>${word} stands elsewhere now.</p>`);
  await expect.poll(() => painted(later, 'lectern-green')).toEqual([word]);
  await edited(later, address, '<p>The whole text has changed.</p>');
  await later.keyboard.press('b');
  await expect(later.getByText('no longer there')).toBeVisible();
  expect(await painted(later, 'lectern-green')).toEqual([]);
  await later.close();
});

/** Opens a chapter whose text was edited meanwhile. */
async function edited(page: Page, address: string, html: string): Promise<void> {
  await page.unrouteAll();
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(<div class="reader-text">)[\s\S]*?(<\/div>)/, `$1${html}$2`);
    await route.fulfill({ response, body });
  });
  await page.goto(address);
  await ready(page);
}

test('a shared quote has a link that opens the quoted passage', SLOW, async ({ page, browser }) => {
  const address = await open(page, 4);
  await page.evaluate(() => {
    const texts: string[] = [];
    Object.assign(globalThis, { texts });
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text: string) => texts.push(text) } });
  });
  const word = await selectWord(page, -3);
  await page.getByRole('button', { name: 'Share' }).click();
  const copied = () => page.evaluate(() => (globalThis as { texts?: string[] }).texts?.[0] ?? '');
  await expect.poll(copied).toContain(`“${word}”`);
  const link = (await copied()).split('\n').at(-1) ?? '';
  expect(link).toMatch(/#at=\d+\.\d+\.[\da-f]{8}-\d+\.\d+\.[\da-f]{8}:~:text=/);
  expect(link.startsWith(address)).toBe(true);
  const friend = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await friend.goto(link);
  await expect.poll(() => painted(friend, 'lectern-quote')).toEqual([word]);
  expect(await friend.evaluate(() => scrollY)).toBeGreaterThan(100);
  await friend.close();
});

test(
  'searching in the reader steps through matches in the chapter and searches the whole book',
  SLOW,
  async ({ page }) => {
    await open(page, 5);
    await page.keyboard.press('f');
    await page.getByLabel('Word or phrase').fill('the');
    const count = page.locator('.find-count');
    await expect(count).toHaveText(/^1 of \d+$/);
    expect((await painted(page, 'lectern-found')).map((text) => text.toLowerCase())).toEqual(['the']);
    await page.getByRole('button', { name: 'Next match' }).click();
    await expect(count).toHaveText(/^2 of \d+$/);
    await page.getByLabel('Word or phrase').press('Enter');
    await expect(count).toHaveText(/^3 of \d+$/);
    await page.getByRole('button', { name: 'Find in the whole book' }).click();
    const results = page.locator('.find-results li');
    await expect(results).not.toHaveCount(0);
    const href = await results.first().getByRole('link').getAttribute('href');
    await results.first().getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`${href?.replace('#', '\\#')}|${href?.split('#')[0]}`));
    await expect(page.getByLabel('Word or phrase')).toHaveValue('the');
    await expect(count).toHaveText(/^\d+ of \d+$/);
  },
);
