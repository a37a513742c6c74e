import { changeTime } from '#src/shell/state/change-time.ts';
import { $briefs, $knownChapters } from '#src/shell/state/local-storage.ts';

/** Maximum number of stored books. The oldest entries are deleted. */
export const KNOWN_CHAPTERS_LIMIT = 1000;

/**
 * Records how many chapters of the book the visitor knows of. Default: the chapter count in the last response of
 * `book.brief`.
 */
export function setKnownChapters(bookId: number, chapters = chaptersOf(bookId)): void {
  const before = $knownChapters.get().find(({ book_id }) => book_id === bookId);
  if (chapters === undefined || (before && before.chapters >= chapters)) return;
  const others = $knownChapters.get().filter((entry) => entry !== before);
  $knownChapters.set(
    [{ book_id: bookId, chapters, at: changeTime(before?.at) }, ...others].slice(0, KNOWN_CHAPTERS_LIMIT),
  );
}

const chaptersOf = (bookId: number) => $briefs.get().items.find(({ id }) => id === bookId)?.chapters;
