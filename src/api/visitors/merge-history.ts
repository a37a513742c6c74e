import type { HistoryEntry } from '#src/contract/entities/visitor.ts';

/** What is known of one book: the entry, or null where it was removed, and when that happened (ms since 1970). */
export interface HistoryMark {
  readonly at: number;
  readonly entry: HistoryEntry | null;
}

export interface HistoryNews {
  readonly entries: readonly HistoryEntry[];
  readonly removed: readonly { readonly book_id: number; readonly removed_at: string }[];
}

/** Clocks of devices may run ahead by this much; what claims to be later is taken for now. */
const TOLERANCE = 300_000;

/**
 * Merges what a device tells into what is known: per book the newest wins, of equal age a removal, then the further
 * chapter. In whatever order devices tell their parts, and however often, the outcome is the same.
 * @returns only the marks that changed
 */
export function mergeHistory(
  known: ReadonlyMap<number, HistoryMark>,
  news: HistoryNews,
  now: number,
): Map<number, HistoryMark> {
  const changed = new Map<number, HistoryMark>();
  for (const [book, mark] of marksOf(news, now)) {
    const before = changed.get(book) ?? known.get(book);
    if (!before || wins(mark, before)) changed.set(book, mark);
  }
  return changed;
}

function marksOf({ entries, removed }: HistoryNews, now: number): [number, HistoryMark][] {
  const time = (text: string) => {
    const at = Date.parse(text);
    return at > now + TOLERANCE ? now : at;
  };
  const read = entries.map((entry): [number, HistoryMark] => {
    const at = time(entry.read_at);
    return [entry.book.id, { at, entry: { ...entry, read_at: new Date(at).toISOString() } }];
  });
  const gone = removed.map(({ book_id, removed_at }): [number, HistoryMark] => [
    book_id,
    { at: time(removed_at), entry: null },
  ]);
  return [...read, ...gone];
}

function wins(mark: HistoryMark, before: HistoryMark): boolean {
  if (mark.at !== before.at) return mark.at > before.at;
  if (before.entry === null) return false;
  return mark.entry === null || (mark.entry.chapter?.number ?? 0) > (before.entry.chapter?.number ?? 0);
}
