import type { ChapterPlace, FurthestRead, HistoryEntry } from '#src/contract/entities/visitor.ts';
import { furtherOf, furthestOf, withFurthest } from '#src/contract/furthest-read.ts';
import { readItem, restoredItem } from '#src/contract/library-merge.ts';

/**
 * Returns a book's new history entry after the visitor has read a chapter. The furthest place is the previous one or
 * this chapter, whichever is further.
 * @param removed when the book was removed from the history, in ms since 1970. Anything read earlier is ignored
 */
export function entryAfter(
  before: HistoryEntry | undefined,
  removed: number | undefined,
  entry: HistoryEntry,
): HistoryEntry {
  const start: FurthestRead = { chapter: null, since: removed === undefined ? 0 : removed + 1 };
  const furthestBefore = before ? furtherOf(start, furthestOf(readItem(before))) : start;
  const chapterBefore = before && Date.parse(before.read_at) >= furthestBefore.since ? before.chapter : null;
  return withPlace(
    entry,
    [chapterBefore, entry.chapter].reduce<FurthestRead>(
      (furthest, chapter) => furtherOf(furthest, { chapter, since: furthestBefore.since }),
      furthestBefore,
    ),
  );
}

/**
 * Returns the entry with another furthest place. Its time is 1 ms later than before, so that it replaces the existing
 * entry in a merge.
 */
export function entryWithFurthest(entry: HistoryEntry, chapter: ChapterPlace | null): HistoryEntry {
  const at = Date.parse(entry.read_at) + 1;
  return withPlace({ ...entry, read_at: new Date(at).toISOString() }, { chapter, since: at });
}

/** Restores a removed entry. @param at the time of the change, in ms since 1970 */
export function restoredEntry(entry: HistoryEntry, at: number): HistoryEntry {
  const item = restoredItem(readItem(entry), at);
  const furthest = item.kind === 'read' ? item.value?.furthest : undefined;
  return { ...entry, ...(furthest && { furthest }), read_at: new Date(at).toISOString() };
}

function withPlace(entry: HistoryEntry, furthest: FurthestRead): HistoryEntry {
  const { furthest: _before, ...others } = entry;
  const newFurthest = withFurthest(readItem(entry), furthest).value?.furthest;
  return newFurthest ? { ...others, furthest: newFurthest } : others;
}
