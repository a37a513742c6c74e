import type { Store } from '../open.ts';
import { createTransaction, type Transaction } from './transaction.ts';

/**
 * Writes changes that are due. Does nothing while another process writes, so that visitors do not wait for an import.
 * The next call of the API tries again.
 */
export async function byClock(
  { catalogue }: Store,
  now: Date,
  write: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  await catalogue.transactionUnlessBusy(async (database) => {
    const transaction = await createTransaction(database, () => now, undefined);
    await write(transaction);
    await transaction.saveSequence();
  });
}
