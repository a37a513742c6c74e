import type { Page } from '@playwright/test';
import { bookChapters } from '#src/contract/calls/book.ts';
import { recommendIndex3 } from '#src/contract/calls/list.ts';
import { type FixedKind, isFixed, PAGE_KINDS, KINDS as ROUTE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import { createPaths } from '#src/routes/paths.ts';
import { ask, type Edition, factsOf } from './facts.ts';
import { novel } from './reader.ts';

export const EDITION: Edition = { brand: 'fingeread', prefix: '/fingeread_api', locale: 'en' };
export const paths = createPaths('en');

/** The first demo event is open (src/api/seed). */
const OPEN_EVENT = 1;

/** A paid chapter of a book on the home page. */
export async function lockedChapter(): Promise<{ path: string; text: string; price: number }> {
  const { items } = await ask(EDITION, recommendIndex3, {});
  for (const { id } of items.flatMap(({ books }) => books)) {
    const chapters = (await ask(EDITION, bookChapters, { book_id: id })).items;
    for (const { id: chapter, price, words } of chapters)
      if (price !== null && price < 100 && words > 250)
        return { path: paths.reader(id, chapter), text: `[data-chapter="${chapter}"] .reader-text`, price };
  }
  throw new Error('No book has a locked chapter.');
}

/** The kinds of pages that browser tests do not open, with the reason. */
export const NOT_OPENED = {
  tags: 'same component as the page of `genres`',
  allTags: 'same component as the page of `genres`',
  hotnovels: 'same component as the page of `genres`',
  keywords: 'same component as the page of `genres`',
  tag: 'same component as the page of `list`',
  category: 'same component as the page of `list`',
  letter: 'same component as the page of `list`',
  keyword: 'same component as the page of `list`',
  section: 'same component as the page of `list`',
  activeNovel: 'same component as the page of `novel`',
  badRequest: 'same component as the page of `notFound`',
  serverError: 'same component as the page of `notFound`',
  lastRead: 'redirects immediately',
  token: 'redirects immediately',
  authorFeed: 'not an HTML page',
  bookFeed: 'not an HTML page',
  sharePicture: 'not an HTML page',
  design: 'exists only on development hosts',
} as const satisfies Partial<Record<RouteKind, string>>;

/** Kinds of pages with a fixed address. Browser tests open all of them. */
type Fixed = Exclude<FixedKind, keyof typeof NOT_OPENED>;
const isOpened = (kind: RouteKind): kind is Fixed => isFixed(kind) && !(kind in NOT_OPENED);

const FIXED = Object.fromEntries(
  ROUTE_KINDS.filter(isOpened).map((kind) => [kind, async () => PAGE_KINDS[kind].address]),
) as Readonly<Record<Fixed, () => Promise<string>>>;

/**
 * The paths of the pages that browser tests open. A kind of page without a fixed address and without a path here is in
 * `NOT_OPENED`.
 */
export const KINDS = {
  ...FIXED,
  list: async () => paths.genre((await factsOf(EDITION)).genre),
  ranking: async () => paths.rankingEntry(),
  novel: async () => paths.novel((await novel()).book),
  chapter: async () => new URL((await novel()).addressOf(0)).pathname,
  'locked chapter': async () => (await lockedChapter()).path,
  author: async () => paths.author((await novel()).book.author),
  search: async () => paths.search(),
  results: async () => paths.searchResult('palm'),
  'all results': async () => paths.searchMore('palm'),
  account: async () => paths.myinfo(),
  terms: async () => paths.myinfo('teams_of_services'),
  'brand page': async () => paths.brandPage('about'),
  'help event': async () => `/invited-to-help/${OPEN_EVENT}`,
  notFound: async () => '/no-such-page',
} as const satisfies Record<string, () => Promise<string>>;
export type Kind = keyof typeof KINDS;

/**
 * Gives the account page the session it needs. The session is invalid and the upstream never responds, so that tests see
 * the page before it has loaded.
 */
export async function beVisitorOf(page: Page, kind: Kind): Promise<void> {
  if (kind !== 'account') return;
  await page.addInitScript(() => localStorage.setItem('token', 'abcdef0123456789'));
  await page.route(`**${EDITION.prefix}/v1/**`, () => undefined);
}
