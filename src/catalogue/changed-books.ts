import type { Book } from '#src/contract/entities/book.ts';
import { bookList } from '#src/contract/index.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import { createPull, type UpstreamCaller } from './pull.ts';

export type BooksById = ReadonlyMap<number, Book>;

/** The upstream does not take the cursor, or has no list of changes. */
const REFUSED = ['BAD_REQUEST', 'GONE', 'CALL_ABSENT'];

/**
 * The books of a locale's section that the upstream has changed since the cursor, by id.
 * @returns undefined where it does not know the cursor, or has no such list
 * @throws UpstreamError naming the call and the field
 */
export async function readChangedBooks(
  upstream: UpstreamCaller,
  code: LocaleCode,
  since: string,
): Promise<BooksById | undefined> {
  const pull = createPull(upstream, LOCALES[code], new AbortController());
  const page = (number: number) => ({ since, page: number, page_size: MAX_PAGE_SIZE });
  const first = await pull.unless(REFUSED, bookList, page(1));
  if (!first || pull.lacks(bookList)) return undefined;
  const books = new Map(first.items.map((book) => [book.id, book]));
  for (let number = 2; number <= Math.ceil(first.total / first.page_size); number += 1) {
    const { items } = await pull.one(bookList, page(number));
    for (const book of items) books.set(book.id, book);
  }
  return books;
}
