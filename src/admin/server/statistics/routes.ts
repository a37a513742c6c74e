import type { Answer } from '#src/admin/contract/answers.ts';
import type { BookStatistics, CountedBrand, DayFigures, StatisticsOverview } from '#src/admin/contract/statistics.ts';
import {
  bookFigures,
  chapterFigures,
  dayFigures,
  daysUntil,
  originFigures,
  wordFigures,
} from '#src/api/statistics/figures.ts';
import { dayOf } from '#src/api/statistics/types.ts';
import { chapterList, offeredBooks } from '#src/api/store/reads/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import type { AdminRequest, Route } from '../http/route.ts';

/** Days in the overview: two periods of 28 days, which are compared. */
const OVERVIEW_DAYS = 56;
const PERIOD_DAYS = 28;
const MAX_BOOKS = 100;
const MAX_ROWS = 100;

/** The statistics of brands (docs/operate/analytics.md). Brands without statistics have no address here. */
export const STATISTICS_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/statistics', act: 'statistics.read', run: list },
  { method: 'GET', path: '/statistics/:brand', act: 'statistics.read', run: overview },
  { method: 'GET', path: '/statistics/:brand/books/:book', act: 'statistics.read', run: ofBook },
];

async function countedBrands({ admin }: AdminRequest) {
  return (await admin.brands()).filter(({ statistics }) => statistics === true);
}

async function list(request: AdminRequest) {
  const data = (await countedBrands(request)).map(({ id, appName }) => ({ id, name: appName }));
  return { body: { data } satisfies Answer<readonly CountedBrand[]> };
}

/** @throws AdminError not_found for an unknown brand, or a brand without statistics */
async function brandOf(request: AdminRequest): Promise<string> {
  const brands = await countedBrands(request);
  return orNotFound(
    brands.find(({ id }) => id === request.params['brand']),
    'brand',
  ).id;
}

async function overview(request: AdminRequest) {
  const brand = await brandOf(request);
  const { store, now } = request.admin;
  const days = daysUntil(dayOf(now()), OVERVIEW_DAYS);
  const from = days[OVERVIEW_DAYS - PERIOD_DAYS] ?? '';
  const byDay = new Map((await dayFigures(store.visitors, brand, days[0] ?? '')).map((row) => [row.day, row]));
  const rows = await bookFigures(store.visitors, brand, from, MAX_BOOKS);
  const books = await offeredBooks(
    store.catalogue,
    brand,
    rows.map(({ book_id }) => book_id),
  );
  const titles = new Map(books.map(({ id, title }) => [id, title]));
  const data: StatisticsOverview = {
    days: days.map((day): DayFigures => {
      const { sign_ups: signUps = 0, ...row } = byDay.get(day) ?? {};
      return { ...NO_FIGURES, ...row, day, signUps };
    }),
    books: rows.map(({ book_id: id, ...row }) => ({ ...row, id, title: titles.get(id) ?? null })),
    words: await wordFigures(store.visitors, brand, from, MAX_ROWS),
    origins: await originFigures(store.visitors, { brand, book: 0 }, from, MAX_ROWS),
    unread: await unreadBooks(request, brand, books),
  };
  return { body: { data } satisfies Answer<StatisticsOverview> };
}

const NO_PAGES = { views: 0, devices: 0, reads: 0, readers: 0 };
const NO_FIGURES = { ...NO_PAGES, shelved: 0, unlocks: 0, searches: 0, unanswered: 0 };

type OfferedBook = Awaited<ReturnType<typeof offeredBooks>>[number];

/** The chapters of a book, with their counts of the last 28 days. */
async function chaptersOf({ admin }: AdminRequest, brand: string, { id: book }: OfferedBook) {
  const query = sql`SELECT section FROM books WHERE id = ${book}`;
  const { section } = await admin.store.catalogue.one<{ section: number }>(query);
  const periods = daysUntil(dayOf(admin.now()), PERIOD_DAYS);
  const figures = await chapterFigures(admin.store.visitors, { brand, section, book }, periods);
  const chapters = await chapterList(admin.store.catalogue, book, admin.now());
  return chapters.map(({ id, number, title }) => {
    const { views, devices, reads, readers } = figures.get(id) ?? NO_PAGES;
    return { id, number, title, views, devices, reads, readers };
  });
}

async function unreadBooks(request: AdminRequest, brand: string, books: readonly OfferedBook[]) {
  const found = await Array.fromAsync(books, async (book) => {
    const chapters = await chaptersOf(request, brand, book);
    const unread = chapters.filter(({ reads }) => reads === 0);
    const firstUnread = unread[0]?.number ?? 0;
    return { id: book.id, title: book.title, chapters: chapters.length, unread: unread.length, firstUnread };
  });
  return found
    .filter(({ unread }) => unread > 0)
    .toSorted((one, other) => other.unread - one.unread || one.id - other.id);
}

async function ofBook(request: AdminRequest) {
  const brand = await brandOf(request);
  const { params, admin } = request;
  const id = /^[1-9]\d{0,14}$/.test(params['book'] ?? '') ? Number(params['book']) : 0;
  const [book] = await offeredBooks(admin.store.catalogue, brand, [id]);
  if (!book) throw new AdminError('not_found', 'This book does not exist.');
  const chapters = await chaptersOf(request, brand, book);
  const from = daysUntil(dayOf(admin.now()), PERIOD_DAYS)[0] ?? '';
  const [first, last] = [chapters[0]?.readers ?? 0, chapters.at(-1)?.readers ?? 0];
  const data: BookStatistics = {
    id: book.id,
    title: book.title,
    chapters,
    origins: await originFigures(admin.store.visitors, { brand, book: id }, from, MAX_ROWS),
    finishRate: first === 0 ? null : last / first,
  };
  return { body: { data } satisfies Answer<BookStatistics> };
}
