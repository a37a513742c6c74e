import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Banner } from '#src/contract/entities/listing.ts';
import { authorHome, bookChapters, bookRankBookList, bookShow, type Result, seoBookTags } from '#src/contract/index.ts';
import { MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import type { Asked } from './asker.ts';
import { expects } from './faults.ts';
import type { Fault, Run } from './types.ts';

/** An id that no upstream has reached; a number in a query has at most 15 digits. */
export const NO_ID = 999_999_999_999_999;

type Identified = { readonly id: number };

export function distinctFaults(asked: Asked, items: readonly Identified[], field: string): Fault[] {
  const ids = new Set(items.map(({ id }) => id));
  return expects(
    ids.size === items.length,
    asked,
    `${field} holds an id twice`,
    'Give each its own id, and list it once.',
  );
}

/** Whether a result says that a thing is not there; a call that is broken is told of by its own report. */
const isGone = ({ status }: Result<unknown>) => status === 404 || status === 410;

/** A book of a list is the same book by its own call. */
export async function bookFaults(
  { asker }: Run,
  asked: Asked,
  listed: Identified & { readonly title: string },
): Promise<Fault[]> {
  const shown = await asker.result(bookShow, { book_id: listed.id });
  const mend = 'List only books that book.show knows, as it knows them.';
  const missing = expects(!isGone(shown), asked, `book ${listed.id} is listed, and book.show does not have it`, mend);
  const title = shown.data.book?.title ?? listed.title;
  const what = `book ${listed.id} is "${listed.title}" here, and "${title}" by book.show`;
  return [...missing, ...expects(title === listed.title, asked, what, mend)];
}

/** What a book says of its chapters is what its chapter list says. */
export async function chapterCountFaults({ asker }: Run, asked: Asked, book: BookDetail): Promise<Fault[]> {
  const items = (await asker.dataOf(bookChapters, { book_id: book.id }))?.items;
  if (!items) return [];
  const [first, last] = [items[0]?.id ?? null, items.at(-1)?.id ?? null];
  const is = (field: string, value: unknown, other: unknown) =>
    expects(
      value === other,
      asked,
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
export function numberFaults(asked: Asked, chapters: readonly Chapter[]): Fault[] {
  const wrong = chapters.findIndex(({ number }, index) => number !== index + 1);
  const what = `items.${wrong}.number is ${chapters[wrong]?.number}, expected ${wrong + 1}`;
  return expects(
    wrong < 0,
    asked,
    what,
    'Number the chapters by their places, sections included, from 1 without gaps.',
  );
}

/** The author's own list has the book, and nothing by others. */
export async function authorFaults({ asker }: Run, asked: Asked, { id, author }: Book): Promise<Fault[]> {
  const mend = 'List every book of an author in author.home, under the id that the book names.';
  for (let page = 1; ; page += 1) {
    const result = await asker.result(authorHome, { author_id: author.id, page, page_size: MAX_PAGE_SIZE });
    const { items } = result.data.books;
    if (items.some((book) => book.id === id) || (result.success === 0 && !isGone(result))) return [];
    if (items.length === 0) return expects(false, asked, `author.home of ${author.id} lacks book ${id}`, mend);
  }
}

/** Covers below the prefix are pictures, in every width they name. */
export async function coverFaults({ asker }: Run, asked: Asked, { cover }: Book): Promise<Fault[]> {
  if (!cover?.url.startsWith('/')) return [];
  const urls = [cover.url, ...cover.widths.slice(0, 1).map((width) => `${cover.url}?w=${width}`)];
  const answers = await Promise.all(urls.map((url) => asker.fetch(url)));
  return answers.flatMap(({ where, status, contentType }) => {
    const isPicture = status === 200 && /^image\//.test(contentType ?? '');
    const what = `the cover ${where} is answered by ${status} ${contentType ?? ''}`;
    return expects(isPicture, asked, what, 'Serve what cover.url names below the prefix, in each of its widths.');
  });
}

/** Targets within the catalogue exist. */
export async function targetFaults(run: Run, asked: Asked, { target }: Banner): Promise<Fault[]> {
  if (target.kind === 'book') return bookFaults(run, asked, target.book);
  if (target.kind !== 'ranking') return [];
  const listed = await run.asker.result(bookRankBookList, { type: target.type, id: target.id });
  const what = `a banner leads to ranking ${target.type}/${target.id}, which bookRank.book_list does not have`;
  return expects(!isGone(listed), asked, what, 'Lead banners to what is there.');
}

/** Every tag of a genre is one of all tags; judged where one page holds those. */
export async function genreTagFaults({ asker }: Run, asked: Asked, tags: readonly Identified[]): Promise<Fault[]> {
  const all = await asker.dataOf(seoBookTags, { page_size: MAX_PAGE_SIZE });
  if (!all || all.total > MAX_PAGE_SIZE) return [];
  const known = new Set(all.items.map(({ id }) => id));
  const unknown = tags.find(({ id }) => !known.has(id));
  const what = `tag ${unknown?.id} of a genre is not in seo.book_tags`;
  return expects(unknown === undefined, asked, what, 'List every tag in seo.book_tags.');
}
