import { FIND_PAGE, type FoundChapter } from '#src/contract/calls/chapter.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { chapterFind } from '#src/contract/index.ts';
import { around, findText } from '#src/lib/find-text.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import type { Store } from '../store/index.ts';
import { opening } from '../store/opening.ts';
import { plainText } from '../store/plain-text.ts';
import { chapterHtml, chapterList, hasBook } from '../store/reads/index.ts';
import { unlockedChapters } from '../store/visitors/unlocks.ts';
import { FREE_WORDS } from './chapter-show.ts';

/** Units of HTML that one answer looks through: the process has other visitors too. */
const LOOKED_THROUGH = 400_000;
const SNIPPETS = 3;

export const chapterFindHandler = handle(chapterFind, ({ book_id, keyword, from }, { store, section, user }) => {
  if (!hasBook(store.catalogue, section, book_id)) throw new ApiFault('NOT_FOUND', 'There is no such book.');
  const htmlOf = readableHtml(store, book_id, user);
  const items: FoundChapter[] = [];
  let read = 0;
  for (const chapter of chapterList(store.catalogue, book_id)) {
    if (chapter.number < from) continue;
    if (items.length === FIND_PAGE || read >= LOOKED_THROUGH) return { items, next: chapter.number };
    const html = htmlOf(chapter);
    read += html.length;
    const found = findIn(chapter, plainText(html), keyword);
    if (found) items.push(found);
  }
  return { items, next: null };
});

/** What this visitor may read of a chapter of the book. */
function readableHtml({ catalogue, visitors }: Store, book: number, user: number | undefined) {
  const unlocked = user === undefined ? new Set<number>() : unlockedChapters(visitors, user, book);
  return ({ id, locked }: Chapter): string => {
    const html = chapterHtml(catalogue, id);
    return locked && !unlocked.has(id) ? opening(html, FREE_WORDS) : html;
  };
}

function findIn({ id, number, title }: Chapter, text: string, keyword: string): FoundChapter | undefined {
  const found = findText(text, keyword);
  if (found.length === 0) return undefined;
  const snippets = found.slice(0, SNIPPETS).map((place) => around(text, place));
  return { chapter: { id, number, title }, count: found.length, snippets };
}
