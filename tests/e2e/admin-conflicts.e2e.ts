import { type Browser, expect, type Page, test } from '@playwright/test';
import { SLOW } from '../slow-tests.ts';
import { chooseHtmlView, fillSignIn, save } from './admin-acts.ts';
import { type AdminSite, startAdminAlone } from './admin-site.ts';
import { violationsOn } from './axe.ts';

const FIRST = '<p>One.</p>\n<p>Two.</p>\n<p>Three.</p>';

const editorOf = (page: Page) => page.locator('.cm-content');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Somebody else has also changed this' });

/** The stored text of a chapter. */
const textOf = (page: Page, chapter: number): Promise<string> =>
  page.evaluate(async (id) => (await (await fetch(`/api/chapters/${id}`)).json()).data.html, chapter);

async function openChapter(page: Page, admin: string, chapter: number): Promise<void> {
  await page.goto(`${admin}/#/chapters/${chapter}`);
  await expect(editorOf(page)).toContainText(/\w/);
}

test.describe('editing conflicts', () => {
  // All tests share one admin, because starting it takes most of the time.
  test.describe.configure({ mode: 'serial' });
  let running: Omit<AdminSite, 'site'>;

  test.beforeAll(async () => {
    running = await startAdminAlone();
  });
  test.afterAll(() => running.close());

  /** Signs in as an editor and as the owner, in separate browsers. */
  async function twoEditors(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
    const pages = await Promise.all([1, 2].map(async () => (await browser.newContext(options)).newPage()));
    const [ana, ben] = pages as [Page, Page];
    await Promise.all([chooseHtmlView(ana), chooseHtmlView(ben)]);
    await fillSignIn(ana, running.admin, 'editor');
    await expect(ana.locator('#main-content')).toBeVisible();
    await fillSignIn(ben, running.admin, 'owner');
    await expect(ben.locator('#main-content')).toBeVisible();
    return [ana, ben] as const;
  }

  /** Both editors change the second paragraph, and each changes one more. Ana saves; Ben's save opens the dialog. */
  async function conflict(ana: Page, ben: Page, chapter: number) {
    await openChapter(ana, running.admin, chapter);
    await editorOf(ana).fill(FIRST);
    await save(ana);
    await openChapter(ben, running.admin, chapter);
    await expect(editorOf(ben)).toContainText('Three.');
    await expect(ben.getByText('editor is also editing this.')).toBeVisible();
    await openChapter(ana, running.admin, chapter);
    await editorOf(ana).fill('<p>One by Ana.</p>\n<p>Two by Ana.</p>\n<p>Three.</p>');
    await ana.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => textOf(ana, chapter)).toContain('Two by Ana.');
    await editorOf(ben).fill('<p>One.</p>\n<p>Two by Ben.</p>\n<p>Three.</p>\n<p>Four by Ben.</p>');
    await ben.getByRole('button', { name: 'Save' }).click();
    await expect(dialogOf(ben)).toBeVisible();
  }

  test('two editors of a chapter can merge their changes by keyboard, and lose no paragraph', async ({ browser }) => {
    const [ana, ben] = await twoEditors(browser);
    await conflict(ana, ben, 1);
    const dialog = dialogOf(ben);
    await expect(dialog.getByText('Changed by them only')).toBeVisible();
    await expect(dialog.getByText('Changed by you only')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save merged version' })).toBeDisabled();
    expect(await textOf(ben, 1)).not.toContain('Ben');

    await ben.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(editorOf(ben)).toContainText('Four by Ben.');
    await ben.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('radio', { name: 'Yours' }).focus();
    await ben.keyboard.press('Space');
    await ben.keyboard.press('ArrowLeft');
    await expect(dialog.getByRole('radio', { name: 'Keep both, theirs first' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Save merged version' }).focus();
    await ben.keyboard.press('Enter');
    await expect(ben.getByText('Merged version saved')).toBeVisible();
    expect((await textOf(ben, 1)).match(/(?<=<p>)[^<]+/g)).toEqual([
      'One by Ana.',
      'Two by Ana.',
      'Two by Ben.',
      'Three.',
      'Four by Ben.',
    ]);
    await expect(editorOf(ben)).toContainText('Two by Ana.');
    await editorOf(ben).fill('<p>One by Ana.</p>');
    await save(ben);
  });

  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [1280, 800, 'light'],
  ] as const)
    test(
      `two editors of a chapter can choose between both versions in a window of ${width} px, ${colorScheme}`,
      SLOW,
      async ({ browser }) => {
        const [ana, ben] = await twoEditors(browser, { viewport: { width, height }, colorScheme });
        await conflict(ana, ben, 2);
        expect(await violationsOn(ben)).toEqual([]);
        expect(await ben.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        if (process.env['SCREENSHOTS'])
          await ben.screenshot({ path: `${process.env['SCREENSHOTS']}/conflict-${width}.png` });
        await dialogOf(ben).getByRole('radio', { name: 'Theirs', exact: true }).check();
        await dialogOf(ben).getByRole('button', { name: 'Save merged version' }).click();
        await expect(ben.getByText('Merged version saved')).toBeVisible();
        expect(await textOf(ben, 2)).not.toContain('Two by Ben.');
      },
    );

  test('unsaved changes of two editors survive a reload and the end of a session', async ({ browser }) => {
    const [ana] = await twoEditors(browser);
    await openChapter(ana, running.admin, 3);
    await editorOf(ana).fill('<p>Typed, not saved.</p>');
    await ana.reload();
    await expect(ana.getByText(/^This form contains your unsaved changes from/)).toBeVisible();
    await expect(editorOf(ana)).toContainText('Typed, not saved.');
    if (process.env['SCREENSHOTS']) await ana.screenshot({ path: `${process.env['SCREENSHOTS']}/draft.png` });
    expect(await violationsOn(ana)).toEqual([]);

    await ana.context().clearCookies();
    await ana.getByRole('button', { name: 'Save' }).click();
    await expect(ana.getByLabel('Email')).toBeVisible();
    await fillSignIn(ana, running.admin, 'editor');
    await expect(ana.locator('#main-content')).toBeVisible();
    await openChapter(ana, running.admin, 3);
    await expect(editorOf(ana)).toContainText('Typed, not saved.');
    await ana.getByRole('button', { name: 'Discard' }).click();
    await expect(editorOf(ana)).not.toContainText('Typed');

    await editorOf(ana).fill('<p>Typed and saved.</p>');
    await save(ana);
    await ana.reload();
    await expect(editorOf(ana)).toContainText('Typed and saved.');
    await expect(ana.getByText(/^This form contains your unsaved changes from/)).toHaveCount(0);
  });

  test('two tabs of one editor keep their own unsaved changes, and the second save is compared', async ({
    browser,
  }) => {
    const [one] = await twoEditors(browser);
    const chapter = 4;
    await openChapter(one, running.admin, chapter);
    await editorOf(one).fill(FIRST);
    await save(one);
    const two = await one.context().newPage();
    await chooseHtmlView(two);
    for (const page of [one, two]) await openChapter(page, running.admin, chapter);
    await editorOf(one).fill('<p>One.</p>\n<p>Two of the first tab.</p>\n<p>Three.</p>');
    await editorOf(two).fill('<p>One.</p>\n<p>Two of the second tab.</p>\n<p>Three.</p>');

    for (const [page, text] of [
      [one, 'Two of the first tab.'],
      [two, 'Two of the second tab.'],
    ] as const) {
      await page.reload();
      await expect(page.getByText(/^This form contains your unsaved changes from/)).toBeVisible();
      await expect(editorOf(page)).toContainText(text);
    }

    await save(one);
    await two.reload();
    await expect(editorOf(two)).toContainText('Two of the second tab.');
    await two.getByRole('button', { name: 'Save' }).click();
    const dialog = dialogOf(two);
    for (const text of ['Two of the first tab.', 'Two of the second tab.']) await expect(dialog).toContainText(text);
    expect(await textOf(two, chapter)).toContain('Two of the first tab.');
    await dialog.getByRole('radio', { name: 'Keep both, theirs first' }).check();
    await dialog.getByRole('button', { name: 'Save merged version' }).click();
    await expect(two.getByText('Merged version saved')).toBeVisible();
    expect((await textOf(two, chapter)).match(/(?<=<p>)[^<]+/g)).toEqual([
      'One.',
      'Two of the first tab.',
      'Two of the second tab.',
      'Three.',
    ]);

    // The draft of a closed tab appears in the next tab that opens the chapter, but not while the tab is open.
    await editorOf(two).fill('<p>Left in a closed tab.</p>');
    await expect.poll(() => two.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Left in a closed tab.');
    await openChapter(one, running.admin, chapter);
    await one.reload();
    await expect(editorOf(one)).toContainText('Two of the second tab.');
    await two.close();
    await one.reload();
    await expect(editorOf(one)).toContainText('Left in a closed tab.');
    await one.getByRole('button', { name: 'Discard' }).click();
    await expect(editorOf(one)).toContainText('Two of the second tab.');
    await one.reload();
    await expect(editorOf(one)).toContainText('Two of the second tab.');
  });
});
