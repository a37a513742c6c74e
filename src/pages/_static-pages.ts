import { bookChapters, bookEditions, bookShow } from '#src/contract/calls/book.ts';
import { chapterShow } from '#src/contract/calls/chapter.ts';
import { authorHome, seoKeywordsPage, tagBooks } from '#src/contract/calls/list.ts';
import type { AnyCall } from '#src/contract/index.ts';
import { SITE_FEED_FORMATS } from '#src/routes/paths.ts';
import { pageCount } from '#src/shell/page/pagination.ts';
import type { Source, Upstream } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';

/** Paths of all novel pages. */
export function* novelPaths(source: Source, { paths }: Site): Iterable<string> {
  for (const book of source.bookDates()) yield paths.novel(book);
}

/** Paths of all chapters. */
export function* chapterPaths(source: Source, { paths }: Site): Iterable<string> {
  for (const { bookId, id } of source.chapterDates()) yield paths.reader(bookId, id);
}

/** Paths of all pages of all authors. */
export function* authorPaths(source: Source, { paths }: Site): Iterable<string> {
  for (const { author, books } of authorsOf(source).values())
    for (let page = 1; page <= pageCount(books); page += 1) yield paths.author(author, page);
}

/** Paths of the feeds of all authors and books. */
export function* feedPaths(source: Source, { paths }: Site): Iterable<string> {
  for (const id of authorsOf(source).keys())
    for (const format of SITE_FEED_FORMATS) yield `${paths.authorFeed(id)}.${format}`;
  for (const { id } of source.bookDates())
    for (const format of ['rss', 'atom']) yield `${paths.bookFeed(id)}.${format}`;
}

/** The calls whose results are in the files of a static site. */
const READS: readonly AnyCall[] = [
  bookShow,
  bookChapters,
  bookEditions,
  chapterShow,
  authorHome,
  tagBooks,
  seoKeywordsPage,
];

/** An upstream that lacks all other calls, so that pages do not offer what needs a server. */
export const onlyReads = (upstream: Upstream): Upstream => ({
  call: async (call, params, content) =>
    READS.includes(call)
      ? upstream.call(call, params, content)
      : { success: 0, data: call.empty, errors: [], status: 404 },
  lacks: (call) => !READS.includes(call) || upstream.lacks(call),
});

/** The authors of the section, by id, with the number of their books. */
function authorsOf(source: Source) {
  const authors = new Map<number, { author: { id: number; name: string }; books: number }>();
  for (const { author } of source.bookDates()) {
    const entry = authors.get(author.id) ?? { author, books: 0 };
    authors.set(author.id, { ...entry, books: entry.books + 1 });
  }
  return authors;
}
