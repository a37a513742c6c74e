import { stableJson } from '#src/lib/stable-json.ts';
import type { LibraryItem } from './entities/library.ts';
import type { ChapterPlace, FurthestRead, HistoryEntry } from './entities/visitor.ts';

/** The reading place in a book, as an item of the library. */
export type ReadItem = Extract<LibraryItem, { kind: 'read' }>;

/**
 * Returns the furthest place of an item, or the place read last if it has none. Removing a book from the history resets its
 * furthest place: only reading after the removal counts.
 */
export function furthestOf({ value, at }: ReadItem): FurthestRead {
  if (value === null) return { chapter: null, since: at + 1 };
  const { chapter, since } = value.furthest ?? { chapter: value.chapter, since: 0 };
  return { chapter, since: Math.min(since, at) };
}

/** Sets the furthest place of an item, or omits it if it equals the place read last. */
export function withFurthest(item: ReadItem, furthest: FurthestRead): ReadItem {
  if (item.value === null) return item;
  const { furthest: _before, ...value } = item.value;
  const isRedundant = furthest.since === 0 && stableJson(furthest.chapter) === stableJson(value.chapter);
  return { ...item, value: isRedundant ? value : { ...value, furthest } };
}

/**
 * Returns the furthest place of the later reading. For the same reading, returns the further of the two places.
 * Commutative.
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

/** Negative if `one` comes before `other` in the book. Null comes before all places. */
export function comparePlaces(one: ChapterPlace | null, other: ChapterPlace | null): number {
  const differences = [
    (one?.number ?? 0) - (other?.number ?? 0),
    (one?.place?.block ?? -1) - (other?.place?.block ?? -1),
    (one?.place?.offset ?? -1) - (other?.place?.offset ?? -1),
  ];
  return differences.find((difference) => difference !== 0) ?? 0;
}

type Places = Pick<HistoryEntry, 'chapter' | 'furthest'>;

/** Returns the furthest place of a book; null if it is unread. */
export function furthestPlace({ chapter, furthest }: Places): ChapterPlace | null {
  const further = furthest?.chapter ?? null;
  return comparePlaces(further, chapter) > 0 ? further : chapter;
}

/** Returns the furthest place if it is in a later chapter than the place read last, otherwise null. */
export function placeAhead({ chapter, furthest }: Places): ChapterPlace | null {
  const ahead = furthest?.chapter;
  return ahead && ahead.number > (chapter?.number ?? 0) ? ahead : null;
}
