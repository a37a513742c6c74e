import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { historySync } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle, visitorOf } from '../http/handler.ts';
import type { Store } from '../store/index.ts';
import { booksByIds } from '../store/reads/index.ts';
import { changeHistory } from '../store/visitors/history.ts';
import { type HistoryNews, mergeHistory } from '../visitors/merge-history.ts';

export const historySyncHandler = handle(historySync, (news, context) => {
  checkTimes(news);
  const time = context.now().getTime();
  const merged = changeHistory(context.store.visitors, visitorOf(context), (known) => mergeHistory(known, news, time));
  const entries = [...merged.values()].map(({ entry }) => entry).filter((entry) => entry !== null);
  return { entries: refreshed(context.store, entries) };
});

/** The form of a time is checked by the contract; that it exists (no 30 February) is checked here. */
function checkTimes({ entries, removed }: HistoryNews): void {
  const times = [...entries.map(({ read_at }) => read_at), ...removed.map(({ removed_at }) => removed_at)];
  if (times.some((text) => Number.isNaN(Date.parse(text))))
    throw new ApiFault('BAD_REQUEST', 'read_at: no such moment');
}

/** Titles and covers as they are today, whatever the device remembered. */
function refreshed(store: Store, entries: readonly HistoryEntry[]): HistoryEntry[] {
  const books = booksByIds(
    store.catalogue,
    entries.map(({ book }) => book.id),
  );
  const byId = new Map(books.map((book) => [book.id, book]));
  return entries.map((entry) => {
    const book = byId.get(entry.book.id);
    return book
      ? { ...entry, book: { id: book.id, title: book.title, category: book.category }, cover: book.cover }
      : entry;
  });
}
