import { expect, type Page, test } from '@playwright/test';
import { type EditionsSite, LIGHTHOUSE, startEditionsSite } from './editions-site.ts';

// All tests share one site, because starting it takes most of the time.
test.describe.configure({ mode: 'serial' });

let site: EditionsSite;
test.beforeAll(async () => {
  test.setTimeout(10 * 60_000);
  site = await startEditionsSite();
});
test.afterAll(() => site?.close());

const NAMES = { es: 'Español', vn: 'Tiếng Việt', cn: '简体中文' };
const TAGS = { es: 'es-ES', vn: 'vi-VN', cn: 'zh-CN' };
type Code = keyof typeof NAMES;
const CODES = Object.keys(NAMES) as Code[];

const openNovel = async (page: Page, code: Code) => {
  await page.goto(`${site.origin}/${code}/novel/${site.books[code]}`);
  await expect(page.locator('h1')).toHaveText(LIGHTHOUSE.titles[code]);
};
const openChapter = async (page: Page, code: Code, index: number) => {
  await openNovel(page, code);
  await page
    .locator(`a[href*="/book-reader/"]`, { hasText: LIGHTHOUSE.chapters[code][index] ?? '' })
    .first()
    .click();
  await expectChapter(page, code, index);
};
const expectChapter = (page: Page, code: Code, index: number) =>
  expect(page.locator('[data-current] .reader-title')).toHaveText(LIGHTHOUSE.chapters[code][index] ?? '');

/** Alternates of a page by language tag, as paths. */
async function alternatesOf(page: Page): Promise<Record<string, string>> {
  const links = page.locator('link[rel="alternate"][hreflang]');
  const all = await links.evaluateAll((elements) =>
    (elements as HTMLLinkElement[]).map((link) => [link.hreflang, new URL(link.href).pathname] as const),
  );
  return Object.fromEntries(all);
}

/** Follows every alternate of the open page, and expects the same set of alternates there. */
async function expectMutualAlternates(page: Page): Promise<Record<string, string>> {
  const own = await alternatesOf(page);
  for (const path of new Set(Object.values(own))) {
    await page.goto(site.origin + path);
    expect(await alternatesOf(page), path).toEqual(own);
  }
  return own;
}

const languageCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'hb_lang')?.value;

for (const [where, viewport] of [
  ['menu of the header', { width: 1280, height: 800 }],
  ['list in the footer', { width: 390, height: 844 }],
] as const)
  test.describe(`the language switch as a ${where}`, () => {
    test.use({ viewport });
    const choose = async (page: Page, code: Code) => {
      if (where === 'menu of the header') await page.locator('.languages-header .languages-open').click();
      await page.locator('.languages:visible').getByRole('link', { name: NAMES[code] }).click();
    };

    test('opens the same book in each language', async ({ page }) => {
      await openNovel(page, 'es');
      for (const code of ['vn', 'cn', 'es'] as const) {
        await choose(page, code);
        await expect(page.locator('h1')).toHaveText(LIGHTHOUSE.titles[code]);
        await expect(page.locator('html')).toHaveAttribute('lang', TAGS[code]);
        expect(await languageCookie(page)).toBe(code);
      }
    });

    test('opens the home page of a language without an edition, which has no dead links', async ({ page }) => {
      await openNovel(page, 'cn');
      if (where === 'menu of the header') await page.locator('.languages-header .languages-open').click();
      await page.locator('.languages:visible').getByRole('link', { name: 'English' }).click();
      await expect(page).toHaveURL(`${site.origin}/`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    });
  });

test.describe('editions of one work', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('are linked from the novel page by the name of their language', async ({ page }) => {
    await openNovel(page, 'es');
    await expect(page.locator('.editions a')).toHaveText(['También en Tiếng Việt', 'También en 简体中文']);
    await page.locator('.editions a', { hasText: NAMES.cn }).click();
    await expect(page.locator('h1')).toHaveText(LIGHTHOUSE.titles.cn);
    expect(await languageCookie(page)).toBe('cn');
  });

  test('are linked from a chapter to the same chapter', async ({ page }) => {
    await openChapter(page, 'cn', 1);
    for (const code of ['vn', 'es'] as const) {
      await page.locator('[data-current] .editions a', { hasText: NAMES[code] }).click();
      await expectChapter(page, code, 1);
    }
  });

  test('are linked by their novel page from a chapter that they do not have', async ({ page }) => {
    await openChapter(page, 'es', 2);
    await page.locator('[data-current] .editions a', { hasText: NAMES.vn }).click();
    await expect(page.locator('h1')).toHaveText(LIGHTHOUSE.titles.vn);
  });

  test('name each other with hreflang on novel pages', async ({ page }) => {
    await openNovel(page, 'es');
    const alternates = await expectMutualAlternates(page);
    expect(Object.keys(alternates)).toEqual(Object.values(TAGS));
    for (const code of CODES)
      expect(alternates[TAGS[code]]).toMatch(new RegExp(`^/${code}/novel/${site.books[code]}/`));
  });

  test('name each other with hreflang on chapter pages, without editions that lack the chapter', async ({ page }) => {
    await openChapter(page, 'vn', 0);
    expect(Object.keys(await expectMutualAlternates(page))).toEqual(Object.values(TAGS));
    await openChapter(page, 'es', 2);
    expect(Object.keys(await expectMutualAlternates(page))).toEqual([TAGS.es, TAGS.cn]);
  });

  test('are found by their original and alternative titles', async ({ page }) => {
    for (const [code, word] of [
      ['es', LIGHTHOUSE.titles.cn],
      ['vn', LIGHTHOUSE.titles.cn],
      ['es', LIGHTHOUSE.alternative.es],
      ['vn', LIGHTHOUSE.alternative.vn],
      ['cn', LIGHTHOUSE.alternative.cn],
    ] as const) {
      await page.goto(`${site.origin}/${code}/search?q=${encodeURIComponent(word)}`);
      await page.locator('.item-title', { hasText: LIGHTHOUSE.titles[code] }).first().click();
      await expect(page.locator('h1')).toHaveText(LIGHTHOUSE.titles[code]);
    }
  });
});

test('the audit finds nothing on a brand with editions and a language without books', async () => {
  test.setTimeout(10 * 60_000);
  const { pages, findings } = await site.audit();
  expect(findings).toEqual([]);
  expect(pages).toBeGreaterThan(60);
});
