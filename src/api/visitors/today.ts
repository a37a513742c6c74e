import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import type { Store } from '../store/index.ts';
import { booksByIds } from '../store/reads/index.ts';

type Kept = Pick<HistoryEntry, 'book' | 'cover'>;

/** Gives what tells of books their titles and covers as they are today, whatever the device remembered. */
export function asToday(store: Store, ids: readonly number[]): <K extends Kept>(kept: K) => K {
  const byId = new Map(booksByIds(store.catalogue, ids).map((book) => [book.id, book]));
  return (kept) => {
    const book = byId.get(kept.book.id);
    if (!book) return kept;
    const { id, title, category, cover } = book;
    return { ...kept, book: { id, title, category }, cover };
  };
}

export function itemsToday(store: Store, items: readonly LibraryItem[]): LibraryItem[] {
  const told = items.filter(({ kind, value }) => value !== null && (kind === 'read' || kind === 'shelf'));
  const today = asToday(
    store,
    told.map(({ id }) => Number(id)),
  );
  return items.map((item) => {
    if (item.kind === 'read' && item.value) return { ...item, value: today(item.value) };
    return item.kind === 'shelf' && item.value ? { ...item, value: today(item.value) } : item;
  });
}
