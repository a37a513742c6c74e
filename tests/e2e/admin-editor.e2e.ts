import { type Browser, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { SLOW } from '../slow-tests.ts';
import { fillSignIn, save } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Chapter text' });

/** The stored HTML of a chapter. */
const htmlOf = (page: Page, chapter: number): Promise<string> =>
  page.evaluate(async (id) => (await (await fetch(`/api/chapters/${id}`)).json()).data.html, chapter);

/** Pastes as another program does that puts HTML on the clipboard. */
const paste = (page: Page, html: string): Promise<void> =>
  textOf(page).evaluate((element, content) => {
    const data = new DataTransfer();
    data.setData('text/html', content);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, html);

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}.png` });
}

test.describe('the rich-text editor of chapters', () => {
  // All tests share one admin, because starting it takes most of the time.
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

  async function openChapter(browser: Browser, chapter: number, options: Parameters<Browser['newContext']>[0] = {}) {
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
    return { page, errors };
  }

  test('writes every kind of text by keyboard alone, and keeps unsaved text', SLOW, async ({ browser }) => {
    const { page, errors } = await openChapter(browser, 1);
    await textOf(page).press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Alt+2');
    await page.keyboard.type('Storm');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Rain ');
    await page.keyboard.press('Control+i');
    await page.keyboard.type('fell');
    await page.keyboard.press('Control+i');
    await page.keyboard.type(' & froze.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('***One');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Shift+9');
    await page.keyboard.type('Quoted');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    // The toolbar is one tab stop, with arrow keys between its buttons.
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Kind of paragraph: Paragraph' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Verse' }).focus();
    await page.keyboard.press('Enter');
    await expect(textOf(page)).toBeFocused();
    await expect(page.getByRole('menu', { name: 'Kind of paragraph' })).toHaveCount(0);
    await page.keyboard.type('The sea,');
    await page.keyboard.press('Enter');
    await page.keyboard.type('is wide');
    await expect(page.getByText(/^10 words/)).toBeVisible();

    await page.reload();
    await expect(page.getByText(/^This form contains your unsaved changes from/)).toBeVisible();
    await expect(textOf(page)).toContainText('is wide');
    await save(page);
    expect(await htmlOf(page, 1)).toBe(
      '<h2>Storm</h2>\n<p>Rain <em>fell</em> &amp; froze.</p>\n<hr />\n<p>One</p>\n<blockquote><p>Quoted</p></blockquote>\n' +
        '<p class="text-verse"><span class="text-line">The sea,</span><br /><span class="text-line">is wide</span></p>',
    );
    expect(await violationsOn(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('cleans pasted text, keeps other paragraphs unchanged, and opens other markup as HTML', async ({ browser }) => {
    const { page, errors } = await openChapter(browser, 2);
    await page.getByRole('button', { name: 'HTML' }).click();
    const odd = '<p>Kept\n   as it   is.</p>\n\n\n<p>Last.</p>';
    await page.locator('.cm-content').fill(odd);
    await page.getByRole('button', { name: 'Rich text' }).click();
    await textOf(page).press('Control+End');
    await paste(
      page,
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-style:italic">Snow</span></p><p dir="ltr"><span>fell.</span></p></b><script>alert(1)</script>',
    );
    await expect(textOf(page)).toContainText('fell.');
    await save(page);
    expect(await htmlOf(page, 2)).toBe('<p>Kept\n   as it   is.</p>\n<p>Last.<em>Snow</em></p>\n<p>fell.</p>');
    await textOf(page).press('Control+z');
    await expect(textOf(page)).not.toContainText('Snow');

    await page.getByRole('button', { name: 'HTML' }).click();
    await page.locator('.cm-content').fill('<em><p>Slanted.</p></em><marquee>Fast.</marquee>');
    await page.getByRole('button', { name: 'Rich text' }).click();
    await expect(
      page.getByText(/The rich-text view would change this text: it contains the element <marquee>/),
    ).toBeVisible();
    await expect(page.locator('.cm-content')).toContainText('Slanted.');
    expect(await violationsOn(page)).toEqual([]);
    await shoot(page, 'editor-problem');
    await page.getByRole('button', { name: 'Clean up' }).click();
    await expect(textOf(page)).toContainText('Slanted.Fast.');
    expect(errors).toEqual([]);
  });

  test('adds a note, a link, a reading and a picture, and returns the focus to the text', SLOW, async ({ browser }) => {
    const { page, errors } = await openChapter(browser, 3);
    await textOf(page).press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('One');
    await page.keyboard.press('Control+Alt+n');
    await page.keyboard.type('A note.');
    await page.keyboard.press('Control+Alt+n');
    await page.keyboard.type(' two');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+k');
    const address = page.getByRole('textbox', { name: 'Address' });
    await address.fill('http://example.org');
    await page.keyboard.press('Enter');
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    expect(await violationsOn(page)).toEqual([]);
    await shoot(page, 'editor-link');
    await address.fill('https://example.org/');
    await page.keyboard.press('Enter');
    await expect(textOf(page)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(' 東京');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+Alt+r');
    await page.getByRole('textbox', { name: 'Reading of the selected characters' }).fill('とうきょう');
    await page.keyboard.press('Enter');
    await expect(textOf(page)).toBeFocused();
    await page.keyboard.press('Control+Alt+i');
    const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#456' } })
      .png()
      .toBuffer();
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    await dialog.locator('input[type=file]').setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer });
    await dialog.getByRole('textbox', { name: 'Description' }).fill('The sea');
    await expect(dialog.getByRole('button', { name: 'Picture 1', pressed: true })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await shoot(page, 'editor-picture');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect(textOf(page)).toBeFocused();
    await shoot(page, 'editor-inserts');
    await save(page);
    const html = await htmlOf(page, 3);
    const note = /id="(note-\w+)"/.exec(html)?.[1];
    expect(html.replace(/\/media\/pictures\/\w+/, '/media/pictures/sea')).toBe(
      `<p>One<a class="text-note-ref" id="${note}-ref" href="#${note}">[1]</a> <a href="https://example.org/" rel="nofollow noopener external">two</a> <ruby>東京<rt>とうきょう</rt></ruby></p>\n` +
        '<figure><img src="/media/pictures/sea.webp" width="300" height="200" alt="The sea" /></figure>\n' +
        `<aside class="text-note" id="${note}"><p><a class="text-note-back" href="#${note}-ref">[1]</a> A note.</p></aside>`,
    );
    expect(errors).toEqual([]);
  });

  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [1280, 800, 'light'],
  ] as const)
    test(`fits in a window of ${width} px, ${colorScheme}`, async ({ browser }) => {
      const { page } = await openChapter(browser, 4, { viewport: { width, height }, colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await violationsOn(page)).toEqual([]);
      await textOf(page).scrollIntoViewIfNeeded();
      await shoot(page, `editor-${width}-${colorScheme}`);
    });
});
