import { expect, type Page, test } from '@playwright/test';
import { EDITION, KINDS } from './page-kinds.ts';
import { novel, ready } from './reader.ts';
import { siteOf } from './site.ts';

/** Printed texts, in order, of elements that contain text directly. */
const printedTexts = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: { text: string; within: string }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement, textContent } = node;
      if (!parentElement?.checkVisibility({ visibilityProperty: true }) || textContent?.trim() === '') continue;
      if (parentElement.closest('script, style, template, .said')) continue;
      const within =
        parentElement.closest('[data-reader-text], .reader-top-title, h1')?.className ?? parentElement.outerHTML;
      texts.push({ text: textContent?.trim() ?? '', within: within.slice(0, 120) });
    }
    return texts;
  });

for (const scripts of [true, false]) {
  test(`${scripts ? 'with' : 'without'} scripts, a printed chapter contains only the book, the title and the text`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ javaScriptEnabled: true });
    if (!scripts) await page.route('**/_astro/*.js', (route) => route.abort());
    const { book, addressOf, chapters } = await novel();
    await page.goto(addressOf(1));
    if (scripts) {
      await ready(page);
      await page.keyboard.press('m');
    }
    await page.emulateMedia({ media: 'print' });
    const texts = await printedTexts(page);
    expect(texts[0]?.text).toBe(book.title);
    expect(texts.map(({ text }) => text)).toContain(chapters[1]?.title);
    const foreign = texts.filter(({ within }) => !/^(reader|reader-top-title|reader-title)$/.test(within));
    expect(foreign).toEqual([]);
    await page.close();
  });
}

for (const kind of ['novel', 'list'] as const) {
  test(`a printed ${kind} has no controls`, async ({ page }) => {
    await page.goto(siteOf(EDITION.brand) + (await KINDS[kind]()));
    await page.emulateMedia({ media: 'print' });
    const selector = 'nav, form, button, .breadcrumb, .skip, .notices, .site-header, .site-footer, .pager';
    const controls = await page
      .locator(selector)
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility() && (one as HTMLElement).innerText.trim() !== '')
          .map((one) => one.outerHTML.slice(0, 120)),
      );
    expect(controls).toEqual([]);
    await expect(page.locator('h1')).toBeVisible();
  });
}
