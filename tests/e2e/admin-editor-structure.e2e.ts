import { type Browser, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { fillSignIn, save } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Chapter text' });

/** The stored HTML of a chapter. */
const htmlOf = (page: Page, chapter: number): Promise<string> =>
  page.evaluate(async (id) => (await (await fetch(`/api/chapters/${id}`)).json()).data.html, chapter);

/** Types the header of a new table. Arrow keys move between its cells. */
async function typeHeader(page: Page): Promise<void> {
  await page.keyboard.type('Name');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('Home port');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('Age');
}

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}.png` });
}

test.describe('lists, tables, chapter links and pictures in the rich-text editor', () => {
  test.describe.configure({ mode: 'serial' });
  let running: Omit<AdminSite, 'site'>;

  test.beforeAll(async () => {
    running = await startAdminAlone();
  });
  // The admin waits for open connections when it stops.
  test.afterEach(async ({ browser }) => {
    for (const context of browser.contexts()) await context.close();
  });
  test.afterAll(() => running.close());

  /** Opens a chapter and removes its text. */
  async function openEmpty(browser: Browser, chapter: number, options: Parameters<Browser['newContext']>[0] = {}) {
    const page = await (await browser.newContext(options)).newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on(
      'console',
      (message) => /Content Security Policy|Trusted/.test(message.text()) && errors.push(message.text()),
    );
    await fillSignIn(page, running.admin, 'editor');
    await expect(page.locator('#main-content')).toBeVisible();
    await page.goto(`${running.admin}/#/chapters/${chapter}`);
    await expect(textOf(page)).toContainText(/\w/);
    await textOf(page).press('Control+a');
    await page.keyboard.press('Delete');
    return { page, errors };
  }

  test('are written by keyboard alone, without empty paragraphs', async ({ browser }) => {
    const { page, errors } = await openEmpty(browser, 1);
    await page.keyboard.press('Control+Shift+8');
    await page.keyboard.type('Bread');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Rye');
    await page.keyboard.press('Control+]');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Alt+t');
    await typeHeader(page);
    // Leaves the table.
    await page.keyboard.press('Control+End');
    await page.keyboard.type('End.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await violationsOn(page)).toEqual([]);
    await save(page);
    const row = `<tr>${'<td></td>'.repeat(3)}</tr>`;
    expect(await htmlOf(page, 1)).toBe(
      '<ul><li><p>Bread</p><ul><li><p>Rye</p></li></ul></li></ul>\n<table><thead><tr><th>Name</th><th>Home port</th>' +
        `<th>Age</th></tr></thead><tbody>${row.repeat(2)}</tbody></table>\n<p>End.</p>`,
    );
    // The text in the editor is not replaced by the saved one, so that changes can still be undone.
    await textOf(page).press('Control+z');
    await expect(page.getByRole('button', { name: 'Redo' })).toHaveAttribute('aria-disabled', 'false');

    await page.getByRole('columnheader').first().click();
    await page.getByRole('button', { name: 'Table' }).click();
    await expect(page.getByRole('menuitem', { name: 'Insert table' })).toBeDisabled();
    await shoot(page, 'editor-table-menu');
    await page.getByRole('menuitem', { name: 'Delete column' }).click();
    await expect(textOf(page)).toBeFocused();
    await expect(page.getByRole('columnheader')).toHaveCount(2);
    expect(errors).toEqual([]);
  });

  test('offer the chapters of the book for a link', async ({ browser }) => {
    const { page, errors } = await openEmpty(browser, 2);
    await page.keyboard.type('back');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await dialog.getByRole('combobox', { name: 'Chapter of this book' }).click();
    await page.getByRole('option').first().click();
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('chapter:1');
    expect(await violationsOn(page)).toEqual([]);
    await shoot(page, 'editor-chapter-link');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(textOf(page)).toBeFocused();
    await save(page);
    expect(await htmlOf(page, 2)).toBe('<p><a href="chapter:1">back</a></p>');
    await textOf(page).press('End');
    await page.keyboard.press('Control+k');
    await expect(dialog.getByRole('combobox', { name: 'Chapter of this book' })).toHaveValue(/^1\. /);
    expect(errors).toEqual([]);
  });

  test('take a copied picture, and composed characters', async ({ browser }) => {
    const { page, errors } = await openEmpty(browser, 3);
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#456' } })
      .png()
      .toBuffer();
    // As an input method for Japanese does.
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await cdp.send('Input.imeSetComposition', { text: '日本', selectionStart: 2, selectionEnd: 2 });
    await cdp.send('Input.insertText', { text: '日本' });
    await page.keyboard.type('!');
    await textOf(page).evaluate((element, encoded) => {
      const data = new DataTransfer();
      const file = new File([Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0))], 'a.png', {
        type: 'image/png',
      });
      data.items.add(file);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, bytes.toString('base64'));
    await expect(textOf(page).locator('figure img[src]')).toBeVisible();
    await save(page);
    expect((await htmlOf(page, 3)).replace(/\/media\/pictures\/\w+/, '/media/pictures/a')).toBe(
      '<p>日本!</p>\n<figure><img src="/media/pictures/a.webp" width="30" height="20" alt="" /></figure>',
    );
    expect(errors).toEqual([]);
  });

  for (const [width, height, colorScheme] of [
    [390, 844, 'light'],
    [1280, 800, 'dark'],
  ] as const)
    test(`fit in a window of ${width} px, ${colorScheme}`, async ({ browser }) => {
      const { page } = await openEmpty(browser, 4, { viewport: { width, height }, colorScheme });
      await page.keyboard.press('Control+Shift+7');
      await page.keyboard.type('First step');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+Alt+t');
      await typeHeader(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await violationsOn(page)).toEqual([]);
      await shoot(page, `editor-lists-${width}-${colorScheme}`);
    });
});
