import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Banner } from '#src/contract/entities/listing.ts';
import { authorHome, bookChapters, bookRankBookList, bookShow, type Result, seoBookTags } from '#src/contract/index.ts';
import { MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import type { ProbeResponse } from './probe-client.ts';
import { problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

/** An id that no upstream has reached; a number in a query has at most 15 digits. */
export const NO_ID = 999_999_999_999_999;

type Identified = { readonly id: number };

export function checkDistinct(response: ProbeResponse, items: readonly Identified[], field: string): Problem[] {
  const ids = new Set(items.map(({ id }) => id));
  return problemUnless(
    ids.size === items.length,
    response,
    `${field} holds an id twice`,
    'Give each its own id, and list it once.',
  );
}

/** Whether a result says that a thing is not there; a call that is broken is told of by its own report. */
const isGone = ({ status }: Result<unknown>) => [404, 410, 451].includes(status);

type Listed = Pick<Book, 'id' | 'title'> & Partial<Pick<Book, 'brands' | 'hot'>>;

/** A book of a list is the same book by its own call. */
export async function checkBook({ client }: TestRun, response: ProbeResponse, listed: Listed): Promise<Problem[]> {
  const shown = await client.result(bookShow, { book_id: listed.id });
  const fix = 'List only books that book.show knows, as it knows them.';
  const missing = problemUnless(
    !isGone(shown),
    response,
    `book ${listed.id} is listed, and book.show does not have it`,
    fix,
  );
  const title = shown.data.book?.title ?? listed.title;
  const what = `book ${listed.id} is "${listed.title}" here, and "${title}" by book.show`;
  return [
    ...missing,
    ...problemUnless(title === listed.title, response, what, fix),
    ...checkBrands(response, listed, shown.data.book),
  ];
}

/** A list and `book.show` name the same brands in the same order: by it each brand finds the same owner of the pages. */
function checkBrands(response: ProbeResponse, listed: Listed, shown: BookDetail | null): Problem[] {
  // References to books name no brands.
  if (!shown || listed.hot === undefined) return [];
  const text = (brands: readonly string[] | undefined) => brands?.join() ?? 'every brand';
  const [here, there] = [text(listed.brands), text(shown.brands)];
  const what = `book ${listed.id} is offered by ${here} here, and offered by ${there} by book.show`;
  return problemUnless(here === there, response, what, 'Answer the same brands in the same order everywhere.');
}

/** Each brand that offers a book stands once. */
export function checkDistinctBrands(response: ProbeResponse, { brands = [] }: Pick<Book, 'brands'>): Problem[] {
  const isDistinct = new Set(brands).size === brands.length;
  return problemUnless(isDistinct, response, 'book.brands holds one twice', 'Name each brand once.');
}

/** What a book says of its chapters is what its chapter list says. */
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
      `book.${field} is ${value}, and by book.chapters ${other}`,
      'Derive one from the other.',
    );
  return [
    ...is('chapters', book.chapters, isCountOf(items, book.chapters) ? book.chapters : items.length),
    ...is('first_chapter_id', book.first_chapter_id, first),
    ...is('last_chapter.id', book.last_chapter?.id ?? null, last),
    ...is('last_chapter.number', book.last_chapter?.number ?? null, items.at(-1)?.number ?? null),
  ];
}

/** Prefaces and the like may be left out of the count. */
const isCountOf = (items: readonly Chapter[], count: number) =>
  count === items.length || count === items.filter(({ kind }) => kind === 'chapter').length;

/** Numbers are the places in the list, 1 to n. */
export function checkNumbers(response: ProbeResponse, chapters: readonly Chapter[]): Problem[] {
  const wrong = chapters.findIndex(({ number }, index) => number !== index + 1);
  const what = `items.${wrong}.number is ${chapters[wrong]?.number}, expected ${wrong + 1}`;
  return problemUnless(
    wrong < 0,
    response,
    what,
    'Number the chapters by their places, sections included, from 1 without gaps.',
  );
}

