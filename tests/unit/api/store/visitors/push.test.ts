import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import {
  deleteNotification,
  dropSubscription,
  dueNotifications,
  followedBooks,
  type Outgoing,
  postponeNotification,
  putSubscription,
  queueNotifications,
} from '#src/api/store/visitors/push.ts';
import { visitorsDatabase } from './visitors-database.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1) + second * 1000);

let database: Database;
beforeEach(async () => {
  database = await visitorsDatabase();
});

const subscribe = (name: string, books: readonly (readonly [id: number, last: number])[]) =>
  putSubscription(
    database,
    {
      endpoint: `https://push.test/${name}`,
      brand: 'ash',
      p256dh: `p of ${name}`,
      auth: 'a',
      reader: '/reader',
      service: 'push.test',
    },
    books.map(([id, last]) => ({ id, last })),
    at(0),
  );
const followed = async () =>
  (await followedBooks(database)).map(({ book_id, told: notifiedUpTo }) => `${book_id} to ${notifiedUpTo}`).sort();
const news = (book: number, notifiedUpTo: number, number: number, second = 0) =>
  queueNotifications(
    database,
    { book_id: book, told: notifiedUpTo, chapter_id: number * 10, number, title: `Chapter ${number}`, body: 'Read.' },
    at(second),
  );
const due = async (second: number, limit = 9) =>
  (await dueNotifications(database, at(second), limit)).map(({ endpoint, title }) => `${endpoint.slice(18)}: ${title}`);
const first = async (second: number): Promise<Outgoing> => {
  const [found] = await dueNotifications(database, at(second), 1);
  if (!found) throw new Error('Nothing is due.');
  return found;
};

describe('a subscribed browser', () => {
  it('follows the books in its latest subscription, and remembers which chapters it was notified of', async () => {
    await subscribe('one', [
      [1, 5],
      [2, 3],
    ]);
    await news(1, 5, 6);
    await subscribe('one', [
      [1, 9],
      [3, 7],
    ]);
    expect(await followed()).toEqual(['1 to 6', '3 to 7']);
    expect(await database.all(sql`SELECT count(*) AS count FROM push_subscriptions`)).toEqual([{ count: 1 }]);
  });

  it('is removed with its books and waiting notifications', async () => {
    await subscribe('one', [[1, 5]]);
    await subscribe('two', [[1, 5]]);
    await news(1, 5, 6);
    expect(await dropSubscription(database, 'https://push.test/one')).toBe(true);
    expect(await dropSubscription(database, 'https://push.test/one')).toBe(false);
    expect(await due(0)).toEqual(['two: Chapter 6']);
  });
});

describe('a notification about a new chapter', () => {
  it('is queued for each browser that was last notified of the given chapter, and for no other browser', async () => {
    await subscribe('one', [[1, 5]]);
    await subscribe('two', [
      [1, 5],
      [2, 5],
    ]);
    await subscribe('three', [[1, 4]]);
    expect(await news(1, 5, 6)).toBe(2);
    expect(await news(1, 5, 6)).toBe(0);
    expect((await due(0)).sort()).toEqual(['one: Chapter 6', 'two: Chapter 6']);
    expect(await followed()).toEqual(['1 to 4', '1 to 6', '2 to 5']);
    expect(await first(0)).toMatchObject({
      book_id: 1,
      chapter_id: 60,
      body: 'Read.',
      tries: 0,
      brand: 'ash',
      auth: 'a',
    });
  });

  it('replaces an earlier unsent notification for the same book', async () => {
    await subscribe('one', [[1, 5]]);
    await news(1, 5, 6);
    await postponeNotification(database, await first(0), at(100).getTime());
    await news(1, 6, 7, 1);
    expect(await due(1)).toEqual(['one: Chapter 7']);
    expect(await first(1)).toMatchObject({ tries: 0 });
  });

  it('is returned when it is due, in batches and in the order of the due times', async () => {
    await subscribe('one', [
      [1, 5],
      [2, 5],
      [3, 5],
    ]);
    await news(1, 5, 6, 30);
    await news(2, 5, 7, 10);
    await news(3, 5, 8, 20);
    expect(await due(9)).toEqual([]);
    expect(await due(20)).toEqual(['one: Chapter 7', 'one: Chapter 8']);
    expect(await due(99, 1)).toEqual(['one: Chapter 7']);
  });

  it('can be postponed, and is removed after it is sent unless a newer notification has replaced it', async () => {
    await subscribe('one', [[1, 5]]);
    await news(1, 5, 6);
    const old = await first(0);
    await postponeNotification(database, old, at(60).getTime());
    expect([await due(59), await due(60)]).toEqual([[], ['one: Chapter 6']]);
    expect(await first(60)).toMatchObject({ tries: 1 });
    await news(1, 6, 7, 61);
    await deleteNotification(database, old);
    await postponeNotification(database, old, at(999).getTime());
    expect(await due(61)).toEqual(['one: Chapter 7']);
    await deleteNotification(database, await first(61));
    expect(await due(999)).toEqual([]);
  });
});
