import type { Database, Row } from '../database.ts';

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

/** A book a browser is notified of, with the number of its last chapter today: nothing older is told. */
export interface FollowedBook {
  readonly id: number;
  readonly last: number;
}

type IdRow = Row & { id: number };

/** Puts a subscription with its books in the place of the one at the same endpoint; what was told stays told. */
export async function putSubscription(
  database: Database,
  { endpoint, brand, p256dh, auth, reader, service }: Subscription,
  books: readonly FollowedBook[],
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const put = `INSERT INTO push_subscriptions (endpoint, brand, p256dh, auth, reader, service, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (endpoint) DO UPDATE SET brand = excluded.brand, p256dh = excluded.p256dh, auth = excluded.auth,
        reader = excluded.reader, service = excluded.service`;
    await transaction.run(put, endpoint, brand, p256dh, auth, reader, service, now.toISOString());
    const { id } = await transaction.one<IdRow>('SELECT id FROM push_subscriptions WHERE endpoint = ?', endpoint);
    const drop = 'DELETE FROM push_books WHERE subscription_id = ? AND book_id NOT IN (SELECT value FROM json_each(?))';
    await transaction.run(drop, id, JSON.stringify(books.map((book) => book.id)));
    const add = 'INSERT INTO push_books (subscription_id, book_id, told) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    for (const book of books) await transaction.run(add, id, book.id, book.last);
  });
}

export const dropSubscription = async (database: Database, endpoint: string): Promise<boolean> =>
  (await database.run('DELETE FROM push_subscriptions WHERE endpoint = ?', endpoint)).changes > 0;

/** Books that browsers are notified of, and how far they were told of them. */
export async function followedBooks(database: Database): Promise<{ book_id: number; told: number }[]> {
  return database.all<Row & { book_id: number; told: number }>('SELECT DISTINCT book_id, told FROM push_books');
}

/** What browsers that were told of a book up to `told` are told of it next. */
export interface BookNews {
  readonly book_id: number;
  readonly told: number;
  readonly chapter_id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string;
}

/** Puts news into the outbox of all these browsers, in the place of older news, and counts it as told: both or neither. */
export async function queueNews(database: Database, news: BookNews, now: Date): Promise<number> {
  const { book_id, told, chapter_id, number, title, body } = news;
  return database.transaction(async (transaction) => {
    const queue = `INSERT INTO push_outbox (subscription_id, book_id, chapter_id, title, body, tries, due, queued)
      SELECT subscription_id, book_id, ?, ?, ?, 0, ?, ? FROM push_books WHERE book_id = ? AND told = ?
      ON CONFLICT (subscription_id, book_id) DO UPDATE SET chapter_id = excluded.chapter_id, title = excluded.title,
        body = excluded.body, tries = excluded.tries, due = excluded.due, queued = excluded.queued`;
    const time = now.getTime();
    const { changes } = await transaction.run(queue, chapter_id, title, body, time, time, book_id, told);
    await transaction.run('UPDATE push_books SET told = ? WHERE book_id = ? AND told = ?', number, book_id, told);
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
 * Due notifications, oldest first.
 * @param most per brand and push service, so that none crowds out the others
 */
export async function dueNews(database: Database, now: Date, most: number): Promise<Outgoing[]> {
  const sql = `SELECT subscription_id, book_id, chapter_id, title, body, tries, endpoint, brand, p256dh, auth, reader, service
    FROM (SELECT o.subscription_id, o.book_id, o.chapter_id, o.title, o.body, o.tries, o.due,
        s.endpoint, s.brand, s.p256dh, s.auth, s.reader, s.service,
        row_number() OVER (PARTITION BY s.brand, s.service ORDER BY o.due) AS place
      FROM push_outbox o JOIN push_subscriptions s ON s.id = o.subscription_id WHERE o.due <= ?) AS ranked
    WHERE place <= ? ORDER BY due`;
  return database.all<Outgoing>(sql, now.getTime(), most);
}

export async function forgetNews(
  database: Database,
  { subscription_id, book_id, chapter_id }: Outgoing,
): Promise<void> {
  const sql = 'DELETE FROM push_outbox WHERE subscription_id = ? AND book_id = ? AND chapter_id = ?';
  await database.run(sql, subscription_id, book_id, chapter_id);
}

export async function postponeNews(
  database: Database,
  { subscription_id, book_id, chapter_id }: Outgoing,
  due: number,
): Promise<void> {
  const sql = `UPDATE push_outbox SET tries = tries + 1, due = ?
    WHERE subscription_id = ? AND book_id = ? AND chapter_id = ?`;
  await database.run(sql, due, subscription_id, book_id, chapter_id);
}
