import type { Page } from '@playwright/test';
import { type FixedKind, isFixed, KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import type { Screen } from './screen.ts';

/** A word that many books match, and a word that no book matches. */
const WORDS = { many: 'the', none: 'xqzwv' } as const;

/** The kinds of pages without a screen, with the reason. */
export const WITHOUT_SCREEN = {
  lastRead: 'redirects immediately',
  token: 'redirects immediately',
  authorFeed: 'not an HTML page',
  bookFeed: 'not an HTML page',
  sharePicture: 'not an HTML page',
} as const satisfies Partial<Record<RouteKind, string>>;

/** Screens of pages whose addresses have parameters, and of pages in several states. */
const SCREENS_OF_STATES: readonly Screen[] = [
  { name: 'home', path: ({ paths }) => paths.home(), everywhere: true },
  { name: 'home-continue', path: ({ paths }) => paths.home(), visitor: 'reader' },
  { name: 'home-foot', path: ({ paths }) => paths.home(), act: scrollToFoot },
  { name: 'genre', path: ({ paths, genre }) => paths.genre(genre) },
  { name: 'tag', path: ({ paths, tag }) => paths.tag(tag) },
  { name: 'all-tags', path: ({ paths, genre }) => paths.allTags(genre) },
  { name: 'category', path: ({ paths, category }) => paths.category(category.name) },
  { name: 'category-part', path: ({ paths, category }) => paths.category(category.name, category.sub) },
  { name: 'category-filtered', path: ({ paths, category }) => `${paths.category(category.name)}?status=finished` },
  { name: 'letter', path: ({ paths, book }) => paths.letter(letterOf(book.title)) },
  { name: 'keywords', path: ({ paths }) => paths.keywords() },
  { name: 'keyword', path: ({ paths, keyword }) => paths.keyword(keyword) },
  { name: 'ranking', path: ({ paths, ranking }) => paths.ranking(ranking.type, ranking.id) },
  { name: 'section', path: ({ paths, shelf }) => paths.section(shelf) },
  { name: 'author', path: ({ paths, author }) => paths.author(author) },

  { name: 'novel', path: ({ paths, book }) => paths.novel(book), everywhere: true },
  { name: 'novel-reading', path: ({ paths, book }) => paths.novel(book), visitor: 'reader' },
  { name: 'novel-uncovered', path: ({ paths, uncovered }) => paths.novel(uncovered) },
  { name: 'novel-chapters', path: ({ paths, book }) => paths.novel(book), act: (page) => scrollTo(page, '#chapters') },
  { name: 'active-novel', path: ({ paths, help }) => paths.activeNovel(help.open.book) },
  { name: 'reader', path: ({ paths, book, chapters }) => paths.reader(book.id, chapters[0]?.id ?? 1) },
  {
    name: 'reader-controls',
    path: ({ paths, book, chapters }) => paths.reader(book.id, chapters[1]?.id ?? 1),
    act: tapMiddle,
  },
  { name: 'reader-locked', path: ({ paths, locked }) => paths.reader(locked.book, locked.chapter) },
  { name: 'help-open', path: ({ paths, help: { open } }) => paths.help(open.book.id, open.id) },
  { name: 'help-success', path: ({ paths, help: { success } }) => paths.help(success.book.id, success.id) },
  { name: 'help-expired', path: ({ paths, help: { expired } }) => paths.help(expired.book.id, expired.id) },

  { name: 'search', path: ({ paths }) => paths.search(), visitor: 'reader' },
  { name: 'search-typing', path: ({ paths }) => paths.search(), act: typeWord },
  { name: 'search-results', path: ({ paths }) => paths.searchResult(WORDS.many) },
  { name: 'search-typo', path: ({ paths, book }) => paths.searchResult(misspelt(book.title)) },
  { name: 'search-nothing', path: ({ paths }) => paths.searchResult(WORDS.none) },
  { name: 'search-more', path: ({ paths }) => `${paths.searchMore(WORDS.many)}?group=books` },

  { name: 'brand-page', path: ({ paths }) => paths.brandPage('about') },
  { name: 'ads', path: () => '/ads?utm_source=screens' },
  { name: 'login-signed-in', path: ({ paths }) => paths.login(), visitor: 'signed-in' },
  { name: 'history', path: ({ paths }) => paths.history(), visitor: 'reader' },
  { name: 'history-empty', path: ({ paths }) => paths.history() },
  { name: 'myinfo', path: ({ paths }) => paths.myinfo(), visitor: 'signed-in' },
  { name: 'myinfo-locked', path: ({ paths }) => paths.myinfo('myLocked'), visitor: 'signed-in' },
  { name: 'myinfo-recharges', path: ({ paths }) => paths.myinfo('rechargeList'), visitor: 'signed-in' },
  { name: 'myinfo-vouchers', path: ({ paths }) => paths.myinfo('voucherHistory'), visitor: 'signed-in' },
  { name: 'myinfo-privacy', path: ({ paths }) => paths.myinfo('privacyPolicy') },
  { name: 'myinfo-terms', path: ({ paths }) => paths.myinfo('teams_of_services') },

  { name: '404', path: () => '/no-such-page', status: 404, everywhere: true },
  { name: '400', path: ({ paths }) => paths.badRequest(), status: 400 },
  { name: '500', path: ({ paths }) => paths.searchResult(WORDS.many), status: 503, upstream: 'gone' },
];

/** Kinds whose screen has the name of the response's status. */
const WITH_STATUS: readonly RouteKind[] = ['notFound', 'badRequest', 'serverError'];

const hasBuilder = (kind: RouteKind): kind is Exclude<FixedKind, keyof typeof WITHOUT_SCREEN> =>
  isFixed(kind) && !(kind in WITHOUT_SCREEN);

/** One screen per page with a fixed address that has no screen of its own. */
const SCREENS_OF_KINDS = KINDS.filter(hasBuilder)
  .filter((kind) => !WITH_STATUS.includes(kind) && SCREENS_OF_STATES.every(({ name }) => name !== kind))
  .map((kind): Screen => ({ name: kind, path: ({ paths }) => paths[kind]() }));

/** All screens of the site. */
export const SCREENS: readonly Screen[] = [...SCREENS_OF_STATES, ...SCREENS_OF_KINDS];

/** Returns a misspelt title: swaps two letters in the middle. */
function misspelt(title: string): string {
  const middle = Math.floor(title.length / 2);
  const [one = '', other = ''] = title.slice(middle, middle + 2);
  return title.slice(0, middle) + other + one + title.slice(middle + 2);
}

const letterOf = (title: string) => (/^[a-z]/i.test(title) ? title.slice(0, 1).toUpperCase() : '0');

async function scrollToFoot(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
}

async function scrollTo(page: Page, selector: string): Promise<void> {
  const place = page.locator(selector).first();
  if ((await place.count()) > 0) await place.evaluate((element) => element.scrollIntoView());
}

/** Taps the middle of the text, which shows the reader's bars. */
async function tapMiddle(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 390, height: 844 };
  await page.waitForTimeout(500);
  await page.mouse.click(width / 2, height / 2);
  await page.waitForTimeout(300);
}

async function typeWord(page: Page): Promise<void> {
  const suggested = page.waitForResponse((response) => response.url().includes('/v1/search.suggest'));
  await page.locator('main input[name="q"]').pressSequentially('the');
  await suggested;
  await page.waitForTimeout(200);
}
