import { expect, type Locator, type Page } from '@playwright/test';
import { bookChapters, searchMulti } from '#src/contract/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { firstInput, rest } from './at-rest.ts';
import { ask, type Edition } from './facts.ts';
import { siteOf } from './site.ts';

const BRAND = 'fingeread';
const EDITION: Edition = { brand: BRAND, prefix: '/fingeread_api', locale: 'en' };

/** The demo book with thousands of short chapters (src/api/seed). */
export const serial = () => bookNamed('Camp Harrow');

/** A demo book with a few long chapters. */
export const novel = () => bookNamed('A Palm Below the Stone');

async function bookNamed(keyword: string) {
  const { books } = await ask(EDITION, searchMulti, { keyword });
  const [found] = books.items;
  if (!found) throw new Error(`There is no demo book ${keyword}.`);
  const { items } = await ask(EDITION, bookChapters, { book_id: found.id });
  const addressOf = (index: number) => siteOf(BRAND) + createPaths('en').reader(found.id, items[index]?.id ?? 0);
  return { book: found, chapters: items, addressOf };
}

type Saved = Readonly<Record<string, unknown>>;

/** Opens a chapter with saved values in localStorage, and waits for the reader. */
export async function openChapter(page: Page, address: string, saved: Saved = {}): Promise<void> {
  await page.addInitScript((values) => {
    if (sessionStorage.getItem('prepared')) return;
    sessionStorage.setItem('prepared', 'yes');
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, JSON.stringify(value));
  }, saved);
  await page.goto(address);
  await ready(page);
}

/** Sends the first input and waits until the reader has started. */
export async function ready(page: Page): Promise<void> {
  await firstInput(page);
  await expect(page.locator('[data-reader-part][data-current]')).toHaveCount(1);
}

/** Shows the bars with a tap on the text; `inBar` is an element in one of the bars. */
export async function showBars(page: Page, inBar: Locator): Promise<void> {
  await ready(page);
  await page.locator('[data-reader-text] p').first().click();
  await expect(inBar).toBeInViewport();
}

/** Numbers of the chapters in the page and of the current chapter. */
export const chaptersIn = (page: Page) =>
  page.evaluate(() => {
    const numbers = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(({ dataset }) => Number(dataset['number']));
    return { shown: numbers('[data-reader-text]'), current: numbers('[data-current] [data-reader-text]')[0] ?? 0 };
  });

/** The first text in the window and its top in px. Both stay the same when chapters are added above. */
export const textOnTop = (page: Page) =>
  page.evaluate(() => {
    const blocks = [...document.querySelectorAll('[data-reader-text] .reader-title, [data-reader-text] p')];
    const block = blocks.find((each) => each.getBoundingClientRect().bottom > 0);
    return { text: block?.textContent.slice(0, 40), top: Math.round(block?.getBoundingClientRect().top ?? 0) };
  });

/** A character position in the chapter's text. */
export interface Letter {
  readonly block: number;
  readonly offset: number;
}

/** Positions within long paragraphs throughout the chapter. */
export const lettersOf = (page: Page): Promise<Letter[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-current] .reader-text > p')]
      .flatMap(({ textContent }, block) => (textContent.length > 260 ? [{ block, offset: 140 }] : []))
      .slice(1, -1),
  );

/** Position of a letter's line in the window, and the line height, px. */
export const lineOf = (page: Page, { block, offset }: Letter) =>
  page.evaluate(
    ([at, from]) => {
      const paragraph = document.querySelectorAll('[data-current] .reader-text > p')[at];
      const text = paragraph?.firstChild;
      if (!paragraph || !text) throw new Error('There is no such paragraph.');
      const range = new Range();
      range.setStart(text, from);
      range.setEnd(text, from + 1);
      const { top, left } = range.getBoundingClientRect();
      return { top, left, height: Number.parseFloat(getComputedStyle(paragraph).lineHeight) };
    },
    [block, offset] as const,
  );

/** Scrolls until the top of a letter's line is at `top`. */
export async function scrollTo(page: Page, letter: Letter, top = 12): Promise<void> {
  const line = await lineOf(page, letter);
  await page.mouse.wheel(0, line.top - top);
  await expect.poll(async () => Math.round(Math.abs((await lineOf(page, letter)).top - top))).toBeLessThan(2);
  await rest(page);
}

/** The chapter read last, with the position in it, from localStorage. */
export const placeKept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('readlogList') ?? '[]')[0]?.chapter);
