import { stableJson } from '#src/lib/stable-json.ts';
import type { LibraryItem } from './entities/library.ts';
import type { ChapterPlace, FurthestRead, HistoryEntry } from './entities/visitor.ts';

/** The library item for the reading position in a book. */
export type ReadItem = Extract<LibraryItem, { kind: 'read' }>;

/**
 * Returns the furthest position of an item; if it has none, the position that was read last. After a book is removed
 * from the history, only what is read later counts.
 */
export function furthestOf({ value, at }: ReadItem): FurthestRead {
  if (value === null) return { chapter: null, since: at + 1 };
  const { chapter, since } = value.furthest ?? { chapter: value.chapter, since: 0 };
  return { chapter, since: Math.min(since, at) };
}

/** Returns the item with this furthest position, which is omitted if it equals the position that was read last. */
export function withFurthest(item: ReadItem, furthest: FurthestRead): ReadItem {
  if (item.value === null) return item;
  const { furthest: _before, ...value } = item.value;
  const isRedundant = furthest.since === 0 && stableJson(furthest.chapter) === stableJson(value.chapter);
  return { ...item, value: isRedundant ? value : { ...value, furthest } };
}

/**
 * Returns the furthest position with the later `since`, or if they are equal, the further position. Commutative.
 */
export const furtherOf = (one: FurthestRead, other: FurthestRead): FurthestRead =>
  compareFurthest(one, other) < 0 ? other : one;

function compareFurthest(one: FurthestRead, other: FurthestRead): number {
  if (one.since !== other.since) return one.since - other.since;
  const order = comparePlaces(one.chapter, other.chapter);
  return order === 0
    ? Number(stableJson(one) > stableJson(other)) - Number(stableJson(one) < stableJson(other))
    : order;
}

/** Compares two positions in a book. Negative if `one` is before `other`. Null is before all positions. */
export function comparePlaces(one: ChapterPlace | null, other: ChapterPlace | null): number {
  const differences = [
    (one?.number ?? 0) - (other?.number ?? 0),
    (one?.place?.block ?? -1) - (other?.place?.block ?? -1),
    (one?.place?.offset ?? -1) - (other?.place?.offset ?? -1),
  ];
  return differences.find((difference) => difference !== 0) ?? 0;
}

type Places = Pick<HistoryEntry, 'chapter' | 'furthest'>;

/** Returns the furthest position in a book; null if the book has not been read. */
export function furthestPlace({ chapter, furthest }: Places): ChapterPlace | null {
  const further = furthest?.chapter ?? null;
  return comparePlaces(further, chapter) > 0 ? further : chapter;
}

/**
 * Returns the furthest position if it is in a later chapter than the position that was read last, and otherwise null.
 */
export function placeAhead({ chapter, furthest }: Places): ChapterPlace | null {
  const ahead = furthest?.chapter;
  return ahead && ahead.number > (chapter?.number ?? 0) ? ahead : null;
}
