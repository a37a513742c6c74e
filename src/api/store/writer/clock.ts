import type { Store } from '../open.ts';
import { createTransaction, type Transaction } from './transaction.ts';

const CLOCK = { who: 'clock', command: 'api' };

/** Writes what time alone changes. Where another one is writing, nothing is done, so that no visitor waits for an import: the next call does it. */
export async function byClock(
  { catalogue }: Store,
  now: Date,
  write: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  await catalogue.transactionUnlessBusy(async (database) => {
    const transaction = await createTransaction(database, () => now, CLOCK);
    await write(transaction);
    await transaction.saveSequence();
  });
}
