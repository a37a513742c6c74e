import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type PseudoSite, startPseudoSite } from '../helpers/pseudo-site.ts';
import { SLOW } from '../slow-tests.ts';
import { loaded } from './at-rest.ts';
import { siteOf } from './site.ts';

/** A site with the brand polyglot, in English, Spanish and Vietnamese. */
let site: PseudoSite;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startPseudoSite();
});
test.afterAll(() => site?.close());

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const YEAR_S = 365 * 24 * 60 * 60;

async function open(browser: Browser, options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage() };
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const languageOf = (page: Page) => page.locator('html').getAttribute('lang');

async function cookiesOf(context: BrowserContext): Promise<Record<string, string>> {
  const cookies = await context.cookies();
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

test('only the first visit to / redirects to the preferred language of the browser', async ({ browser }) => {
  const { context, page } = await open(browser, { locale: 'es-MX' });
  await page.goto(site.at('/?utm_source=letter'));
  expect(page.url()).toBe(site.at('/es?utm_source=letter'));
  expect(await languageOf(page)).toBe('es-ES');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'i18n_redirected', value: 'es', path: '/', sameSite: 'Lax' });
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - YEAR_S)).toBeLessThan(300);
  await page.goto(site.at('/'));
  expect(pathOf(page)).toBe('/');
  await page.goto(site.at('/vn/genres'));
  expect(await languageOf(page)).toBe('vi-VN');
  await context.close();
});

test('a browser whose language the brand does not offer is not redirected', SLOW, async ({ browser }) => {
  const { context, page } = await open(browser, { locale: 'ja-JP' });
  await page.goto(site.at('/'));
  expect([pathOf(page), await cookiesOf(context)]).toEqual(['/', {}]);
  await context.close();
});

test('on a wide screen the menu links to the page in another language, and / redirects to that language later', async ({
  browser,
}) => {
  const { context, page } = await open(browser, { locale: 'en-US', viewport: WIDE });
  await page.goto(site.at('/genres'));
  await loaded(page);
  const menu = page.locator('#languages');
  await expect(menu).toBeHidden();
  await page.locator('.languages-open').click();
  await expect(menu.locator('[aria-current]')).toHaveText('English');
  await menu.getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL(site.at('/es/genres'));
  expect(await languageOf(page)).toBe('es-ES');
  expect(await cookiesOf(context)).toEqual({ hb_lang: 'es', i18n_redirected: 'es', section: '9' });
  for (const { path, sameSite, expires } of await context.cookies()) {
    expect({ path, sameSite }).toEqual({ path: '/', sameSite: 'Lax' });
    expect(Math.abs(expires - Date.now() / 1000 - YEAR_S)).toBeLessThan(300);
  }
  await page.goto(site.at('/'));
  expect(pathOf(page)).toBe('/es');
  await page.locator('.languages-open').click();
  await menu.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(site.at('/'));
  expect(await languageOf(page)).toBe('en-US');
  await context.close();
});

test('on a phone the footer links to the same search in another language', SLOW, async ({ browser }) => {
  const { context, page } = await open(browser, { locale: 'en-US', viewport: PHONE });
  await page.goto(site.at(`/search/result/${encodeURIComponent('Ιστορία')}`));
  await loaded(page);
  await expect(page.locator('.languages-open')).toBeHidden();
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.includes('/v1/')) calls.push(url);
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tiếng Việt' }).click();
  await expect(page).toHaveURL(site.at(`/vn/search/result/${encodeURIComponent('Ιστορία')}`));
  expect(await languageOf(page)).toBe('vi-VN');
  await page.locator('main input[name="q"]').pressSequentially(' 1');
  await expect.poll(() => calls.some(({ pathname }) => pathname.endsWith('/search.suggest'))).toBe(true);
  for (const { searchParams } of calls)
    expect(Object.fromEntries(searchParams)).toMatchObject({ section: '15', lang: 'vi-VN' });
  await context.close();
});

test('search suggestions and results use the content section that the visitor chose', async ({ browser }) => {
  const { context, page } = await open(browser, { locale: 'en-US', viewport: PHONE });
  await context.addCookies([{ name: 'section', value: '9', url: site.at('/') }]);
  await page.goto(site.at('/search'));
  expect(await languageOf(page)).toBe('en-US');
  await page.locator('main input[name="q"]').pressSequentially('Ιστορία');
  const suggested = page.locator('main [role=option][data-kind=book]').first();
  await expect(suggested).toHaveAttribute('href', /^\/es\/novel\//);
  await page.locator('main input[name="q"]').press('Enter');
  await expect(page).toHaveURL(site.at(`/search/result/${encodeURIComponent('Ιστορία')}?section=9`));
  expect(await languageOf(page)).toBe('en-US');
  await page.locator('.item-title').first().click();
  await expect(page).toHaveURL(/\/es\/novel\//);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-ES');
  await context.close();
});

test(
  'the language menu of a book in a single language links to the home page in the other language',
  SLOW,
  async ({ page }) => {
    await page.setViewportSize(WIDE);
    await page.goto(site.at(`/novel/${site.api.book.id}`));
    await page.locator('.languages-open').click();
    await page.locator('#languages').getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL(site.at('/es'));
  },
);

test('the language menu works by keyboard and returns the focus when it closes', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await page.goto(site.at('/tags'));
  await page.locator('.languages-open').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#languages')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#languages')).toBeHidden();
  await expect(page.locator('.languages-open')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Español' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(site.at('/es/tags'));
});

test('the language menu works without JavaScript', SLOW, async ({ browser }) => {
  const { context, page } = await open(browser, { javaScriptEnabled: false, locale: 'es', viewport: WIDE });
  await page.goto(site.at('/'));
  expect(pathOf(page)).toBe('/es');
  await page.locator('.languages-open').click();
  await page.locator('#languages').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(site.at('/'));
  expect(await languageOf(page)).toBe('en-US');
  await context.close();
});

test('a brand with one language has no language menu and does not redirect', SLOW, async ({ browser }) => {
  const { context, page } = await open(browser, { locale: 'es-ES', viewport: WIDE });
  await page.goto(siteOf('local'));
  expect(pathOf(page)).toBe('/');
  await expect(page.locator('.languages, [data-language]')).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test('the account page redirects a signed-out visitor to the sign-in page in the same language', async ({ page }) => {
  await page.goto(site.at('/es/myinfo/rechargeList'));
  await expect(page).toHaveURL(site.at('/es/login?to=%2Fes%2Fmyinfo%2FrechargeList'));
  await page.goto(site.at('/es/myinfo/privacyPolicy'));
  await expect(page).toHaveURL(site.at('/es/myinfo/privacyPolicy'));
});

test('a call that fails with 400 redirects to the /400 page in the same language', SLOW, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.route('**/v1/share.create*', (route) => route.fulfill({ status: 400, json: REFUSED }));
  await page.goto(site.at('/es'));
  const novel = await page.locator('main a[href^="/es/novel/"]').first().getAttribute('href');
  await page.goto(site.at(novel ?? ''));
  await page.getByRole('button', { name: 'Compartir' }).click();
  await expect(page).toHaveURL(site.at('/es/400'));
  expect(await languageOf(page)).toBe('es-ES');
});

const REFUSED = { success: 0, data: null, errors: [{ code: 'BAD_REQUEST', message: 'no' }], desc: 'no' };
