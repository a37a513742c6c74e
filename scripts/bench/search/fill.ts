import type { Store } from '#src/api/index.ts';
import { addBook } from '#src/api/store/writer/books.ts';
import { createTransaction } from '#src/api/store/writer/transaction.ts';
import { bookAt } from './books.ts';

/** Books of one transaction. */
const BLOCK = 5_000;
const WRITTEN = new Date('2026-01-01T00:00:00Z');

/**
 * Puts the catalogue of `books` into a store, or the rest of it where an earlier run was ended: as the writer does, without a
 * look for the book as it was before and without the audit log, which take half of its time.
 */
export async function fillStore(store: Store, books: number, tell: (done: number) => void): Promise<void> {
  const { count } = await store.catalogue.one<{ count: number }>('SELECT count(*) AS count FROM books');
  for (let first = count; first < books; first += BLOCK) {
    const last = Math.min(first + BLOCK, books);
    await store.catalogue.transaction(async (database) => {
      const transaction = await createTransaction(database, () => WRITTEN, { who: 'bench', command: 'bench' });
      for (let number = first; number < last; number += 1) await addBook(transaction, bookAt(number, books));
      await transaction.saveSequence();
    });
    tell(last);
  }
}
