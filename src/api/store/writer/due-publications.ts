import type { Database, Row } from '../database.ts';
import type { Store } from '../open.ts';
import { type Sql, sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';
import { audited } from './audit.ts';
import { auditedBook } from './audited-records.ts';
import { byClock } from './clock.ts';
import { removeOrphans } from './orphans.ts';
import { publishBook, publishChapter } from './publish.ts';
import type { Transaction } from './transaction.ts';

const isAnyDue = (now: string): Sql =>
  sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM books WHERE publish_at <= ${now})
    OR EXISTS (SELECT 1 FROM chapters WHERE publish_at <= ${now})`;

/**
 * Publishes the books and chapters whose publication time has come, and dates them with this time. It runs before every
 * call of the API, and usually needs only two index look-ups.
 */
export async function publishDue(store: Store, now: Date): Promise<void> {
  if (!(await store.catalogue.get(isAnyDue(toTimestamp(now))))) return;
  await byClock(store, now, async (transaction) => {
    for (const { key, publish_at } of await dueBooks(transaction.database, toTimestamp(now)))
      await auditedChange(transaction, key, () => publishBook(transaction, key, 'published', publish_at));
    for (const { key, id, publish_at } of await dueChapters(transaction.database, toTimestamp(now)))
      await auditedChange(transaction, key, () => publishChapter(transaction, key, id, 'published', publish_at));
    await removeOrphans(transaction);
  });
}

const auditedChange = (transaction: Transaction, key: string, publish: () => Promise<boolean>) =>
  audited(transaction, auditedBook(key), publish);

type DueRow = Row & { key: string; id: number; publish_at: string };

const dueBooks = (database: Database, now: string) =>
  database.all<DueRow>(sql`SELECT key, id, publish_at FROM books WHERE publish_at <= ${now} ORDER BY publish_at, id`);

const dueChapters = (database: Database, now: string) =>
  database.all<DueRow>(
    sql`SELECT b.key, c.id, c.publish_at FROM chapters c JOIN books b ON b.id = c.book_id WHERE c.publish_at <= ${now}
      ORDER BY c.publish_at, c.id`,
  );
