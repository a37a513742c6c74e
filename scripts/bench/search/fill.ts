import type { Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { addBook } from '#src/api/store/writer/books.ts';
import { createTransaction } from '#src/api/store/writer/transaction.ts';
import { bookAt } from './books.ts';

/** Number of books per transaction. */
const BLOCK = 5_000;
const WRITTEN = new Date('2026-01-01T00:00:00Z');

/**
 * Writes the catalogue with `books` books into a store, or only the remaining books if an earlier run was aborted.
 * Works like the API's writer, but neither reads the previous state nor writes the audit log, which take half of the
 * writer's time.
 */
export async function fillStore(store: Store, books: number, onProgress: (done: number) => void): Promise<void> {
  const { count } = await store.catalogue.one<{ count: number }>(sql`SELECT count(*) AS count FROM books`);
  for (let first = count; first < books; first += BLOCK) {
    const last = Math.min(first + BLOCK, books);
    await store.catalogue.transaction(async (database) => {
      const transaction = await createTransaction(database, () => WRITTEN, {
        who: 'bench',
        command: 'bench',
        how: 'bench',
      });
      for (let number = first; number < last; number += 1) await addBook(transaction, bookAt(number, books));
      await transaction.saveSequence();
    });
    onProgress(last);
  }
}
