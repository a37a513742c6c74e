import { stableJson } from '#src/lib/stable-json.ts';
import type { LibraryItem } from './entities/library.ts';
import type { HistoryEntry } from './entities/visitor.ts';
import { furtherOf, furthestOf, type ReadItem, withFurthest } from './furthest-read.ts';

/** Returns the key that identifies a library item. */
export const keyOf = ({ kind, id }: Pick<LibraryItem, 'kind' | 'id'>): string => `${kind}/${id}`;

/** Converts an entry of the reading history to a library item. */
export const readItem = ({ read_at, ...value }: HistoryEntry): ReadItem => ({
  kind: 'read',
  id: String(value.book.id),
  value,
  at: Date.parse(read_at),
});

/** The removal of a book from the reading history. */
export interface HistoryRemoval {
  readonly book_id: number;
  readonly removed_at: string;
}

export const removalItem = ({ book_id, removed_at }: HistoryRemoval): ReadItem => ({
  kind: 'read',
  id: String(book_id),
  value: null,
  at: Date.parse(removed_at),
});

/** How far the clock of a device may be ahead, in ms. Times beyond that are replaced with the current time. */
export const CLOCK_TOLERANCE_MS = 300_000;

/**
 * Whether `one` wins over `other`, which has the same key. The later change wins. If the times are equal, a removal
 * wins, then the further chapter, then the greater JSON text. The result depends only on the two items, so it is the
 * same on every device. Ignores the furthest positions, which `mergeItem` merges.
 */
export function wins(one: LibraryItem, other: LibraryItem): boolean {
  if (one.at !== other.at) return one.at > other.at;
  if (one.value === null || other.value === null) return other.value !== null;
  const further = chapterOf(one) - chapterOf(other);
  return further === 0 ? textOf(one) > textOf(other) : further > 0;
}

const chapterOf = (item: LibraryItem) => (item.kind === 'read' ? (item.value?.chapter?.number ?? 0) : 0);

function textOf(item: LibraryItem): string {
  if (item.kind !== 'read' || item.value === null) return stableJson(item.value);
  const { furthest: _furthest, ...value } = item.value;
  return stableJson(value);
}

/**
 * Merges two items with the same key: returns the one that wins, with the further of the two furthest positions
 * ([furthest-read.ts](furthest-read.ts)). So the furthest position is not lost when an earlier chapter is opened.
 * Commutative, associative and idempotent.
 */
export function mergeItem(one: LibraryItem, other: LibraryItem): LibraryItem {
  const winner = wins(other, one) ? other : one;
  if (one.kind !== 'read' || other.kind !== 'read' || winner.kind !== 'read') return winner;
  return withFurthest(winner, furtherOf(furthestOf(one), furthestOf(other)));
}

export const isSame = (one: LibraryItem, other: LibraryItem): boolean =>
  one.at === other.at && stableJson(one.value) === stableJson(other.value);

/**
 * Replaces an item's time in the future with the current time, so that a device whose clock is ahead does not always
 * win.
 */
export function clamped<I extends LibraryItem>(item: I, now: number): I {
  return item.at > now + CLOCK_TOLERANCE_MS ? { ...item, at: now } : item;
}

/** Restores a removed item at the time `at`, with its former furthest position. */
export function restoredItem(item: LibraryItem, at: number): LibraryItem {
  const restored = { ...item, at };
  return item.kind === 'read' && restored.kind === 'read'
    ? withFurthest(restored, { ...furthestOf(item), since: at })
    : restored;
}

/** Normalises an item, so that equal items have equal JSON texts. */
export const normalItem = (item: LibraryItem): LibraryItem => mergeItem(item, item);

/**
 * Merges `incoming` into `current`. Returns only the items that change, by key. The result does not depend on the order
 * of the incoming items or on repetitions.
 */
export function mergeItems(
  current: ReadonlyMap<string, LibraryItem>,
  incoming: readonly LibraryItem[],
  now: number,
): Map<string, LibraryItem> {
  const changed = new Map<string, LibraryItem>();
  for (const item of incoming.map((one) => normalItem(clamped(one, now)))) {
    const key = keyOf(item);
    const before = changed.get(key) ?? current.get(key);
    const merged = before ? mergeItem(before, item) : item;
    if (!before || !isSame(merged, before)) changed.set(key, merged);
  }
  return changed;
}
