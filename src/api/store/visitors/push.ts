import type { Database, Row } from '../database.ts';
import { isOneOfNumbers } from '../dialects.ts';
import { insertInto } from '../insert.ts';
import { sql } from '../sql.ts';

/** A browser that is notified of new chapters. */
export interface Subscription {
  readonly endpoint: string;
  readonly brand: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly reader: string;
  /** Push service of the endpoint. */
  readonly service: string;
}

/**
 * A book that a browser follows. `last` is the number of the book's latest chapter when the browser subscribes. The
 * browser is notified only of later chapters.
 */
export interface FollowedBook {
  readonly id: number;
  readonly last: number;
}

type IdRow = Row & { id: number };

/**
 * Stores a subscription with its books, and replaces the one with the same endpoint. Browsers are not notified again of
 * the same chapters.
 */
export async function putSubscription(
  database: Database,
  { endpoint, brand, p256dh, auth, reader, service }: Subscription,
  books: readonly FollowedBook[],
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const row = { endpoint, brand, p256dh, auth, reader, service, created_at: now.toISOString() };
    const put = sql`${insertInto('push_subscriptions', row)}
      ON CONFLICT (endpoint) DO UPDATE SET brand = excluded.brand, p256dh = excluded.p256dh, auth = excluded.auth,
        reader = excluded.reader, service = excluded.service RETURNING id`;
    const [{ id }] = (await transaction.returning<IdRow>(put)) as [IdRow];
    const isFollowed = isOneOfNumbers(
      sql`book_id`,
      books.map((book) => book.id),
    );
    await transaction.run(sql`DELETE FROM push_books WHERE subscription_id = ${id} AND NOT (${isFollowed})`);
    for (const book of books) {
      const row = { subscription_id: id, book_id: book.id, told: book.last };
      await transaction.run(sql`${insertInto('push_books', row)} ON CONFLICT DO NOTHING`);
    }
  });
}

export const dropSubscription = async (database: Database, endpoint: string): Promise<boolean> =>
  (await database.run(sql`DELETE FROM push_subscriptions WHERE endpoint = ${endpoint}`)).changes > 0;

/** Returns the distinct pairs of a followed book and the last chapter number that browsers were notified of. */
export async function followedBooks(database: Database): Promise<{ book_id: number; told: number }[]> {
  return database.all<Row & { book_id: number; told: number }>(sql`SELECT DISTINCT book_id, told FROM push_books`);
}

/** The next notification of a book, for the browsers that were last notified of chapter `told`. */
export interface BookNotification {
  readonly book_id: number;
  readonly told: number;
  readonly chapter_id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string;
}

/**
 * In one transaction, queues the notification for all browsers that it concerns, which replaces their queued
 * notifications of the same book, and records that they have been notified of the chapter.
 */
export async function queueNotifications(
  database: Database,
  notification: BookNotification,
  now: Date,
): Promise<number> {
  const { book_id, told, chapter_id, number, title, body } = notification;
  return database.transaction(async (transaction) => {
    const time = now.getTime();
    const queue = sql`INSERT INTO push_outbox (subscription_id, book_id, chapter_id, title, body, tries, due, queued)
      SELECT subscription_id, book_id, ${chapter_id}, ${title}, ${body}, 0, ${time}, ${time} FROM push_books
        WHERE book_id = ${book_id} AND told = ${told}
      ON CONFLICT (subscription_id, book_id) DO UPDATE SET chapter_id = excluded.chapter_id, title = excluded.title,
        body = excluded.body, tries = excluded.tries, due = excluded.due, queued = excluded.queued`;
    const { changes } = await transaction.run(queue);
    await transaction.run(sql`UPDATE push_books SET told = ${number} WHERE book_id = ${book_id} AND told = ${told}`);
    return changes;
  });
}

export type Outgoing = Row & {
  subscription_id: number;
  book_id: number;
  chapter_id: number;
  title: string;
  body: string;
  tries: number;
  endpoint: string;
  brand: string;
  p256dh: string;
  auth: string;
  reader: string;
  service: string;
};

/**
 * Returns the due notifications, oldest first.
 * @param limit maximum number per brand and push service, so that none delays the others
 */
export async function dueNotifications(database: Database, now: Date, limit: number): Promise<Outgoing[]> {
  const query = sql`SELECT subscription_id, book_id, chapter_id, title, body, tries, endpoint, brand, p256dh, auth, reader, service
    FROM (SELECT o.subscription_id, o.book_id, o.chapter_id, o.title, o.body, o.tries, o.due,
        s.endpoint, s.brand, s.p256dh, s.auth, s.reader, s.service,
        row_number() OVER (PARTITION BY s.brand, s.service ORDER BY o.due) AS place
      FROM push_outbox o JOIN push_subscriptions s ON s.id = o.subscription_id WHERE o.due <= ${now.getTime()}) AS ranked
    WHERE place <= ${limit} ORDER BY due`;
  return database.all<Outgoing>(query);
}

export async function deleteNotification(
  database: Database,
  { subscription_id, book_id, chapter_id }: Outgoing,
): Promise<void> {
  const statement = sql`DELETE FROM push_outbox
    WHERE subscription_id = ${subscription_id} AND book_id = ${book_id} AND chapter_id = ${chapter_id}`;
  await database.run(statement);
}

export async function postponeNotification(
  database: Database,
  { subscription_id, book_id, chapter_id }: Outgoing,
  due: number,
): Promise<void> {
  const statement = sql`UPDATE push_outbox SET tries = tries + 1, due = ${due}
    WHERE subscription_id = ${subscription_id} AND book_id = ${book_id} AND chapter_id = ${chapter_id}`;
  await database.run(statement);
}
