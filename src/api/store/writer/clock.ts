import { isBusy } from '../database.ts';
import { openCatalogue, type Store } from '../open.ts';
import { createTransaction, type Transaction } from './transaction.ts';

const CLOCK = { who: 'clock', command: 'api' };

/** Writes what time alone changes. Where another connection is writing, nothing is done: the next call does it. */
export function byClock({ folder }: Store, now: Date, write: (transaction: Transaction) => void): void {
  const database = openCatalogue(folder);
  try {
    // A visitor's calls are answered by the same thread, so that none may wait for an import.
    database.exec('PRAGMA busy_timeout = 0');
    database.transaction(() => {
      const transaction = createTransaction(database, () => now, CLOCK);
      write(transaction);
      transaction.saveSequence();
    });
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}
