import { randomUUID } from 'node:crypto';
import { createPaths } from '#src/routes/paths.ts';
import { until, type Visitor } from './visitor.ts';

/** The brand in which the walk takes place. It has the data that the steps need. */
export const BRAND = 'freenovel';
const API = '/freenovel_api/v1';
const APP_NAME = 'FreeNovel';

const paths = createPaths('en');

/** A short book on the site. The first steps choose it, and all later steps use it. */
interface Book {
  readonly id: number;
  readonly title: string;
  readonly href: string;
  readonly chapters: readonly Chapter[];
}

type NovelCard = Parameters<typeof paths.novel>[0] & { readonly title: string; readonly chapters: number };

interface Chapter {
  readonly id: number;
  readonly title: string;
  readonly price: number | null;
}

/** Values that a step stores for later steps. */
export interface Memory {
  book?: Book;
  email?: string;
}

export interface Step {
  readonly name: string;
  /** Whether the step is part of the short walk in `npm test`. */
  readonly isShort?: boolean;
  /** Errors that are expected during the step. */
  readonly tolerates?: RegExp;
  /** @throws Error describing the problem */
  run(visitor: Visitor, memory: Memory): Promise<void>;
}

const PASSWORD = 'a long enough secret';
/**
 * Matches messages that Firefox and WebKit log for loads that were aborted because another page was opened. They may be
 * ignored: the gate reports missing modules and covers, and a module with an error causes a different message.
 */
const ABORTED_MODULE = /error loading dynamically imported module|Importing a module script failed/;
const ABORTED_FETCH = /A ServiceWorker intercepted the request and encountered an unexpected error/;
/** Matches messages that browsers log for loads that fail offline. */
const UNREACHABLE = /console: Failed to load resource/;
const SEARCH_FIELD = 'main input[name=q]';
const SUGGESTED_LETTERS = 6;
const MIN_CHAPTER_LENGTH = 200;

/** The steps of the walk, in order. */
export const STEPS: readonly Step[] = [
  { name: 'home', isShort: true, run: home },
  { name: 'list', isShort: true, run: list },
  { name: 'novel', isShort: true, run: novel },
  { name: 'chapter', isShort: true, run: chapter },
  { name: 'reader settings', run: settings },
  { name: 'history', run: history },
  { name: 'search', isShort: true, run: search },
  { name: 'sign-up', run: signUp },
  { name: 'sign-in', run: signIn },
  { name: 'offline book', tolerates: UNREACHABLE, run: offline },
];

/**
 * Runs a step, then checks that the page fits into the window and that no errors occurred.
 * @throws Error describing the problem
 */
