import type { Book } from '#src/contract/entities/book.ts';
import { bookList } from '#src/contract/index.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { silentLog } from '#src/lib/log.ts';
import { createChangeFeed, pullFeed } from './change-feed.ts';
import { createLosses } from './losses.ts';
import { createUpstreamReader, type UpstreamClient } from './upstream-reader.ts';

export type BooksById = ReadonlyMap<number, Book>;

/**
 * Reads the books of a locale's section that have changed since the cursor.
 * @returns undefined if the upstream refuses the cursor or has no list of all books
 * @throws UpstreamError naming the call and the field
 */
export async function readChangedBooks(
  upstream: UpstreamClient,
  code: LocaleCode,
  since: string,
): Promise<BooksById | undefined> {
  const reader = createUpstreamReader(upstream, LOCALES[code], {
    abort: new AbortController(),
    // Losses are not reported here, because the next sync counts them.
    losses: createLosses(silentLog),
  });
  const feed = createChangeFeed<Book>(reader, bookList);
  if (!(await feed.changes(since)) || reader.lacks(bookList)) return undefined;
  const books = new Map<number, Book>();
  await pullFeed(feed, mapSink(books), { since });
  return books;
}

const mapSink = (books: Map<number, Book>) => ({
  clear: () => books.clear(),
  put: (book: Book) => void books.set(book.id, book),
  remove: (id: number) => void books.delete(id),
});
