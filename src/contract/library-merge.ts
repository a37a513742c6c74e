import { stableJson } from '#src/lib/stable-json.ts';
import type { LibraryItem } from './entities/library.ts';
import type { HistoryEntry } from './entities/visitor.ts';

/** Kind and id: what tells one item of a library from another. */
export const keyOf = ({ kind, id }: Pick<LibraryItem, 'kind' | 'id'>): string => `${kind}/${id}`;

/** An entry of the reading history as an item of the library. */
export const readItem = ({ read_at, ...value }: HistoryEntry): LibraryItem => ({
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

export const removalItem = ({ book_id, removed_at }: HistoryRemoval): LibraryItem => ({
  kind: 'read',
  id: String(book_id),
  value: null,
  at: Date.parse(removed_at),
});

/** Device clocks may run ahead by this much, in ms. A time beyond that counts as the present. */
export const CLOCK_TOLERANCE_MS = 300_000;

/**
 * Whether `one` wins over `other` of the same key: the later change; of one moment a removal, then the further
 * chapter, then the text decides. It follows from the two alone, so every device settles it alike.
 */
export function wins(one: LibraryItem, other: LibraryItem): boolean {
  if (one.at !== other.at) return one.at > other.at;
  if (one.value === null || other.value === null) return other.value !== null;
  const further = chapterOf(one) - chapterOf(other);
  return further === 0 ? stableJson(one.value) > stableJson(other.value) : further > 0;
}

const chapterOf = (item: LibraryItem) => (item.kind === 'read' ? (item.value?.chapter?.number ?? 0) : 0);

export const isSame = (one: LibraryItem, other: LibraryItem): boolean =>
  one.at === other.at && stableJson(one.value) === stableJson(other.value);

/** The item with a time that can be: a clock that runs ahead must not win for good. */
export function clamped<I extends LibraryItem>(item: I, now: number): I {
  return item.at > now + CLOCK_TOLERANCE_MS ? { ...item, at: now } : item;
}

/**
 * What of `news` wins over what is known, by key. In whatever order devices tell their parts, and however often, the
 * outcome is the same.
 */
export function mergeItems(
  known: ReadonlyMap<string, LibraryItem>,
  news: readonly LibraryItem[],
  now: number,
): Map<string, LibraryItem> {
  const changed = new Map<string, LibraryItem>();
  for (const item of news.map((one) => clamped(one, now))) {
    const key = keyOf(item);
    const before = changed.get(key) ?? known.get(key);
    if (!before || wins(item, before)) changed.set(key, item);
  }
  return changed;
}
