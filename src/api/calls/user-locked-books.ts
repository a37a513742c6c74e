import { userLockedBooks } from '#src/contract/index.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { booksByIds, pricedChapters } from '../store/reads/index.ts';
import { unlockedBooks } from '../store/visitors/purchases.ts';

/** Books of every section; one that was taken down since is left out. */
export const userLockedBooksHandler = handle(userLockedBooks, ({ page, page_size }, context) => {
  const { catalogue, visitors } = context.store;
  const unlocked = new Map(unlockedBooks(visitors, visitorOf(context)).map(({ book, chapters }) => [book, chapters]));
  const books = booksByIds(catalogue, [...unlocked.keys()]);
  const items = books.slice((page - 1) * page_size, page * page_size).map((book) => {
    const mine = unlocked.get(book.id) ?? 0;
    const locked = Math.max(0, pricedChapters(catalogue, book.id) - mine);
    return { book, unlocked_chapters: mine, locked_chapters: locked };
  });
  return { items, page, page_size, total: books.length };
});
