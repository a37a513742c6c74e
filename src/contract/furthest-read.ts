import { stableJson } from '#src/lib/stable-json.ts';
import type { LibraryItem } from './entities/library.ts';
import type { ChapterPlace, FurthestRead, HistoryEntry } from './entities/visitor.ts';

/** Where a visitor is in a book, as an item of the library. */
export type ReadItem = Extract<LibraryItem, { kind: 'read' }>;

/**
 * How far the book of an item was read. Without a word of it as far as it was read last; out of the history nothing is
 * read, and only what is read later counts.
 */
export function furthestOf({ value, at }: ReadItem): FurthestRead {
  if (value === null) return { chapter: null, since: at + 1 };
  const { chapter, since } = value.furthest ?? { chapter: value.chapter, since: 0 };
  return { chapter, since: Math.min(since, at) };
}

/** The item with this as its furthest place; that is left out where the place read last says as much. */
export function withFurthest(item: ReadItem, furthest: FurthestRead): ReadItem {
  if (item.value === null) return item;
  const { furthest: _before, ...value } = item.value;
  const says = furthest.since === 0 && stableJson(furthest.chapter) === stableJson(value.chapter);
  return { ...item, value: says ? value : { ...value, furthest } };
}

/** The further of two: what was begun later counts; of one beginning the further place. The order makes no difference. */
export const furtherOf = (one: FurthestRead, other: FurthestRead): FurthestRead =>
  compareFurthest(one, other) < 0 ? other : one;

function compareFurthest(one: FurthestRead, other: FurthestRead): number {
  if (one.since !== other.since) return one.since - other.since;
  const order = comparePlaces(one.chapter, other.chapter);
  return order === 0
    ? Number(stableJson(one) > stableJson(other)) - Number(stableJson(one) < stableJson(other))
    : order;
}

/** Below 0 where `one` comes before `other` in the book; no place comes before all others. */
export function comparePlaces(one: ChapterPlace | null, other: ChapterPlace | null): number {
  const differences = [
    (one?.number ?? 0) - (other?.number ?? 0),
    (one?.place?.block ?? -1) - (other?.place?.block ?? -1),
    (one?.place?.offset ?? -1) - (other?.place?.offset ?? -1),
  ];
  return differences.find((difference) => difference !== 0) ?? 0;
}

type Places = Pick<HistoryEntry, 'chapter' | 'furthest'>;

/** The furthest place known of a book; null where it is unread. */
export function furthestPlace({ chapter, furthest }: Places): ChapterPlace | null {
  const further = furthest?.chapter ?? null;
  return comparePlaces(further, chapter) > 0 ? further : chapter;
}

/** The furthest place, where the chapter read last is before its chapter; else null. */
export function placeAhead({ chapter, furthest }: Places): ChapterPlace | null {
  const ahead = furthest?.chapter;
  return ahead && ahead.number > (chapter?.number ?? 0) ? ahead : null;
}