export async function take({ run, tolerates }: Step, visitor: Visitor, memory: Memory): Promise<void> {
  const { driver, gate } = visitor;
  await run(visitor, memory);
  const { page, room, href } = await until('the page cannot be measured', () =>
    driver.run(() => ({ page: document.documentElement.scrollWidth, room: innerWidth, href: location.href })),
  );
  if (page > room) throw new Error(`the page is ${page} px wide in a window of ${room} px`);
  const errors = [...(await driver.takeErrors()), ...gate.takeFaults()];
  const isAborted = (error: string) =>
    ABORTED_MODULE.test(error) || (ABORTED_FETCH.test(error) && !error.startsWith(`${href}: `));
  const wrong = errors.filter((error) => !isAborted(error) && !tolerates?.test(error));
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

async function home({ go, see, driver }: Visitor): Promise<void> {
  await go('/');
  await see('main h2');
  const title = await driver.run(() => document.title);
  if (!title.includes(APP_NAME)) throw new Error(`the title is "${title}"`);
  await until('the covers in the window are not drawn', () =>
    driver.run(() => {
      const covers = [...document.querySelectorAll<HTMLImageElement>('main img')].filter((image) => {
        const { top, bottom, width } = image.getBoundingClientRect();
        return width > 0 && top < innerHeight && bottom > 0;
      });
      return covers.length > 0 && covers.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    }),
  );
  await until("the brand's typeface is not loaded", () =>
    driver.run(() => [...document.fonts].some(({ status }) => status === 'loaded')),
  );
}

async function list({ click, at, see }: Visitor): Promise<void> {
  await click('a[href="/genres"]');
  await at('/genres');
  await click('main a[href^="/genres/"]');
  await at(/^\/genres\/\d+\/[^/]+$/);
  await see('main h2 a[href^="/novel/"]');
}

async function novel(visitor: Visitor, memory: Memory): Promise<void> {
  const { click, at, see, go } = visitor;
  const title = await see('main h2 a[href^="/novel/"]');
  await click('main h2 a[href^="/novel/"]', title);
  await at(/^\/novel\/\d+\//);
  await see('h1', title);
  const book = await shortBook(visitor);
  memory.book = book;
  await go(book.href);
  await see('h1', book.title);
  await see('#chapters a', book.chapters[0]?.title);
}

/** Finds a free book with a few chapters. */
export async function shortBook({ driver }: Visitor): Promise<Book> {
  const book = await driver.run(async (api) => {
    const ask = async (call: string) => (await (await fetch(`${api}/${call}&section=7&lang=en-us`)).json()).data.items;
    const shelves: { books: NovelCard[] }[] = await ask('recommend.index3?');
    const books = shelves.flatMap((shelf) => shelf.books).sort((one, other) => one.chapters - other.chapters);
    for (const card of books) {
      const chapters: Chapter[] = await ask(`book.chapters?book_id=${card.id}`);
      if (chapters.length > 2 && chapters.every(({ price }) => price === null)) return { card, chapters };
    }
    return null;
  }, API);
  if (!book) throw new Error('the site has no short book');
  return { ...book.card, href: paths.novel(book.card), chapters: book.chapters };
}

/** Reads a chapter, scrolls into the next one, then goes back. */
async function chapter({ click, at, see, driver }: Visitor, memory: Memory): Promise<void> {
  const { id, title, href, chapters } = bookOf(memory);
  const [first, second] = chapters;
  await click('main a[href^="/book-reader/"]');
  await at(paths.reader(id, first?.id ?? 0));
  await see('article h1', first?.title);
  const text = await see('[data-reader-text]');
  if (text.length < MIN_CHAPTER_LENGTH) throw new Error(`the chapter has ${text.length} letters`);
  await driver.press('Shift');
  await see('[data-reader-part][data-current]');
  await scrollOn(driver, paths.reader(id, second?.id ?? 0));
  await driver.run(() => setTimeout(() => globalThis.history.back()));
  await at(decodeURIComponent(href));
  await see('h1', title);
}

/**
 * Scrolls to the end until the next chapter appears, then into that chapter, but not further, because the URL would
 * then change to the chapter after it.
 */
async function scrollOn({ run }: Visitor['driver'], next: string): Promise<void> {
  const reach = (path: string) => {
    const part = document.querySelector(`[data-reader-part][data-href="${path}"]`);
    if (part) part.scrollIntoView({ block: 'start', behavior: 'instant' });
    else scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    return part !== null;
  };
  await until('the next chapter was not appended', () => run(reach, next));
  await until('the address is not that of the next chapter', async () => {
    await run(reach, next);
    return run((path) => location.pathname === path, next);
  });
}

/** Changes text size, typeface and night mode, and checks them immediately and after a reload. */
async function settings({ go, click, see, driver }: Visitor, memory: Memory): Promise<void> {
  const { id, chapters } = bookOf(memory);
  const address = paths.reader(id, chapters[0]?.id ?? 0);
  await go(address);
  await driver.press('Shift');
  await see('[data-reader-part][data-current]');
  const before = await driver.run(lookOfText);
  await click('[data-reader-text] p:nth-of-type(2)');
  await click('.reader-bar button[aria-pressed]');
  await click('.reader-bar button', 'Text');
  for (const _step of [1, 2]) await click('.reader-type .reader-stepper button:last-of-type');
  await click('.reader-choice-face label[data-value=sans]');
  await driver.press('Escape');
  await until('the settings are not applied', async () => {
    const { size, face, background } = await driver.run(lookOfText);
    return size > before.size && face !== before.face && background !== before.background;
  });
  const after = await driver.run(lookOfText);
  await go(address);
  await until('the settings are lost after a reload', async () => {
    const again = await driver.run(lookOfText);
    return JSON.stringify(again) === JSON.stringify(after);
  });
}

/** Returns the typeface and size of the chapter's text. Runs in the page. */
function lookOfText() {
  const { fontSize, fontFamily } = getComputedStyle(document.querySelector('[data-reader-text]') ?? document.body);
  const background = getComputedStyle(document.body).backgroundColor;
  return { size: Number.parseFloat(fontSize), face: fontFamily, background };
}

async function history({ go, see }: Visitor, memory: Memory): Promise<void> {
  const { title, chapters } = bookOf(memory);
  await go(paths.history());
  await see('.history li', title);
  await see('.history li', chapters[0]?.title);
}

/** Checks suggestions while typing, then opens the book from the results. */
async function search({ go, fill, see, at, click, driver }: Visitor, memory: Memory): Promise<void> {
  const { title } = bookOf(memory);
  await go(paths.search());
  await fill(SEARCH_FIELD, title.slice(0, SUGGESTED_LETTERS));
  await see('main [role=option]', title);
  await fill(SEARCH_FIELD, title);
  await driver.press('Enter');
  await at(decodeURIComponent(paths.searchResult(title)));
  await click('main h2 a[href^="/novel/"], main h3 a[href^="/novel/"]', title);
  await see('h1', title);
}

async function signUp({ go, click, fill, at, see }: Visitor, memory: Memory): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  memory.email = email;
  await go(paths.login());
  await click('.login-modes button[aria-pressed=false]');
  await fill('.login-form input[name=name]', 'Ann Reader');
  await fill('.login-form input[name=email]', email);
  await fill('.login-form input[name=password]', PASSWORD);
  await click('.login-form [type=submit]');
  await at(paths.myinfo());
  await see('.profile', email);
}

async function signIn({ go, click, fill, at, see, gate }: Visitor, memory: Memory): Promise<void> {
  const { email = '' } = memory;
  await click('.account > button');
  await at(paths.home());
  await go(paths.login());
  await fill('.login-form input[name=email]', email);
  await fill('.login-form input[name=password]', PASSWORD);
  await click('.login-form [type=submit]');
  await at(paths.myinfo());
  await see('.profile', email);
  // Requests that are aborted by the next `go` would look like errors of this step, so wait for them first.
  await until('a request of the account page is not answered', async () => gate.isIdle());
  await go(paths.myinfo());
  await see('.profile', email);
}

/** Downloads a book, reads it offline, and continues after the connection has returned. */
async function offline({ go, click, see, at, driver, gate }: Visitor, memory: Memory): Promise<void> {
  const { id, title, href, chapters } = bookOf(memory);
  await go(href);
  await driver.press('Shift');
  await until('no service worker controls the page', () =>
    driver.run(() => navigator.serviceWorker.controller !== null),
  );
  await click('.keep-button');
  await click('.keep-panel > button:has(.icon)');
  await see('.keep-panel [role=status]', 'Downloaded to this device');
  gate.cut();
  await go(paths.genres());
  await see('h1', 'You are offline');
  await click('.offline-books a', title);
  for (const { id: chapterId, title: heading } of chapters) {
    await go(paths.reader(id, chapterId));
    await see('article h1', heading);
    const text = await see('[data-reader-text]');
    if (text.length < MIN_CHAPTER_LENGTH) throw new Error(`chapter ${chapterId} has ${text.length} letters offline`);
  }
  await go(`${paths.history()}#kept`);
  await see('.kept strong', title);
  gate.restore();
  await go(paths.genres());
  await at(paths.genres());
  await see('main a[href^="/genres/"]');
}

function bookOf({ book }: Memory): Book {
  if (!book) throw new Error('the step that finds a book has failed');
  return book;
}
