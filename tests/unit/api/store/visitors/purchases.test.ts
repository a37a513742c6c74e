import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { insertRow } from '#src/api/store/insert.ts';
import { sql } from '#src/api/store/sql.ts';
import { userById } from '#src/api/store/visitors/accounts.ts';
import {
  addUnlock,
  addWelcome,
  hasUnlocked,
  knowsKey,
  rechargesOf,
  spendCoins,
  spendVoucher,
  unlockedBooks,
  unlockedChapters,
  usableVoucher,
  vouchersOf,
} from '#src/api/store/visitors/purchases.ts';
import { newUser, visitorsDatabase } from './visitors-database.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
const BOOK = { id: 7, title: 'Sea', category: { name: 'Romance', sub_name: null } };

let database: Database;
let ada: number;
let bo: number;
beforeEach(async () => {
  database = await visitorsDatabase();
  ada = await newUser(database, 'ada@example.com');
  bo = await newUser(database, 'bo@example.com');
});

const coins = async (user: number) => (await userById(database, user))?.coins;
const setCoins = (user: number, count: number) =>
  database.run(sql`UPDATE users SET coins = ${count} WHERE id = ${user}`);
const voucher = (user: number, coins: number, expiresAt: Date) => {
  const dates = { expires_at: expiresAt.toISOString(), created_at: NOW.toISOString() };
  return insertRow(database, 'vouchers', { user_id: user, name: 'Gift', coins, ...dates });
};

describe('the coins of a visitor', () => {
  it('are charged only to the buyer, and only if the buyer has enough', async () => {
    await setCoins(ada, 100);
    await setCoins(bo, 100);
    expect([await spendCoins(database, ada, 60), await coins(ada)]).toEqual([true, 40]);
    expect([await spendCoins(database, ada, 41), await coins(ada)]).toEqual([false, 40]);
    expect([await spendCoins(database, ada, 40), await coins(ada), await coins(bo)]).toEqual([true, 0, 100]);
  });
});

describe('a stored voucher', () => {
  it('is one of three that a new account gets, each valid for 60 days', async () => {
    await addWelcome(database, ada, 'Welcome', NOW);
    const { items, total } = await vouchersOf(database, ada, { page: 1, page_size: 10 });
    expect(total).toBe(3);
    expect(items[0]).toEqual({
      id: 3,
      name: 'Welcome',
      coins: 100,
      used_on: null,
      expires_at: days(60).toISOString(),
      created_at: NOW.toISOString(),
    });
    expect(await vouchersOf(database, bo, { page: 1, page_size: 10 })).toMatchObject({ items: [], total: 0 });
  });

  it('is selected for a purchase if it expires first among the vouchers worth at least the price', async () => {
    const late = await voucher(ada, 100, days(9));
    const soon = await voucher(ada, 100, days(2));
    await voucher(ada, 10, days(1));
    await voucher(bo, 100, days(1));
    expect(await usableVoucher(database, ada, 100, NOW)).toBe(soon);
    expect(await usableVoucher(database, ada, 100, days(2))).toBe(late);
    expect(await usableVoucher(database, ada, 101, NOW)).toBeUndefined();
    expect(await usableVoucher(database, ada, 100, days(9))).toBeUndefined();
    const twin = await voucher(ada, 100, days(9));
    expect([await usableVoucher(database, ada, 100, days(3)), twin > late]).toEqual([late, true]);
  });

  it('can be spent only once, and the remainder is credited as coins', async () => {
    await setCoins(ada, 5);
    const gift = await voucher(ada, 100, days(1));
    const spend = (user: number, price: number, now = NOW) =>
      spendVoucher(database, user, { voucher: gift, price, book: BOOK }, now);
    expect(await spend(bo, 50)).toBe(false);
    expect(await spend(ada, 101)).toBe(false);
    expect(await spend(ada, 50, days(1))).toBe(false);
    expect([await spend(ada, 30), await coins(ada), await coins(bo)]).toEqual([true, 75, 0]);
    expect([await spend(ada, 30), await coins(ada)]).toEqual([false, 75]);
    expect(await usableVoucher(database, ada, 1, NOW)).toBeUndefined();
    const { items } = await vouchersOf(database, ada, { page: 1, page_size: 10 });
    expect(items[0]?.used_on).toEqual(BOOK);
  });

  it('leaves the coins unchanged if it is worth exactly the price', async () => {
    const gift = await voucher(ada, 100, days(1));
    expect(await spendVoucher(database, ada, { voucher: gift, price: 100, book: BOOK }, NOW)).toBe(true);
    expect(await coins(ada)).toBe(0);
  });
});

describe('the payment lists of a visitor', () => {
  it('are paginated, latest first', async () => {
    for (const amount of ['1.00', '2.00', '3.00'])
      await database.run(
        sql`INSERT INTO recharges (user_id, coins, amount, state, created_at) VALUES (${ada}, 100, ${amount}, 'paid', '2026')`,
      );
    const page = async (number: number) => {
      const { items, ...rest } = await rechargesOf(database, ada, { page: number, page_size: 2 });
      return { amounts: items.map(({ amount }) => amount), ...rest };
    };
    expect(await page(1)).toEqual({ amounts: ['3.00', '2.00'], page: 1, page_size: 2, total: 3 });
    expect(await page(2)).toEqual({ amounts: ['1.00'], page: 2, page_size: 2, total: 3 });
    expect(await rechargesOf(database, bo, { page: 1, page_size: 2 })).toMatchObject({ items: [], total: 0 });
    for (const day of [1, 2, 3]) await voucher(ada, day, days(day));
    const second = await vouchersOf(database, ada, { page: 2, page_size: 2 });
    expect([second.items.map((one) => one.coins), second.total]).toEqual([[1], 3]);
  });
});

describe('the unlocked chapters of a visitor', () => {
  const unlock = (user: number, key: string, book: number, chapter: number, now: Date) =>
    addUnlock(database, { user, key, book, chapter, coins: 10, voucher: null }, now);

  it('are counted by book, with the most recently unlocked book first', async () => {
    await unlock(ada, 'a', 1, 11, days(1));
    await unlock(ada, 'b', 2, 21, days(2));
    await unlock(ada, 'c', 1, 12, days(3));
    await unlock(ada, 'd', 3, 31, days(2));
    await unlock(bo, 'a', 4, 41, days(4));
    expect(await unlockedBooks(database, ada)).toEqual([
      { book: 1, chapters: 2 },
      { book: 2, chapters: 1 },
      { book: 3, chapters: 1 },
    ]);
    expect(await unlockedChapters(database, ada, 1)).toEqual(new Set([11, 12]));
    expect(await unlockedChapters(database, bo, 1)).toEqual(new Set());
    expect([
      await hasUnlocked(database, ada, 1, 11),
      await hasUnlocked(database, ada, 2, 11),
      await hasUnlocked(database, ada, 1, 13),
      await hasUnlocked(database, bo, 1, 11),
    ]).toEqual([true, false, false, false]);
  });

  it('have a payment whose idempotency key is found only for the same visitor', async () => {
    await unlock(ada, 'wish', 1, 11, NOW);
    expect([
      await knowsKey(database, ada, 'wish'),
      await knowsKey(database, ada, 'other'),
      await knowsKey(database, bo, 'wish'),
    ]).toEqual([true, false, false]);
    expect(await database.all(sql`SELECT coins, voucher_id, paid_at FROM payments`)).toEqual([
      { coins: 10, voucher_id: null, paid_at: NOW.toISOString() },
    ]);
  });
});
