import type { Database, Row } from '../database.ts';
import type { Store } from '../open.ts';
import { type Sql, sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';
import { byClock } from './clock.ts';
import type { Transaction } from './transaction.ts';

/** Returns SQL for the chapters that became free after those that the change feed already lists. */
const freed = (until: string): Sql =>
  sql`FROM chapters WHERE price IS NOT NULL AND free_from <= ${until}
    AND free_from > (SELECT value FROM meta WHERE key = 'freed')`;

/**
 * Marks a book as changed when the free-from time of one of its chapters has passed. The chapter and the book get this
 * time as their date, and the change feed lists the book. The audit log gets no entry. Chapters are free even before
 * this runs.
 */
export async function recordFreedChapters(store: Store, now: Date): Promise<void> {
  if (await store.catalogue.get(sql`SELECT 1 ${freed(toTimestamp(now))} LIMIT 1`)) await byClock(store, now, record);
}

type FreedRow = Row & { book_id: number; last: string };

async function record(transaction: Transaction): Promise<void> {
  const { database } = transaction;
  const until = transaction.now();
  for (const { book_id, last } of await freedBooks(database, until)) {
    const statement = sql`UPDATE books SET seq = ${transaction.nextSeq()},
      updated_at = CASE WHEN updated_at < ${last} THEN ${last} ELSE updated_at END WHERE id = ${book_id}`;
    await database.run(statement);
  }
  await database.run(
    sql`UPDATE chapters SET updated_at = free_from WHERE updated_at < free_from AND id IN (SELECT id ${freed(until)})`,
  );
  await database.run(sql`UPDATE meta SET value = ${until} WHERE key = 'freed'`);
}

const freedBooks = (database: Database, until: string) =>
  database.all<FreedRow>(sql`SELECT book_id, max(free_from) AS last ${freed(until)} GROUP BY book_id ORDER BY book_id`);
