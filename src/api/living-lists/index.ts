import type { Log } from '#src/lib/log.ts';
import type { Database } from '../store/database.ts';
import type { Store } from '../store/index.ts';
import { computeLists } from './compute-lists.ts';
import { type BookOfDay, excludeDevices, foldBook, lastChapters } from './fold-books.ts';

/** The lists of all brands that have living lists (docs/operate/analytics.md#living-lists). */
export interface LivingLists {
  /** Whether the networks of a brand's devices are needed. */
  has(brand: string): boolean;
  /** Is called once in the transaction that ends a day. */
  beginClosing(transaction: Database, day: string): Promise<void>;
  /** Is called for each book of a day in the order of ids, before the devices of the book are deleted. */
  closeBook(transaction: Database, book: BookOfDay): Promise<void>;
  /** Computes the lists of the last closed day, unless they have been computed. */
  compute(lastDay: string): Promise<void>;
}

export function createLivingLists(store: Store, brands: readonly string[], log: Log): LivingLists {
  const all = new Set(brands);
  return {
    has: (brand) => all.has(brand),
    async beginClosing(transaction, day) {
      for (const brand of all) await excludeDevices(transaction, day, brand);
    },
    async closeBook(transaction, book) {
      if (book.book_id === 0 || !all.has(book.brand)) return;
      const last = await lastChapters(store.catalogue, [book.book_id]);
      await foldBook(transaction, book, last.get(book.book_id) ?? 0);
    },
    async compute(lastDay) {
      for (const brand of all) {
        const lists = await computeLists(store, brand, lastDay);
        if (lists !== undefined) log.info('computed living lists', { brand, day: lastDay, lists });
      }
    },
  };
}