/** How far apart the clocks of the upstream and of this machine may be. */
const CLOCK_SKEW_MS = 60_000;

/** A chapter is open to everybody from the time on that it tells. */
export function checkFreeFrom(response: ProbeResponse, chapters: readonly Chapter[]): Problem[] {
  const latest = Date.now() - CLOCK_SKEW_MS;
  const wrong = chapters.findIndex(
    ({ locked, free_from }) => locked && free_from !== null && Date.parse(free_from) < latest,
  );
  const what = `items.${wrong} is locked, and its free_from ${chapters[wrong]?.free_from} has passed`;
  return problemUnless(wrong < 0, response, what, 'Answer a chapter as free from its free_from on.');
}

/** The author's own list has the book, and nothing by others. */
export async function checkAuthor(
  { client }: TestRun,
  response: ProbeResponse,
  { id, author }: Book,
): Promise<Problem[]> {
  const fix = 'List every book of an author in author.home, under the id that the book names.';
  for (let page = 1; ; page += 1) {
    const result = await client.result(authorHome, { author_id: author.id, page, page_size: MAX_PAGE_SIZE });
    const { items } = result.data.books;
    if (items.some((book) => book.id === id) || (result.success === 0 && !isGone(result))) return [];
    if (items.length === 0) return problemUnless(false, response, `author.home of ${author.id} lacks book ${id}`, fix);
  }
}

/** A rating and the number of readers who gave it agree. */
export function checkRatingCount(response: ProbeResponse, { rating, rating_count: count }: Book): Problem[] {
  const agree = count === undefined || (rating === null) === (count === 0);
  const fix =
    'Answer rating null and rating_count 0 before the first rating, and neither after it; or leave rating_count out.';
  return problemUnless(agree, response, `rating is ${rating}, and rating_count ${count}`, fix);
}

/** Covers below the prefix are pictures, in every width they name. */
export async function checkCover({ client }: TestRun, response: ProbeResponse, { cover }: Book): Promise<Problem[]> {
  if (!cover?.url.startsWith('/')) return [];
  const urls = [cover.url, ...cover.widths.slice(0, 1).map((width) => `${cover.url}?w=${width}`)];
  const answers = await Promise.all(urls.map((url) => client.fetch(url)));
  return answers.flatMap(({ where, status, contentType }) => {
    const isPicture = status === 200 && /^image\//.test(contentType ?? '');
    const what = `the cover ${where} is answered by ${status} ${contentType ?? ''}`;
    return problemUnless(
      isPicture,
      response,
      what,
      'Serve what cover.url names below the prefix, in each of its widths.',
    );
  });
}

/** Targets within the catalogue exist. */
export async function checkTarget(run: TestRun, response: ProbeResponse, { target }: Banner): Promise<Problem[]> {
  if (target.kind === 'book') return checkBook(run, response, target.book);
  if (target.kind !== 'ranking') return [];
  const listed = await run.client.result(bookRankBookList, { type: target.type, id: target.id });
  const what = `a banner leads to ranking ${target.type}/${target.id}, which bookRank.book_list does not have`;
  return problemUnless(!isGone(listed), response, what, 'Lead banners to what is there.');
}

/** Every tag of a genre is one of all tags; checked where one page holds those. */
export async function checkGenreTags(
  { client }: TestRun,
  response: ProbeResponse,
  tags: readonly Identified[],
): Promise<Problem[]> {
  const all = await client.dataOf(seoBookTags, { page_size: MAX_PAGE_SIZE });
  if (!all || all.total > MAX_PAGE_SIZE) return [];
  const known = new Set(all.items.map(({ id }) => id));
  const unknown = tags.find(({ id }) => !known.has(id));
  const what = `tag ${unknown?.id} of a genre is not in seo.book_tags`;
  return problemUnless(unknown === undefined, response, what, 'List every tag in seo.book_tags.');
}
