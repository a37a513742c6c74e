import { bookChapters } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { chapterList, hasBook } from '../store/reads/index.ts';
import { unlockedChapters } from '../store/visitors/unlocks.ts';

/** What a signed-in visitor has unlocked is not locked to them. */
export const bookChaptersHandler = handle(bookChapters, ({ book_id }, { store, section, user }) => {
  if (!hasBook(store.catalogue, section, book_id)) throw new ApiFault('NOT_FOUND', 'There is no such book.');
  const items = chapterList(store.catalogue, book_id);
  const mine = user === undefined ? undefined : unlockedChapters(store.visitors, user, book_id);
  if (!mine || mine.size === 0) return { items };
  return { items: items.map((chapter) => (mine.has(chapter.id) ? { ...chapter, locked: false } : chapter)) };
});
