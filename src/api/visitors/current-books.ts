import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import type { Store } from '../store/index.ts';
import { booksByIds } from '../store/reads/index.ts';

type BookMention = Pick<HistoryEntry, 'book' | 'cover'>;

/** Returns a function that replaces the title and cover of an item with the current ones of its book. */
export async function withCurrentBooks(
  store: Store,
  ids: readonly number[],
): Promise<<K extends BookMention>(mention: K) => K> {
  const byId = new Map((await booksByIds(store.catalogue, ids)).map((book) => [book.id, book]));
  return (mention) => {
    const book = byId.get(mention.book.id);
    if (!book) return mention;
    const { id, title, category, cover } = book;
    return { ...mention, book: { id, title, category }, cover };
  };
}

export async function itemsWithCurrentBooks(store: Store, items: readonly LibraryItem[]): Promise<LibraryItem[]> {
  const mentions = items.filter(({ kind, value }) => value !== null && (kind === 'read' || kind === 'shelf'));
  const withCurrentBook = await withCurrentBooks(
    store,
    mentions.map(({ id }) => Number(id)),
  );
  return items.map((item) => {
    if (item.kind === 'read' && item.value) return { ...item, value: withCurrentBook(item.value) };
    return item.kind === 'shelf' && item.value ? { ...item, value: withCurrentBook(item.value) } : item;
  });
}
