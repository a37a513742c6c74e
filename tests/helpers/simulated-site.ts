/**
 * An in-memory site for tests of the publish guard: a catalogue, the pages of its release, and the facts about them
 * that the guard uses. Pages have realistic sizes: a layout and an entry per book.
 */

import {
  CANONICAL,
  type ChangedPage,
  OTHER_BRAND,
  type PageFacts,
  type SectionTotals,
} from '#src/publish/release/index.ts';
import type { ContentFacts } from '#src/publish/verify/publish-guard/content-facts.ts';
import type { GuardedRelease } from '#src/publish/verify/publish-guard/guard.ts';
import { sumUpChanges } from '#src/publish/verify/publish-guard/page-changes.ts';
import { REQUIRED_FILES, requiredPaths } from '#src/publish/verify/publish-guard/required-pages.ts';
import { createPaths } from '#src/routes/paths.ts';

export interface SimulatedBook {
  readonly id: number;
  readonly title: string;
  readonly genres: readonly number[];
  readonly tags: readonly number[];
  readonly keywords: readonly number[];
  readonly category: string;
}

export interface SimulatedList {
  readonly id: number;
  readonly name: string;
  /** Ids of the list's books. Genres do not use this field, because books refer to their genre. */
  readonly books: readonly number[];
}

export interface SimulatedSite {
  readonly books: readonly SimulatedBook[];
  readonly genres: readonly SimulatedList[];
  readonly rankings: readonly SimulatedList[];
  readonly shelves: readonly SimulatedList[];
  readonly banners: number;
  /** Number of books with prerendered pages. */
  readonly prerendered: number;
  /** Size of a page without books, in bytes. */
  readonly layoutBytes: number;
  readonly bookBytes: number;
  /** A text in all titles, which depends on the brand and the version of the code. */
  readonly suffix: string;
}

export interface SimulatedPage extends PageFacts {
  readonly path: string;
  readonly bytes: number;
  /** A text that distinguishes pages. */
  readonly content: string;
}

const PAGE_SIZE = 20;

/** Book `id` of a catalogue; the same id always gives the same book. */
export const simulatedBook = (id: number): SimulatedBook => ({
  id,
  title: `${String.fromCharCode(65 + (id % 26))}tale ${id}`,
  genres: [1 + (id % 8)],
  tags: [1 + (id % 40), 41 + (id % 23)],
  keywords: [1 + (id % 60), 61 + (id % 35)],
  category: ['Romance', 'Mystery', 'Fantasy', 'History'][id % 4] ?? '',
});

export function simulatedSite(count: number): SimulatedSite {
  const books = Array.from({ length: count }, (_, id) => simulatedBook(id + 1));
  const some = (from: number, to: number) => books.slice(from, to).map(({ id }) => id);
  const genres = Math.min(8, Math.max(2, Math.floor(count / 6)));
  return {
    books,
    genres: Array.from({ length: genres }, (_, index) => ({ id: index + 1, name: `Genre ${index + 1}`, books: [] })),
    rankings: [
      { id: 1, name: 'This week', books: some(0, 400) },
      { id: 2, name: 'This month', books: some(3, 60) },
      { id: 3, name: 'New', books: some(Math.floor(count / 2), count) },
    ],
    shelves: [1, 2, 3, 4].map((id) => ({ id, name: `Shelf ${id}`, books: some(id * 2, id * 2 + 20) })),
    banners: 3,
    prerendered: Math.min(count, 60),
    layoutBytes: 9_000,
    bookBytes: 900,
    suffix: ' | Simulated',
  };
}

/** A list: its section, its name, the titles of its books, and a function that returns the path of each page. */
type Listing = readonly [section: string, name: string, titles: readonly string[], href: (page: number) => string];

