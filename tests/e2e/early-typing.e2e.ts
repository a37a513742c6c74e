import { expect, type Locator, type Page, test } from '@playwright/test';
import { type HeldRequests, holdRequests } from './held-requests.ts';
import { siteOf } from './site.ts';

/** Opens a page of the brand `local` whose scripts do not load before the test releases them. */
async function openWithoutScripts(page: Page, path: string): Promise<HeldRequests> {
  const scripts = await holdRequests(page, '**/_astro/*.js');
  await page.goto(siteOf('local') + path, { waitUntil: 'commit' });
  await page.locator('footer').waitFor({ state: 'attached' });
  return scripts;
}

/** Waits until React has taken over the island around a field. */
const takenOver = (field: Locator) => expect(field.locator('xpath=ancestor::astro-island[@ssr]')).toHaveCount(0);

/** Every text field of an island that the server renders. */
const FIELDS = [
  { path: '/search', selector: 'main input[name=q]' },
  { path: '/search/result/palm', selector: 'main input[name=q]' },
  { path: '/login', selector: '.login-form input[name=email]' },
  { path: '/login', selector: '.login-form input[name=password]' },
  { path: '/becomeOurTranslator', selector: '.apply input[name=name]' },
  { path: '/becomeOurTranslator', selector: '.apply input[name=email]' },
  { path: '/becomeOurTranslator', selector: '.apply textarea[name=about]' },
  { path: '/becomeOurTranslator', selector: '.apply input[type=search]' },
] as const;

for (const { path, selector } of FIELDS) {
  test(`${path} keeps the caret in ${selector} when the script of the field loads`, async ({ page }) => {
    const scripts = await openWithoutScripts(page, path);
    const field = page.locator(selector);
    await field.fill('');
    await field.pressSequentially('harbour');
    for (const _letter of 'bour') await page.keyboard.press('ArrowLeft');
    scripts.release();
    await takenOver(field);
    await page.keyboard.type('-x-');
    await expect(field).toHaveValue('har-x-bour');
  });
}

test('a selection in the search field is kept when the script of the field loads', async ({ page }) => {
  const scripts = await openWithoutScripts(page, '/search');
  const field = page.locator('main input[name=q]');
  await field.pressSequentially('the lighthouse');
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 9, 'backward'));
  scripts.release();
  await takenOver(field);
  const selection = await field.evaluate((input: HTMLInputElement) => [
    input.selectionStart,
    input.selectionEnd,
    input.selectionDirection,
  ]);
  expect(selection).toEqual([4, 9, 'backward']);
  await page.keyboard.type('dark');
  await expect(field).toHaveValue('the darkhouse');
});

test('text being composed by an input method is kept when the script of the field loads', async ({ page }) => {
  const scripts = await openWithoutScripts(page, '/search');
  const field = page.locator('main input[name=q]');
  await field.focus();
  const session = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await field.evaluate((input) => {
    for (const type of ['compositionstart', 'compositionend'])
      input.addEventListener(type, () => (input.dataset['log'] = `${input.dataset['log'] ?? ''} ${type}`));
  });
  await compose('に');
  await compose('にほ');
  scripts.release();
  await expect.poll(() => scripts.urls.some((url) => url.includes('SearchBox'))).toBe(true);
  await page.waitForLoadState('networkidle');
  await compose('にほん');
  expect(await field.getAttribute('data-log')).toBe(' compositionstart');
  await session.send('Input.insertText', { text: '日本' });
  await takenOver(field);
  await expect(field).toHaveValue('日本');
  await page.keyboard.type('!');
  await expect(field).toHaveValue('日本!');
});

test("text typed into a translator application before the form's script loads is saved as a draft in the tab", async ({
  page,
}) => {
  const scripts = await openWithoutScripts(page, '/becomeOurTranslator');
  const about = page.locator('.apply textarea[name=about]');
  await about.pressSequentially('I translate letters.');
  scripts.release();
  await takenOver(about);
  const draft = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('lectern:translator') ?? '{}').about);
  await expect.poll(draft).toBe('I translate letters.');
});
