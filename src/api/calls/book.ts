import { bookBrief, bookByName, bookChapters, bookList, bookShow } from '#src/contract/index.ts';
import { ApiError, found } from '../http/error.ts';
import { handle } from '../http/handler.ts';
import { recordFreedChapters } from '../store/index.ts';
import {
  bookBriefs,
  bookChanges,
  bookDetail,
  chapterList,
  hasBook,
  offeredBooks,
  oldestBookNamed,
  wasRemoved,
} from '../store/reads/index.ts';
import { unlockedChapters } from '../store/visitors/purchases.ts';
import { sinceOf } from './list.ts';

export const bookShowHandler = handle(bookShow, ({ book_id }, context) => {
  const { catalogue } = context.store;
  const book = bookDetail(catalogue, context, book_id);
  if (!book && wasRemoved(catalogue, context, book_id)) throw new ApiError('GONE', 'This book was taken down.');
  return { book: found(book, 'book') };
});

/** What a signed-in visitor has unlocked is not locked to them. */
export const bookChaptersHandler = handle(bookChapters, ({ book_id }, context) => {
  const { store, user, now } = context;
  if (!hasBook(store.catalogue, context, book_id)) throw new ApiError('NOT_FOUND', 'There is no such book.');
  const items = chapterList(store.catalogue, book_id, now());
  const mine = user === undefined ? undefined : unlockedChapters(store.visitors, user, book_id);
  if (!mine || mine.size === 0) return { items };
  return { items: items.map((chapter) => (mine.has(chapter.id) ? { ...chapter, locked: false } : chapter)) };
});

export const bookListHandler = handle(
  bookList,
  ({ page, page_size, since }, { store, starts, section, brand, now }) => {
    recordFreedChapters(store, now());
    return bookChanges(store.catalogue, starts, { section, brand, page, page_size, since: sinceOf(store, since) });
  },
);

export const bookBriefHandler = handle(bookBrief, ({ ids }, { store: { catalogue }, brand }) => ({
  items: bookBriefs(catalogue, offeredBooks(catalogue, brand, [...new Set(ids.split(',').map(Number))])),
}));

export const bookByNameHandler = handle(bookByName, ({ name, category }, context) => ({
  book_id: found(oldestBookNamed(context.store.catalogue, context, name, category), 'book'),
}));
