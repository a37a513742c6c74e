import type { Database, Row } from '../database.ts';
import type { Store } from '../open.ts';
import { toTimestamp } from '../timestamp.ts';
import { byClock } from './clock.ts';
import type { Transaction } from './transaction.ts';

/** Chapters that became free after the change feed told of such the last time, until now. */
const FREED = `FROM chapters WHERE price IS NOT NULL AND free_from <= ?
  AND free_from > (SELECT value FROM meta WHERE key = 'freed')`;

/**
 * Makes what became free with time a change of its books: chapter and book are dated by it, and the change feed names the
 * book. It stands in no audit log. What a chapter shows does not wait for this.
 */
export async function recordFreedChapters(store: Store, now: Date): Promise<void> {
  if (await store.catalogue.get(`SELECT 1 ${FREED} LIMIT 1`, toTimestamp(now))) await byClock(store, now, record);
}

type FreedRow = Row & { book_id: number; last: string };

async function record(transaction: Transaction): Promise<void> {
  const { database } = transaction;
  const until = transaction.now();
  for (const { book_id, last } of await freedBooks(database, until)) {
    const sql = 'UPDATE books SET seq = ?, updated_at = max(updated_at, ?) WHERE id = ?';
    await database.run(sql, transaction.nextSeq(), last, book_id);
  }
  await database.run(
    `UPDATE chapters SET updated_at = max(updated_at, free_from) WHERE id IN (SELECT id ${FREED})`,
    until,
  );
  await database.run(`UPDATE meta SET value = ? WHERE key = 'freed'`, until);
}

const freedBooks = (database: Database, until: string) =>
  database.all<FreedRow>(`SELECT book_id, max(free_from) AS last ${FREED} GROUP BY book_id ORDER BY book_id`, until);
