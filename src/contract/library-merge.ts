import { stableJson } from '#src/lib/stable-json.ts';
import type { LibraryItem } from './entities/library.ts';
import type { HistoryEntry } from './entities/visitor.ts';
import { furtherOf, furthestOf, type ReadItem, withFurthest } from './furthest-read.ts';

/** Kind and id: what tells one item of a library from another. */
export const keyOf = ({ kind, id }: Pick<LibraryItem, 'kind' | 'id'>): string => `${kind}/${id}`;

/** An entry of the reading history as an item of the library. */
export const readItem = ({ read_at, ...value }: HistoryEntry): ReadItem => ({
  kind: 'read',
  id: String(value.book.id),
  value,
  at: Date.parse(read_at),
});

/** A book that was taken out of the reading history. */
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

/** Device clocks may run ahead by this much, in ms. A time beyond that counts as the present. */
export const CLOCK_TOLERANCE_MS = 300_000;

/**
 * Whether `one` wins over `other` of the same key: the later change; of one moment a removal, then the further
 * chapter, then the text decides. It follows from the two alone, so every device settles it alike. How far a book was
 * read is no part of it: see `mergeItem`.
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
  const { furthest: _apart, ...value } = item.value;
  return stableJson(value);
}

/**
 * What two items of one key come to: the one that wins. Of a book the furthest place of both stays beside it
 * ([furthest-read.ts](furthest-read.ts)), so that opening an earlier chapter costs nobody the furthest. It is
 * commutative, associative and idempotent.
 */
export function mergeItem(one: LibraryItem, other: LibraryItem): LibraryItem {
  const winner = wins(other, one) ? other : one;
  if (one.kind !== 'read' || other.kind !== 'read' || winner.kind !== 'read') return winner;
  return withFurthest(winner, furtherOf(furthestOf(one), furthestOf(other)));
}

export const isSame = (one: LibraryItem, other: LibraryItem): boolean =>
  one.at === other.at && stableJson(one.value) === stableJson(other.value);

/** The item with a time that can be: a clock that runs ahead must not win for good. */
export function clamped<I extends LibraryItem>(item: I, now: number): I {
  return item.at > now + CLOCK_TOLERANCE_MS ? { ...item, at: now } : item;
}

/** An item that was taken away and comes back at this moment, with the furthest place it had. */
export function returned(item: LibraryItem, at: number): LibraryItem {
  const back = { ...item, at };
  return item.kind === 'read' && back.kind === 'read' ? withFurthest(back, { ...furthestOf(item), since: at }) : back;
}

/** The item in the one form that says the same: equal items are equal texts. */
export const normalItem = (item: LibraryItem): LibraryItem => mergeItem(item, item);

/**
 * What the news change of what is known, by key. In whatever order devices tell their parts, and however often, the
 * outcome is the same.
 */
export function mergeItems(
  known: ReadonlyMap<string, LibraryItem>,
  news: readonly LibraryItem[],
  now: number,
): Map<string, LibraryItem> {
  const changed = new Map<string, LibraryItem>();
  for (const item of news.map((one) => normalItem(clamped(one, now)))) {
    const key = keyOf(item);
    const before = changed.get(key) ?? known.get(key);
    const merged = before ? mergeItem(before, item) : item;
    if (!before || !isSame(merged, before)) changed.set(key, merged);
  }
  return changed;
}
