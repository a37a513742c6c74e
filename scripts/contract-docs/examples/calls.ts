import * as contract from '#src/contract/index.ts';
import { DEFAULT_PAGE_SIZE, emptyPage, type Page } from '#src/contract/paging.ts';
import { LecternError } from '#src/lib/errors.ts';
import * as books from './books.ts';
import * as visitors from './visitors.ts';

/** An example of a request and of the data in its answer. */
export interface CallExample {
  readonly request: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

const EXAMPLES = new Map<string, CallExample>();

const example = <C extends contract.AnyCall>(call: C, request: contract.Params<C>, data: contract.Data<C>) =>
  EXAMPLES.set(call.name, { request, data });

/** Returns the example of a call. @throws LecternError if it has none */
export function exampleOf({ name }: contract.AnyCall): CallExample {
  const found = EXAMPLES.get(name);
  if (found) return found;
  throw new LecternError(
    'CONTRACT_DOCS',
    `The call ${name} has no example. Add it to scripts/contract-docs/examples/calls.ts.`,
  );
}

const page = <T>(...items: T[]): Page<T> => ({ items, page: 1, page_size: DEFAULT_PAGE_SIZE, total: items.length });

const { AUTHOR, BOOK, BOOK_LINK, CHAPTERS, EVENT, KEYWORD, OTHER_BOOK, OTHER_TAG, SERIES, TAG } = books;
const { ENTRY, ITEMS, SESSION, USER } = visitors;
const BOTH_BOOKS = page(BOOK, OTHER_BOOK);
const CREATED = '2026-03-01T21:20:00Z';
const KEY = 'b5f1a2c4-0d1e-4f6a-9b7c-3e2d1f0a9b8c';
const PUBLIC_KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';
const ENDPOINT = 'https://push.example.com/send/dGhpcyBpcyBh';

example(contract.authorHome, { author_id: AUTHOR.id }, { author: AUTHOR, books: BOTH_BOOKS });
example(contract.bannerIndex, {}, { items: [...books.BANNERS] });
example(contract.brandSettings, {}, { settings: books.SETTINGS });
example(contract.bookChapters, { book_id: BOOK.id }, { items: [...CHAPTERS] });
example(contract.bookShow, { book_id: BOOK.id }, { book: books.BOOK_DETAIL });
example(contract.bookRankBookList, { type: 'hot', id: 1 }, BOTH_BOOKS);
example(contract.bookRankList, {}, { items: [...books.RANKINGS] });
example(contract.eventInviteActivityHelpPage, { active_id: EVENT.id, book_id: BOOK.id }, { event: EVENT });
example(contract.recommendIndex3, {}, { items: [books.SHELF] });
example(contract.recommendTagGroupList, {}, { items: [books.GENRE] });
example(
  contract.searchMulti,
  { keyword: 'lihgthouse', group: 'books', page: 1, page_size: 20 },
  {
    books: BOTH_BOOKS,
    authors: emptyPage(),
    tags: emptyPage(),
    keywords: page(KEYWORD, SERIES),
    corrected: 'lighthouse',
  },
);
example(
  contract.seoBookTags,
  { page: 1, page_size: 200 },
  { ...page(TAG, OTHER_TAG), page_size: 200, cursor: 's1-57' },
);
example(
  contract.seoKeywordsPage,
  { page: 1, page_size: 200, since: 's1-42' },
  { ...page(SERIES), page_size: 200, cursor: 's1-57', removed: [30] },
);

example(contract.authLogin, { email: USER.email, password: 'four quiet lamps at sea' }, { session: SESSION });
example(contract.authLogout, { everywhere: false }, {});
example(
  contract.authOidcBegin,
  {},
  {
    address: 'https://id.example.com/authorize?client_id=lectern&state=f3b1c0d2e4a59687f3b1c0d2e4a59687',
    state: 'f3b1c0d2e4a59687f3b1c0d2e4a59687',
  },
);
example(
  contract.authOidcFinish,
  { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'f3b1c0d2e4a59687f3b1c0d2e4a59687', iss: 'https://id.example.com' },
  { session: SESSION },
);
example(contract.authOptions, {}, { reset: true, provider: { name: 'Example ID' } });
example(contract.authRefresh, {}, { session: { ...SESSION, token: '8m2Xw7dQnLg0Zy3bqvT1kq' } });
example(
  contract.authRegister,
  { email: USER.email, password: 'four quiet lamps at sea', name: USER.name },
  { session: SESSION },
);
example(
  contract.authReset,
  { token: 'q8m2Xw7dQnLg0Zy3bqvT1k', password: 'five quiet lamps at sea' },
  { session: SESSION },
);
example(contract.authResetRequest, { email: USER.email }, {});

example(
  contract.bookBrief,
  { ids: '12,15' },
  {
    items: [
      {
        id: BOOK.id,
        chapters: BOOK.chapters,
        last_chapter: { id: 3424, number: 24, title: books.LAST_CHAPTER.title },
        updated_at: BOOK.updated_at,
      },
    ],
  },
);
example(contract.bookByName, { name: 'The-Lighthouse-Keeper', category: 'Romance' }, { book_id: BOOK.id });
example(contract.bookEditions, { book_id: BOOK.id, chapter_id: books.LAST_CHAPTER.id }, { items: [...books.EDITIONS] });
example(
  contract.bookFigures,
  { list: 'week', limit: 20 },
  {
    items: [
      { book: BOOK, figure: 912 },
      { book: OTHER_BOOK, figure: 340 },
    ],
  },
);
example(contract.bookSimilar, { ids: '12,15', limit: 8 }, { items: [{ id: BOOK.id, books: [OTHER_BOOK] }] });
example(contract.bookTrending, { limit: 20 }, { items: [{ book: BOOK, figure: 184 }] });
example(contract.bookList, { page: 1, page_size: 200 }, { ...BOTH_BOOKS, page_size: 200, cursor: 's1-57' });
example(contract.categoryBooks, { name: 'Romance', order: 'updated' }, BOTH_BOOKS);
example(contract.categoryList, {}, { items: [books.CATEGORY] });
example(
  contract.chapterDates,
  { ids: '12,15' },
  { items: [{ id: BOOK.id, chapters: CHAPTERS.map(({ id, updated_at }) => ({ id, updated_at })) }] },
);
example(
  contract.chapterFind,
  { book_id: BOOK.id, keyword: 'lamp', from: 1 },
  {
    items: [
      {
        chapter: { id: 3401, number: 1, title: CHAPTERS[0]?.title ?? '', part: CHAPTERS[0]?.part ?? null },
        count: 1,
        snippets: [{ before: 'The ', match: 'lamp', after: ' went out at four.' }],
      },
    ],
    next: null,
  },
);
example(contract.chapterShow, { book_id: BOOK.id, chapter_id: 3401 }, { chapter: books.CHAPTER_TEXT });
example(
  contract.chapterUnlock,
  { book_id: BOOK.id, chapter_id: 3402, by: 'coins', key: KEY },
  { chapter: books.UNLOCKED_TEXT, coins: 108 },
);
example(contract.deviceRegister, { platform: 'android' }, { device_uuid: '6f1d2c3b-4a59-4687-8f3b-1c0d2e4a5968' });
example(contract.eventHelpClick, { active_id: EVENT.id }, { event: { ...EVENT, state: 'clicked', helped: 3 } });
example(contract.eventOfBook, { book_id: BOOK.id }, { event: EVENT });
example(contract.genreBooks, { genre_id: 2, status: 'updating' }, page(BOOK));
example(
  contract.historySync,
  { entries: [ENTRY], removed: [{ book_id: OTHER_BOOK.id, removed_at: '2026-02-28T19:00:00Z' }] },
  { entries: [ENTRY] },
);
example(contract.letterBooks, { letter: 'T' }, page(BOOK));
example(
  contract.librarySync,
  { since: 'c-118', items: ITEMS.slice(0, 2) },
  { items: [...ITEMS], cursor: 'c-126', more: false },
);
example(contract.pushKey, {}, { key: PUBLIC_KEY });
example(
  contract.pushSubscribe,
  { endpoint: ENDPOINT, p256dh: PUBLIC_KEY, auth: 'tBHItJI5svbpez7KI4CCXg', books: [12, 15], reader: '/book-reader' },
  { books: 2 },
);
example(contract.pushUnsubscribe, { endpoint: ENDPOINT }, { removed: true });
example(contract.recommendSectionBooks, { section_id: 3 }, BOTH_BOOKS);
example(
  contract.reportAdd,
  {
    book_id: BOOK.id,
    chapter_id: 3401,
    kind: 'text',
    passage: 'The lamp went out at for.',
    text: 'It should be “four”.',
    key: KEY,
  },
  { report: { id: 301, created_at: CREATED } },
);
example(contract.searchPopular, { limit: 3 }, { items: ['lighthouse', 'dragon', 'second chance'] });
example(
  contract.searchSuggest,
  { keyword: 'li', limit: 4 },
  {
    items: [
      { kind: 'book', book: BOOK_LINK },
      { kind: 'author', id: AUTHOR.id, name: AUTHOR.name },
      { kind: 'tag', id: 44, name: 'Library' },
      { kind: 'keyword', id: KEYWORD.id, name: KEYWORD.name },
    ],
  },
);
example(contract.searchTyped, { keyword: 'lighthouse' }, {});
example(contract.seoKeywordBooks, { keyword_id: SERIES.id }, BOTH_BOOKS);
example(
  contract.shareCreate,
  { kind: 'book', id: BOOK.id },
  { share: { token: 'wT1kq8m2Xw7dQnLg', expires_at: '2026-06-01T00:00:00Z' } },
);
example(contract.shareResolve, { token: 'wT1kq8m2Xw7dQnLg' }, { target: { kind: 'book', book: BOOK_LINK } });
example(contract.tagBooks, { tag_id: TAG.id }, BOTH_BOOKS);
example(
  contract.translatorApply,
  {
    name: 'Ada Berg',
    email: USER.email,
    native: 'en',
    languages: ['de', 'fr'],
    books: [BOOK.id],
    about: 'I have translated four novels from German, among them two love stories.',
    consent: true,
    key: KEY,
  },
  { application: { id: 17, created_at: CREATED } },
);
example(contract.userChangePassword, { current: 'four quiet lamps at sea', password: 'five quiet lamps at sea' }, {});
example(contract.userDelete, { secret: 'five quiet lamps at sea' }, {});
example(contract.userEndSession, { session_id: 7 }, {});
example(
  contract.userExport,
  {},
  {
    records: {
      account: { id: 3, email: 'ada@example.com', name: 'Ada', created_at: CREATED },
      unlocks: [{ book_id: BOOK.id, chapter_id: 3401, unlocked_at: CREATED }],
    },
  },
);
example(contract.userLockedBooks, {}, page({ book: BOOK, unlocked_chapters: 3, locked_chapters: 9 }));
example(contract.userProfile, {}, { user: USER, has_password: true, can_export: true });
example(
  contract.userRecharges,
  {},
  page({ id: 61, coins: 500, amount: '4.99 EUR', state: 'paid', created_at: CREATED }),
);
example(
  contract.userSessions,
  {},
  {
    items: [
      { id: 8, browser: 'Firefox', system: 'Android', created_at: CREATED, seen_at: CREATED, current: true },
      {
        id: 7,
        browser: 'Safari',
        system: 'macOS',
        created_at: '2026-01-05T12:00:00Z',
        seen_at: '2026-02-20T08:00:00Z',
        current: false,
      },
    ],
  },
);
example(contract.userUpdate, { name: 'Ada B.' }, { user: { ...USER, name: 'Ada B.' } });
example(
  contract.userVouchers,
  {},
  page({
    id: 5,
    name: 'Welcome',
    coins: 20,
    used_on: null,
    expires_at: '2026-04-01T00:00:00Z',
    created_at: '2026-01-05T12:00:00Z',
  }),
);
example(
  contract.visitPageView,
  {
    measurement_id: 'G-ABC123',
    path: '/novel/12/Romance/The-Lighthouse-Keeper',
    title: BOOK.title,
    referrer: 'https://example.com',
  },
  { counted: true },
);
