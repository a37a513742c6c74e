import { changeTime } from './change-time.ts';
import { $briefs, $knownChapters } from './local-storage.ts';

/** Books of which it is known how many chapters the visitor knows of, the latest ones. */
export const KNOWN_CHAPTERS_LIMIT = 1000;

/** The visitor knows of so many chapters of the book now: of all that were told of, where no number is given. */
export function setKnownChapters(bookId: number, chapters = chaptersOf(bookId)): void {
  const before = $knownChapters.get().find(({ book_id }) => book_id === bookId);
  if (chapters === undefined || (before && before.chapters >= chapters)) return;
  const others = $knownChapters.get().filter((seen) => seen !== before);
  $knownChapters.set(
    [{ book_id: bookId, chapters, at: changeTime(before?.at) }, ...others].slice(0, KNOWN_CHAPTERS_LIMIT),
  );
}

const chaptersOf = (bookId: number) => $briefs.get().items.find(({ id }) => id === bookId)?.chapters;
