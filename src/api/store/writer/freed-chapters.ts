import { type Database, isBusy, type Row } from '../database.ts';
import { openCatalogue, type Store } from '../open.ts';
import { toTimestamp } from '../timestamp.ts';
import { createTransaction, type Transaction } from './transaction.ts';

/** What time alone changes is in no audit log. */
const CLOCK = { who: 'clock', command: 'api' };

/** Chapters that became free after the change feed told of such the last time, until now. */
const FREED = `FROM chapters WHERE price IS NOT NULL AND free_from <= ?
  AND free_from > (SELECT value FROM meta WHERE key = 'freed')`;

/**
 * Makes what became free with time a change of its books: chapter and book are dated by it, and the change feed names the
 * book. What a chapter shows does not wait for this. Where another connection is writing, the next call does it.
 */
export function recordFreedChapters({ catalogue, folder }: Store, now: Date): void {
  if (!catalogue.get(`SELECT 1 ${FREED} LIMIT 1`, toTimestamp(now))) return;
  const database = openCatalogue(folder);
  try {
    // A visitor's calls are answered by the same thread, so that none may wait for an import.
    database.exec('PRAGMA busy_timeout = 0');
    database.transaction(() => record(createTransaction(database, () => now, CLOCK)));
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}

type FreedRow = Row & { book_id: number; last: string };

function record(transaction: Transaction): void {
  const { database } = transaction;
  const until = transaction.now();
  for (const { book_id, last } of freedBooks(database, until)) {
    const sql = 'UPDATE books SET seq = ?, updated_at = max(updated_at, ?) WHERE id = ?';
    database.run(sql, transaction.nextSeq(), last, book_id);
  }
  database.run(`UPDATE chapters SET updated_at = max(updated_at, free_from) WHERE id IN (SELECT id ${FREED})`, until);
  database.run(`UPDATE meta SET value = ? WHERE key = 'freed'`, until);
  transaction.saveSequence();
}

const freedBooks = (database: Database, until: string) =>
  database.all<FreedRow>(`SELECT book_id, max(free_from) AS last ${FREED} GROUP BY book_id ORDER BY book_id`, until);
