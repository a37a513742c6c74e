import type { Book } from '#src/contract/entities/book.ts';
import { bookList } from '#src/contract/index.ts';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createChangeFeed, pullWhole } from './change-feed.ts';
import { createPull, type UpstreamCaller } from './pull.ts';

export type BooksById = ReadonlyMap<number, Book>;

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
  const feed = createChangeFeed<Book>(pull, bookList);
  if (!(await feed.changes(since)) || pull.lacks(bookList)) return undefined;
  const books = new Map<number, Book>();
  await pullWhole(feed, mapSink(books), { since });
  return books;
}

const mapSink = (books: Map<number, Book>) => ({
  clear: () => books.clear(),
  put: (book: Book) => void books.set(book.id, book),
  remove: (id: number) => void books.delete(id),
});
