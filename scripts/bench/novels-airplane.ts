import type { Browser, Page } from '@playwright/test';
import { parseHTML } from 'linkedom';
import { LecternError } from '#src/lib/errors.ts';
import type { LiveSite } from './live-site.ts';
import { moved, type Paragraph, paragraphsOf, readTo, rest } from './reading-place.ts';

const PHONE = { viewport: { width: 390, height: 760 } };
/** Time limits, in ms: for downloading a whole book, and for opening a stored chapter. */
const PATIENCE = { keep: 300_000, chapter: 10_000 };

interface KnownChapter {
  readonly id: number;
  readonly path: string;
  /** Text of the imported chapter, without white space. */
  readonly text: string;
}

/** Result of reading downloaded novels offline from cover to cover. */
export interface OfflineReading {
  readonly chapters: number;
  /** Number of chapters that are missing or differ from the imported text. */
  readonly missing: number;
  /** Number of such chapters in a browser that has downloaded nothing. */
  readonly missingWithoutDownload: number;
  /**
   * Maximum distance by which the reading place moves after a reload, in lines; infinite if the history names a
   * different chapter.
   */
  readonly lines: number;
}

/** Downloads the novels, stops the site and reads the novels offline. */
export async function readOffline(
  site: LiveSite,
  browser: Browser,
  novels: readonly number[],
): Promise<OfflineReading> {
  const books = [];
  for (const novel of novels) books.push(await chaptersOf(site.origin, novel));
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'allow' });
  const page = await context.newPage();
  for (const novel of novels) await keep(page, site.origin, novel);
  await context.setOffline(true);
  await site.stop();
  const flight = { chapters: 0, missing: 0, missingWithoutDownload: 0, lines: 0 };
  for (const chapters of books) {
    flight.chapters += chapters.length;
    flight.missing += await readThrough(page, site.origin, chapters);
    flight.missingWithoutDownload += await countMissingWithoutDownload(browser, site.origin, chapters);
    flight.lines = Math.max(flight.lines, await placeAfterReload(page, site.origin, chapters));
  }
  await context.close();
  return flight;
}

async function chaptersOf(origin: string, book: number): Promise<KnownChapter[]> {
  const ask = async (call: string) => (await (await fetch(`${origin}/public/v1/${call}`)).json()).data;
  const { items }: { items: { id: number }[] } = await ask(`book.chapters?book_id=${book}`);
  const chapters: KnownChapter[] = [];
  for (const { id } of items) {
    const { chapter } = await ask(`chapter.show?book_id=${book}&chapter_id=${id}`);
    chapters.push({ id, path: `/book-reader/${book}/${id}`, text: bare(textOf(String(chapter.html))) });
  }
  return chapters;
}

const textOf = (html: string): string => parseHTML(`<main>${html}</main>`).document.documentElement.textContent ?? '';
const bare = (text: string): string => text.replaceAll(/\s/g, '');

/** Downloads a novel with the button on its page, like a visitor. */
async function keep(page: Page, origin: string, book: number): Promise<void> {
  await page.goto((await fetch(`${origin}/novel/${book}`)).url);
  // Presses a key, because the service worker is only installed on the first interaction.
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.locator('.keep-button').click();
  await page.locator('.keep-panel').getByRole('button', { name: 'Download this book' }).click();
  const settled = await page.waitForFunction(
    (id) => {
      const downloads: { book: { id: number }; state: string }[] = JSON.parse(
        localStorage.getItem('lectern:kept') ?? '[]',
      );
      const state = downloads.find((one) => one.book.id === id)?.state ?? 'keeping';
      return state !== 'keeping' && state;
    },
    book,
    { timeout: PATIENCE.keep },
  );
  const state = await settled.jsonValue();
  if (state !== 'kept') throw new LecternError('BENCH', `Book ${book} was not downloaded: ${state}.`);
}

/**
 * Reads from the first chapter to the last with the key for the next chapter.
 * @returns the number of missing chapters
 */
async function readThrough(page: Page, origin: string, chapters: readonly KnownChapter[]): Promise<number> {
  let missing = 0;
  for (const [index, chapter] of chapters.entries()) {
    if (index > 0) await page.keyboard.press('n');
    const came = index > 0 && (await isRead(page, chapter));
    if (!came) {
      await page.goto(origin + chapter.path).catch(() => undefined);
      // The reader starts at the first interaction.
      await page.keyboard.press('Shift');
    }
    const text = (came || (await isRead(page, chapter))) && (await shownText(page, chapter));
    const followed = index === 0 || came;
    if (!followed || text !== chapter.text) {
      missing += 1;
      process.stderr.write(`${chapter.path} ${followed ? 'has a different text' : 'was not loaded'}\n`);
    }
  }
  return missing;
}

const isRead = (page: Page, { id }: KnownChapter): Promise<boolean> =>
  page
    .locator(`[data-current] [data-chapter="${id}"]`)
    .waitFor({ timeout: PATIENCE.chapter })
    .then(
      () => true,
      () => false,
    );

const shownText = async (page: Page, { id }: KnownChapter): Promise<string> =>
  bare((await page.locator(`[data-chapter="${id}"] .reader-text`).textContent()) ?? '');

async function countMissingWithoutDownload(
  browser: Browser,
  origin: string,
  chapters: readonly KnownChapter[],
): Promise<number> {
  const page = await browser.newPage(PHONE);
  let missing = 0;
  for (const { path, id } of chapters) {
    await page.goto(origin + path).catch(() => undefined);
    if ((await page.locator(`[data-chapter="${id}"]`).count()) === 0) missing += 1;
  }
  await page.close();
  return missing;
}

/**
 * Checks that a place in the book is restored after a reload. The place is in the first chapter of the second half
 * that has paragraphs of several lines.
 * @returns the distance in lines; 0 if no such chapter has such paragraphs, as in a book of short poems
 */
async function placeAfterReload(page: Page, origin: string, chapters: readonly KnownChapter[]): Promise<number> {
  for (const chapter of chapters.slice(chapters.length >> 1)) {
    await page.goto(origin + chapter.path);
    await page.locator('[data-reader-part][data-current]').waitFor();
    const paragraphs = await paragraphsOf(page);
    const paragraph = paragraphs[paragraphs.length >> 1];
    if (paragraph) return reloadedAt(page, chapter, paragraph);
  }
  return 0;
}

async function reloadedAt(page: Page, chapter: KnownChapter, paragraph: Paragraph): Promise<number> {
  const before = await readTo(page, paragraph);
  await page.reload();
  await page.locator('[data-reader-part][data-current]').waitFor();
  await rest(page);
  const chapterId = await page.evaluate(() => JSON.parse(localStorage.getItem('readlogList') ?? '[]')[0]?.chapter?.id);
  return chapterId === chapter.id ? moved(page, paragraph, before) : Number.POSITIVE_INFINITY;
}
