import { changeTime } from './clock.ts';
import { $briefs, $seen } from './local.ts';

/** Books of which it is known how many chapters the visitor knows of, the latest ones. */
export const SEEN_LIMIT = 1000;

/** The visitor knows of so many chapters of the book now: of all that were told of, where no number is given. */
export function seeChapters(bookId: number, chapters = chaptersOf(bookId)): void {
  const before = $seen.get().find(({ book_id }) => book_id === bookId);
  if (chapters === undefined || (before && before.chapters >= chapters)) return;
  const others = $seen.get().filter((seen) => seen !== before);
  $seen.set([{ book_id: bookId, chapters, at: changeTime(before?.at) }, ...others].slice(0, SEEN_LIMIT));
}

const chaptersOf = (bookId: number) => $briefs.get().items.find(({ id }) => id === bookId)?.chapters;
