import { chromium, expect, type Page, test } from '@playwright/test';
import { hydrated } from './at-rest.ts';
import { headlessShell } from './launch-options.ts';
import { beVisitorOf, EDITION, KINDS, type Kind } from './page-kinds.ts';
import { lengthenWords, tooWide } from './page-width.ts';
import { novel, ready } from './reader.ts';
import { siteOf } from './site.ts';

const NARROWEST = { viewport: { width: 320, height: 640 } };
/** Font sizes of the browser (1rem) in px. */
const FONTS = [16, 24, 32];
const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** Runs `act` in a browser with that font size. */
async function withFont(size: number, act: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(headlessShell(`--blink-settings=defaultFontSize=${size}`));
  try {
    const context = await browser.newContext(NARROWEST);
    await act(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Checks the page as it is, and with words longer than a line. */
async function expectToFit(page: Page, what: string): Promise<void> {
  expect.soft(await tooWide(page), what).toEqual([]);
  await lengthenWords(page);
  expect.soft(await tooWide(page), `${what}, with long words`).toEqual([]);
}

for (const font of FONTS) {
  test(`no page is wider than a window of 320 px at a font size of ${font} px`, () =>
    withFont(font, async (page) => {
      for (const kind of KIND_NAMES) {
        const visit = await page.context().newPage();
        await beVisitorOf(visit, kind);
        await visit.goto(siteOf(EDITION.brand) + (await KINDS[kind]()));
        await hydrated(visit);
        await expectToFit(visit, kind);
        await visit.close();
      }
    }));

  test(`no panel of the reader is wider than a window of 320 px at a font size of ${font} px`, () =>
    withFont(font, async (page) => {
      for (const key of ['c', 't', 'l', 'b', 'f', '?']) {
        await page.goto((await novel()).addressOf(1));
        await ready(page);
        await page.keyboard.press(key);
        await expect(page.locator('.reader-controls')).toHaveAttribute('data-panel', /./);
        await page.waitForLoadState('networkidle');
        await expectToFit(page, `panel ${key}`);
      }
    }));
}

const BRANDS = 'freenovel tibok novelpack shenovel novelyouth novelpad novelandia moonovel finalnovel joyfic'.split(
  ' ',
);
for (const brand of BRANDS) {
  test(`no page of the brand ${brand} is wider than a window of 320 px at a font size of 24 px`, () =>
    withFont(24, async (page) => {
      for (const path of ['/', '/ranking', '/login']) {
        await page.goto(siteOf(brand) + path);
        await expectToFit(page, path);
      }
    }));
}
