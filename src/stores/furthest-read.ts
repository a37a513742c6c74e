import type { ChapterPlace, FurthestRead, HistoryEntry } from '#src/contract/entities/visitor.ts';
import { furtherOf, furthestOf, withFurthest } from '#src/contract/furthest-read.ts';
import { readItem, returned } from '#src/contract/library-merge.ts';

/**
 * The entry of a chapter that is read now: the furthest place is as far as before, or this one.
 * @param removed when the book was taken out of the history, in ms since 1970: what was read before then does not count
 */
export function entryAfter(
  before: HistoryEntry | undefined,
  removed: number | undefined,
  entry: HistoryEntry,
): HistoryEntry {
  const start: FurthestRead = { chapter: null, since: removed === undefined ? 0 : removed + 1 };
  const known = before ? furtherOf(start, furthestOf(readItem(before))) : start;
  const counts = before && Date.parse(before.read_at) >= known.since ? before.chapter : null;
  return withPlace(
    entry,
    [counts, entry.chapter].reduce<FurthestRead>(
      (furthest, chapter) => furtherOf(furthest, { chapter, since: known.since }),
      known,
    ),
  );
}

/** The entry with another furthest place, as of now: it holds against what was read before. */
export function entryWithFurthest(entry: HistoryEntry, chapter: ChapterPlace | null): HistoryEntry {
  const at = Date.parse(entry.read_at) + 1;
  return withPlace({ ...entry, read_at: new Date(at).toISOString() }, { chapter, since: at });
}

/** An entry that was taken out and comes back at this moment, in ms since 1970. */
export function returnedEntry(entry: HistoryEntry, at: number): HistoryEntry {
  const item = returned(readItem(entry), at);
  const furthest = item.kind === 'read' ? item.value?.furthest : undefined;
  return { ...entry, ...(furthest && { furthest }), read_at: new Date(at).toISOString() };
}

function withPlace(entry: HistoryEntry, furthest: FurthestRead): HistoryEntry {
  const { furthest: _before, ...others } = entry;
  const said = withFurthest(readItem(entry), furthest).value?.furthest;
  return said ? { ...others, furthest: said } : others;
}
