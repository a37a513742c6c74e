import { bookBrief, bookByName, bookChapters, bookList, bookShow } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
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
  removalOf,
} from '../store/reads/index.ts';
import { unlockedChapters } from '../store/visitors/purchases.ts';
import { sinceOf } from './list.ts';

export const bookShowHandler = handle(bookShow, ({ book_id }, context) => {
  const { catalogue } = context.store;
  const book = bookDetail(catalogue, context, book_id);
  if (!book) throw absent(context, book_id);
  return { book };
});

/** Why the brand does not have the book. */
function absent({ store, section, brand }: CallContext, id: number): ApiError {
  const removal = removalOf(store.catalogue, { section, brand }, id);
  if (!removal) return new ApiError('NOT_FOUND', 'There is no such book.');
  if (removal.reason === null) return new ApiError('GONE', 'This book was taken down.');
  return new ApiError('UNAVAILABLE_FOR_LEGAL_REASONS', removal.reason);
}

/** @throws ApiError where the brand does not offer the book */
export function requireBook(context: CallContext, id: number): void {
  if (!hasBook(context.store.catalogue, context, id)) throw absent(context, id);
}

/** What a signed-in visitor has unlocked is not locked to them. */
export const bookChaptersHandler = handle(bookChapters, ({ book_id }, context) => {
  const { store, user, now } = context;
  requireBook(context, book_id);
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
