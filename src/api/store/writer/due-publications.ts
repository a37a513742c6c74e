import type { Database, Row } from '../database.ts';
import type { Store } from '../open.ts';
import { toTimestamp } from '../timestamp.ts';
import { audited } from './audit.ts';
import { auditedBook } from './audited-records.ts';
import { byClock } from './clock.ts';
import { removeOrphans } from './orphans.ts';
import { publishBook, publishChapter } from './publish.ts';
import type { Transaction } from './transaction.ts';

const IS_ANY_DUE = `SELECT 1 WHERE EXISTS (SELECT 1 FROM books WHERE publish_at <= ?1)
  OR EXISTS (SELECT 1 FROM chapters WHERE publish_at <= ?1)`;

/** Shows the books and chapters whose moment has come, dated by it. Asked before every call: without such it costs a look at two indexes. */
export async function publishDue(store: Store, now: Date): Promise<void> {
  if (!(await store.catalogue.get(IS_ANY_DUE, toTimestamp(now)))) return;
  await byClock(store, now, async (transaction) => {
    for (const { key, publish_at } of await dueBooks(transaction.database, toTimestamp(now)))
      await noted(transaction, key, () => publishBook(transaction, key, 'published', publish_at));
    for (const { key, id, publish_at } of await dueChapters(transaction.database, toTimestamp(now)))
      await noted(transaction, key, () => publishChapter(transaction, key, id, 'published', publish_at));
    await removeOrphans(transaction);
  });
}

const noted = (transaction: Transaction, key: string, publish: () => Promise<boolean>) =>
  audited(transaction, auditedBook(key), publish);

type DueRow = Row & { key: string; id: number; publish_at: string };

const dueBooks = (database: Database, now: string) =>
  database.all<DueRow>('SELECT key, id, publish_at FROM books WHERE publish_at <= ? ORDER BY publish_at, id', now);

const dueChapters = (database: Database, now: string) =>
  database.all<DueRow>(
    `SELECT b.key, c.id, c.publish_at FROM chapters c JOIN books b ON b.id = c.book_id WHERE c.publish_at <= ?
      ORDER BY c.publish_at, c.id`,
    now,
  );
