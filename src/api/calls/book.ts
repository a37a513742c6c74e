import { bookBrief, bookByName, bookChapters, bookEditions, bookList, bookShow } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, requireFound } from '../http/error.ts';
import { handle } from '../http/handler.ts';
import { recordFreedChapters } from '../store/index.ts';
import {
  bookBriefs,
  bookChanges,
  bookDetail,
  chapterList,
  bookEditions as editionsOf,
  hasBook,
  offeredBooks,
  oldestBookNamed,
  removalOf,
} from '../store/reads/index.ts';
import { unlockedChapters } from '../store/visitors/purchases.ts';
import { sinceOf } from './list.ts';

export const bookShowHandler = handle(bookShow, async ({ book_id }, context) => {
  const { catalogue } = context.store;
  const book = await bookDetail(catalogue, context, book_id);
  if (!book) throw await missingBookError(context, book_id);
  return { book };
});

/** Returns the error for a book that the brand does not offer: never existed, gone, or removed for legal reasons. */
async function missingBookError({ store, section, brand }: CallContext, id: number): Promise<ApiError> {
  const removal = await removalOf(store.catalogue, { section, brand }, id);
  if (!removal) return new ApiError('NOT_FOUND', 'Book not found.');
  if (removal.reason === null) return new ApiError('GONE', 'This book was taken down.');
  return new ApiError('UNAVAILABLE_FOR_LEGAL_REASONS', removal.reason);
}

/** Requires that the brand offers a book. @throws ApiError if it does not */
export async function requireBook(context: CallContext, id: number): Promise<void> {
  if (!(await hasBook(context.store.catalogue, context, id))) throw await missingBookError(context, id);
}

/** Lists the chapters of a book. Chapters that the signed-in visitor has unlocked are not marked as locked. */
export const bookChaptersHandler = handle(bookChapters, async ({ book_id }, context) => {
  const { store, user, now } = context;
  await requireBook(context, book_id);
  const items = await chapterList(store.catalogue, book_id, now());
  const unlocked = user === undefined ? undefined : await unlockedChapters(store.visitors, user, book_id);
  if (!unlocked || unlocked.size === 0) return { items };
  return { items: items.map((chapter) => (unlocked.has(chapter.id) ? { ...chapter, locked: false } : chapter)) };
});

/** Returns the other editions of a book, in the sections of all languages. */
export const bookEditionsHandler = handle(bookEditions, async ({ book_id, chapter_id }, context) => {
  await requireBook(context, book_id);
  return { items: await editionsOf(context.store.catalogue, context.brand, book_id, chapter_id) };
});

export const bookListHandler = handle(
  bookList,
  async ({ page, page_size, since }, { store, starts, section, brand, now }) => {
    await recordFreedChapters(store, now());
    return bookChanges(store.catalogue, starts, {
      section,
      brand,
      page,
      page_size,
      since: await sinceOf(store, since),
    });
  },
);

export const bookBriefHandler = handle(bookBrief, async ({ ids }, { store: { catalogue }, brand }) => ({
  items: await bookBriefs(catalogue, await offeredBooks(catalogue, brand, [...new Set(ids.split(',').map(Number))])),
}));

export const bookByNameHandler = handle(bookByName, async ({ name, category }, context) => ({
  book_id: requireFound(await oldestBookNamed(context.store.catalogue, context, name, category), 'book'),
}));