function pagesOf(site: SimulatedSite): ReadonlyMap<string, SimulatedPage> {
  const { books, layoutBytes, bookBytes, suffix } = site;
  const pages = new Map<string, SimulatedPage>();
  const paths = createPaths('en');
  const add = (path: string, section: string, name: string, titles: readonly string[] = []) => {
    const bytes = layoutBytes + titles.length * bookBytes + titles.join('').length;
    const content = `${layoutBytes} ${bookBytes} ${name}${suffix} ${titles.join('\n')}`;
    // The title of a book may contain the name of another brand.
    const otherBrand = name.includes('Joyfic') ? OTHER_BRAND.inContent : OTHER_BRAND.none;
    const facts = { title: textHash(name + suffix), noindex: 0, canonical: CANONICAL.own, otherBrand };
    pages.set(path, { path, section, ...facts, bytes, content });
  };
  for (const [section, name, titles, href] of listingsOf(site))
    for (let page = 1; (page - 1) * PAGE_SIZE < titles.length; page += 1)
      add(href(page), section, `${name} ${page}`, titles.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
  const names = (lists: readonly SimulatedList[]) => lists.map(({ name }) => name);
  const shelved = site.shelves.flatMap((shelf) => [shelf.name, ...titlesOf(site, shelf.books).slice(0, 10)]);
  add('/', 'home', 'Home', [...Array.from({ length: site.banners }, String), ...shelved, ...names(site.genres)]);
  add('/genres', 'genres', 'Genres', names(site.genres));
  add('/tags', 'tags', 'Tags', usedOf(books, 'tags').map(String));
  add(
    '/hotnovels',
    'hotnovels',
    'Letters',
    books.slice(0, 100).map(({ title }) => title),
  );
  add('/keywords', 'keywords', 'Keywords', usedOf(books, 'keywords').map(String));
  for (const [path, section] of Object.entries(FIXED)) add(path, section, section);
  for (const { id, title, category } of books.slice(0, site.prerendered)) {
    add(paths.novel({ id, title, category: { name: category } }), 'novel', title);
    add(paths.reader(id, id * 10), 'reader', `Chapter of ${title}`);
  }
  return pages;
}

const FIXED: Readonly<Record<string, string>> = {
  '/login': 'login',
  '/history': 'history',
  '/notebook': 'notebook',
  '/myinfo': 'myinfo',
  '/myinfo/privacyPolicy': 'myinfo',
  '/myinfo/voucherHistory': 'myinfo',
  '/ads': 'ads',
  '/becomeOurTranslator': 'translator',
  '/book-reader': 'lastRead',
  '/offline': 'offline',
  '/404': 'notFound',
  '/400': 'badRequest',
  '/500': 'serverError',
};

function* listingsOf(site: SimulatedSite): Iterable<Listing> {
  const { books, genres, rankings, shelves } = site;
  const paths = createPaths('en');
  const titlesWhere = (isMatch: (book: SimulatedBook) => boolean) => books.filter(isMatch).map(({ title }) => title);
  for (const genre of genres) {
    const titles = titlesWhere((book) => book.genres.includes(genre.id));
    yield ['genre', genre.name, titles, (page) => paths.genre(genre, page)];
  }
  for (const field of ['tags', 'keywords'] as const)
    for (const id of usedOf(books, field)) {
      const named = { id, name: `${field} ${id}` };
      const titles = titlesWhere((book) => book[field].includes(id));
      yield field === 'tags'
        ? ['tag', named.name, titles, (page) => paths.tag(named, page)]
        : ['keyword', named.name, titles, (page) => paths.keyword(named, page)];
    }
  for (const name of new Set(books.map(({ category }) => category)))
    yield ['category', name, titlesWhere((book) => book.category === name), (page) => paths.category(name, null, page)];
  for (const letter of new Set(books.map(({ title }) => title.charAt(0))))
    yield [
      'letter',
      letter,
      titlesWhere((book) => book.title.startsWith(letter)),
      (page) => paths.letter(letter, page),
    ];
  for (const ranking of rankings)
    yield ['ranking', ranking.name, titlesOf(site, ranking.books), (page) => paths.ranking('hot', ranking.id, page)];
  for (const shelf of shelves)
    yield ['section', shelf.name, titlesOf(site, shelf.books), (page) => paths.section(shelf, page)];
}

const usedOf = (books: readonly SimulatedBook[], field: 'tags' | 'keywords') =>
  [...new Set(books.flatMap((book) => book[field]))].sort((one, other) => one - other);

function titlesOf({ books }: SimulatedSite, ids: readonly number[]): string[] {
  const byId = new Map(books.map((book) => [book.id, book.title]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function contentOfSite(site: SimulatedSite): ContentFacts {
  const counted = (lists: readonly SimulatedList[], count: (list: SimulatedList) => number) =>
    Object.fromEntries(lists.map((list) => [String(list.id), { name: list.name, books: count(list) }]));
  const ofBooks = ({ books }: SimulatedList) => titlesOf(site, books).length;
  return {
    books: site.books.length,
    banners: site.banners,
    genres: counted(site.genres, ({ id }) => site.books.filter(({ genres }) => genres.includes(id)).length),
    rankings: counted(site.rankings, ofBooks),
    shelves: counted(site.shelves, ofBooks),
  };
}

/** A release: the data it is built from, and its pages. */
export interface SimulatedRelease {
  readonly content: ContentFacts;
  readonly pages: ReadonlyMap<string, SimulatedPage>;
  readonly files: readonly string[];
  /** A key that changes with the code and the brand. */
  readonly build: string;
}

export const releaseOf = (site: SimulatedSite): SimulatedRelease => ({
  content: contentOfSite(site),
  pages: pagesOf(site),
  files: REQUIRED_FILES,
  build: `${site.layoutBytes} ${site.suffix}`,
});

/** The publish guard's input for a new release and the live release. */
export function guarded(live: SimulatedRelease | undefined, now: SimulatedRelease): GuardedRelease {
  const isOtherSite = live?.build !== now.build;
  const liveSections = live && totalsOf(live);
  return {
    locales: ['en'],
    live: { content: live && { en: live.content }, sections: liveSections },
    now: { content: { en: now.content }, sections: totalsOf(now) },
    changes: sumUpChanges(changedPages(live, now)),
    required: [
      ...requiredPaths(['en']).map((path) => ({
        path,
        bytes: now.pages.get(path)?.bytes,
        liveBytes: live?.pages.get(path)?.bytes,
      })),
      ...REQUIRED_FILES.map((path) => ({
        path,
        bytes: now.files.includes(path) ? 1 : undefined,
        liveBytes: undefined,
      })),
    ],
    isOtherSite,
    titles: live && isOtherSite ? { live: titleCounts(live), now: titleCounts(now) } : undefined,
  };
}

function* changedPages(live: SimulatedRelease | undefined, now: SimulatedRelease): Iterable<ChangedPage> {
  for (const page of now.pages.values()) {
    const before = live?.pages.get(page.path);
    if (before && isSame(before, page)) continue;
    yield { ...page, live: before && { ...before, hasSameTitle: before.title === page.title } };
  }
}

const isSame = (one: SimulatedPage, other: SimulatedPage) =>
  one.content === other.content &&
  one.bytes === other.bytes &&
  one.title === other.title &&
  one.noindex === other.noindex &&
  one.canonical === other.canonical &&
  one.otherBrand === other.otherBrand;

const bySection = ({ pages }: SimulatedRelease) => Map.groupBy(pages.values(), ({ section }) => section);

function totalsOf(release: SimulatedRelease): Readonly<Record<string, SectionTotals>> {
  const totals = (pages: readonly SimulatedPage[]): SectionTotals => {
    const sizes = pages.map(({ bytes }) => bytes).sort((one, other) => one - other);
    const naming = (how: keyof typeof OTHER_BRAND) =>
      pages.filter(({ otherBrand }) => otherBrand === OTHER_BRAND[how]).length;
    return {
      pages: pages.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      medianBytes: sizes[sizes.length >> 1] ?? 0,
      inContent: naming('inContent'),
      inText: naming('inText'),
      asSite: naming('asSite'),
    };
  };
  return Object.fromEntries(Array.from(bySection(release), ([section, pages]) => [section, totals(pages)]));
}

const titleCounts = (release: SimulatedRelease): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Array.from(bySection(release), ([section, pages]) => [section, new Set(pages.map(({ title }) => title)).size]),
  );

/** Returns a numeric hash of a text. */
function textHash(text: string): number {
  let sum = 7;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) % 2 ** 40;
  return sum;
}
