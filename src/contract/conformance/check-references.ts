import type { Book, BookDetail } from '../entities/book.ts';
import type { Chapter } from '../entities/chapter.ts';
import type { Banner } from '../entities/listing.ts';
import { authorHome, bookChapters, bookRankBookList, bookShow, type Result, seoBookTags } from '../index.ts';
import { MAX_PAGE_SIZE } from '../paging.ts';
import type { ProbeResponse } from './probe-client.ts';
import { problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

/** An id that no upstream uses: the largest one with 15 digits, the maximum in a query. */
export const NO_ID = 999_999_999_999_999;

type Identified = { readonly id: number };

export function checkDistinct(response: ProbeResponse, items: readonly Identified[], field: string): Problem[] {
  const ids = new Set(items.map(({ id }) => id));
  return problemUnless(
    ids.size === items.length,
    response,
    `${field} contains an id twice`,
    'Use unique ids, and list each once.',
  );
}

/** Whether a result means that a record does not exist. Other failures are reported by the case of the failed call. */
const isGone = ({ status }: Result<unknown>) => [404, 410, 451].includes(status);

type Listed = Pick<Book, 'id' | 'title'> & Partial<Pick<Book, 'brands' | 'hot'>>;

/** Checks that `book.show` returns the same book as a list. */
export async function checkBook({ client }: TestRun, response: ProbeResponse, listed: Listed): Promise<Problem[]> {
  const shown = await client.result(bookShow, { book_id: listed.id });
  const fix = 'List only books that book.show has, with the same data.';
  const missing = problemUnless(
    !isGone(shown),
    response,
    `book ${listed.id} is listed, but book.show does not have it`,
    fix,
  );
  const title = shown.data.book?.title ?? listed.title;
  const what = `book ${listed.id} is "${listed.title}" here, but "${title}" in book.show`;
  return [
    ...missing,
    ...problemUnless(title === listed.title, response, what, fix),
    ...checkBrands(response, listed, shown.data.book),
  ];
}

/**
 * Checks that a book has the same brands in a list as in `book.show`, in the order that determines the canonical site.
 */
function checkBrands(response: ProbeResponse, listed: Listed, shown: BookDetail | null): Problem[] {
  // A `BookReference` has no brands to compare.
  if (!shown || listed.hot === undefined) return [];
  const text = (brands: readonly string[] | undefined) => brands?.join() ?? 'every brand';
  const [here, there] = [text(listed.brands), text(shown.brands)];
  const what = `book ${listed.id} is offered by ${here} here, but by ${there} in book.show`;
  return problemUnless(here === there, response, what, 'Return the same brands in the same order everywhere.');
}

/** Checks that a book lists each brand once. */
export function checkDistinctBrands(response: ProbeResponse, { brands = [] }: Pick<Book, 'brands'>): Problem[] {
  const isDistinct = new Set(brands).size === brands.length;
  return problemUnless(isDistinct, response, 'book.brands contains a brand twice', 'List each brand once.');
}

/** Checks that a book's chapter fields match its chapter list. */
export async function checkChapterCount(
  { client }: TestRun,
  response: ProbeResponse,
  book: BookDetail,
): Promise<Problem[]> {
  const items = (await client.dataOf(bookChapters, { book_id: book.id }))?.items;
  if (!items) return [];
  const [first, last] = [items[0]?.id ?? null, items.at(-1)?.id ?? null];
  const is = (field: string, value: unknown, other: unknown) =>
    problemUnless(
      value === other,
      response,
      `book.${field} is ${value}, but ${other} according to book.chapters`,
      'Derive one from the other.',
    );
  return [
    ...is('chapters', book.chapters, isCountOf(items, book.chapters) ? book.chapters : items.length),
    ...is('first_chapter_id', book.first_chapter_id, first),
    ...is('last_chapter.id', book.last_chapter?.id ?? null, last),
    ...is('last_chapter.number', book.last_chapter?.number ?? null, items.at(-1)?.number ?? null),
  ];
}

/** Whether `count` is the number of chapters, with or without sections such as prefaces. */
const isCountOf = (items: readonly Chapter[], count: number) =>
  count === items.length || count === items.filter(({ kind }) => kind === 'chapter').length;

/** Checks that chapters are numbered from 1 without gaps. */
export function checkNumbers(response: ProbeResponse, chapters: readonly Chapter[]): Problem[] {
  const wrong = chapters.findIndex(({ number }, index) => number !== index + 1);
  const what = `items.${wrong}.number is ${chapters[wrong]?.number}, expected ${wrong + 1}`;
  return problemUnless(
    wrong < 0,
    response,
    what,
    'Number the chapters by their position, including sections, from 1 without gaps.',
  );
}

/** Allowed difference between the clocks of the upstream and of this machine. */
const CLOCK_SKEW_MS = 60_000;

/** Checks that no chapter is locked after the time in its `free_from`. */
export function checkFreeFrom(response: ProbeResponse, chapters: readonly Chapter[]): Problem[] {
  const latest = Date.now() - CLOCK_SKEW_MS;
  const wrong = chapters.findIndex(
    ({ locked, free_from }) => locked && free_from !== null && Date.parse(free_from) < latest,
  );
  const what = `items.${wrong} is locked, although its free_from ${chapters[wrong]?.free_from} has passed`;
  return problemUnless(wrong < 0, response, what, 'Return a chapter as free after its free_from.');
}

/** Checks that the author's list contains the book and only books by the author. */
export async function checkAuthor(
  { client }: TestRun,
  response: ProbeResponse,
  { id, author }: Book,
): Promise<Problem[]> {
  const fix = 'List every book of an author in author.home, under the author id of the book.';
  for (let page = 1; ; page += 1) {
    const result = await client.result(authorHome, { author_id: author.id, page, page_size: MAX_PAGE_SIZE });
    const { items } = result.data.books;
    if (items.some((book) => book.id === id) || (result.success === 0 && !isGone(result))) return [];
    if (items.length === 0) return problemUnless(false, response, `author.home of ${author.id} lacks book ${id}`, fix);
  }
}

/** Checks that a book has a rating if and only if its number of ratings is not 0. */
export function checkRatingCount(response: ProbeResponse, { rating, rating_count: count }: Book): Problem[] {
  const agree = count === undefined || (rating === null) === (count === 0);
  const fix =
    'Before the first rating return rating null and rating_count 0, afterwards neither; or omit rating_count.';
  return problemUnless(agree, response, `rating is ${rating}, but rating_count is ${count}`, fix);
}

/**
 * Checks that a cover below the prefix is served as a picture, both without a width and with the first of its widths.
 */
export async function checkCover({ client }: TestRun, response: ProbeResponse, { cover }: Book): Promise<Problem[]> {
  if (!cover?.url.startsWith('/')) return [];
  const urls = [cover.url, ...cover.widths.slice(0, 1).map((width) => `${cover.url}?w=${width}`)];
  const responses = await Promise.all(urls.map((url) => client.fetch(url)));
  return responses.flatMap(({ where, status, contentType }) => {
    const isPicture = status === 200 && /^image\//.test(contentType ?? '');
    const what = `the cover ${where} is answered with ${status} ${contentType ?? ''}`;
    return problemUnless(isPicture, response, what, 'Serve cover.url below the prefix, in each of its widths.');
  });
}

/** Checks that a banner's target exists. */
export async function checkTarget(run: TestRun, response: ProbeResponse, { target }: Banner): Promise<Problem[]> {
  if (target.kind === 'book') return checkBook(run, response, target.book);
  if (target.kind !== 'ranking') return [];
  const listed = await run.client.result(bookRankBookList, { type: target.type, id: target.id });
  const what = `a banner links to ranking ${target.type}/${target.id}, which bookRank.book_list does not have`;
  return problemUnless(!isGone(listed), response, what, 'Link banners to existing targets.');
}

/**
 * Checks that `seo.book_tags` contains all tags of a genre. Skips the check if `seo.book_tags` has more than one page.
 */
export async function checkGenreTags(
  { client }: TestRun,
  response: ProbeResponse,
  tags: readonly Identified[],
): Promise<Problem[]> {
  const all = await client.dataOf(seoBookTags, { page_size: MAX_PAGE_SIZE });
  if (!all || all.total > MAX_PAGE_SIZE) return [];
  const tagIds = new Set(all.items.map(({ id }) => id));
  const unknown = tags.find(({ id }) => !tagIds.has(id));
  const what = `tag ${unknown?.id} of a genre is not in seo.book_tags`;
  return problemUnless(unknown === undefined, response, what, 'List every tag in seo.book_tags.');
}
