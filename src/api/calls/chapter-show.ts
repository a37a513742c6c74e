import type { ChapterContent } from '#src/contract/entities/chapter.ts';
import { chapterShow } from '#src/contract/index.ts';
import { found } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import type { Store } from '../store/index.ts';
import { opening } from '../store/opening.ts';
import { chapterContent, hasBook } from '../store/reads/index.ts';
import { hasUnlocked } from '../store/visitors/unlocks.ts';

/** Words of a locked chapter that everybody may read. */
export const FREE_WORDS = 150;

export const chapterShowHandler = handle(chapterShow, ({ book_id, chapter_id }, { store, section, user }) => {
  const known = hasBook(store.catalogue, section, book_id)
    ? chapterContent(store.catalogue, book_id, chapter_id)
    : undefined;
  return { chapter: readable(found(known, 'chapter'), store, user) };
});

function readable(chapter: ChapterContent, store: Store, user: number | undefined): ChapterContent {
  if (!chapter.locked) return chapter;
  const paid = user !== undefined && hasUnlocked(store.visitors, user, chapter.book_id, chapter.id);
  return paid ? { ...chapter, locked: false } : { ...chapter, html: opening(chapter.html, FREE_WORDS) };
}
