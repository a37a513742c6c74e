import type * as v from 'valibot';
import type { Recharge, Voucher } from '#src/contract/calls/user.ts';
import type { BookReference } from '#src/contract/entities/book.ts';
import type { Page } from '#src/contract/paging.ts';
import type { Database, Row } from '../database.ts';
import { insertInto } from '../insert.ts';
import type { Paging } from '../reads/lists.ts';
import { raw, type Sql, sql } from '../sql.ts';

type RechargeEntry = v.InferOutput<typeof Recharge>;
type VoucherEntry = v.InferOutput<typeof Voucher>;
type RechargeRow = Row & RechargeEntry;
type VoucherRow = Row & Omit<VoucherEntry, 'used_on'> & { used_on: string | null };
type CountRow = Row & { total: number };

async function total(database: Database, table: 'recharges' | 'vouchers', user: number): Promise<number> {
  return (await database.one<CountRow>(sql`SELECT count(*) AS total FROM ${raw(table)} WHERE user_id = ${user}`)).total;
}

const pageOf = ({ page, page_size }: Paging): Sql =>
  sql`ORDER BY id DESC LIMIT ${page_size} OFFSET ${(page - 1) * page_size}`;

export async function rechargesOf(database: Database, user: number, paging: Paging): Promise<Page<RechargeEntry>> {
  const query = sql`SELECT id, coins, amount, state, created_at FROM recharges WHERE user_id = ${user} ${pageOf(paging)}`;
  const items = (await database.all<RechargeRow>(query)).map((row) => ({ ...row }));
  return { items, page: paging.page, page_size: paging.page_size, total: await total(database, 'recharges', user) };
}

export async function vouchersOf(database: Database, user: number, paging: Paging): Promise<Page<VoucherEntry>> {
  const query = sql`SELECT id, name, coins, used_on, expires_at, created_at FROM vouchers WHERE user_id = ${user}
    ${pageOf(paging)}`;
  const rows = await database.all<VoucherRow>(query);
  const items = rows.map((row) => ({ ...row, used_on: row.used_on === null ? null : JSON.parse(row.used_on) }));
  return { items, page: paging.page, page_size: paging.page_size, total: await total(database, 'vouchers', user) };
}

/** Returns the number of chapters that a visitor has unlocked in each book. The latest unlock comes first. */
export async function unlockedBooks(database: Database, user: number): Promise<{ book: number; chapters: number }[]> {
  type UnlockRow = Row & { book_id: number; chapters: number };
  const query = sql`SELECT book_id, count(*) AS chapters FROM unlocks WHERE user_id = ${user}
    GROUP BY book_id ORDER BY max(unlocked_at) DESC, book_id`;
  return (await database.all<UnlockRow>(query)).map(({ book_id, chapters }) => ({ book: book_id, chapters }));
}

export async function hasUnlocked(database: Database, user: number, book: number, chapter: number): Promise<boolean> {
  const query = sql`SELECT 1 FROM unlocks WHERE user_id = ${user} AND book_id = ${book} AND chapter_id = ${chapter}`;
  return (await database.get(query)) !== undefined;
}

/** Returns the ids of the chapters of a book that a visitor has unlocked. */
export async function unlockedChapters(database: Database, user: number, book: number): Promise<ReadonlySet<number>> {
  type UnlockRow = Row & { chapter_id: number };
  const rows = await database.all<UnlockRow>(
    sql`SELECT chapter_id FROM unlocks WHERE user_id = ${user} AND book_id = ${book}`,
  );
  return new Set(rows.map(({ chapter_id }) => chapter_id));
}

export interface Payment {
  readonly user: number;
  readonly key: string;
  readonly book: number;
  readonly chapter: number;
  readonly coins: number;
  readonly voucher: number | null;
}

export async function addUnlock(database: Database, payment: Payment, now: Date): Promise<void> {
  const { user, key, book, chapter, coins, voucher } = payment;
  const time = now.toISOString();
  await database.run(
    sql`INSERT INTO payments VALUES (${user}, ${key}, ${book}, ${chapter}, ${coins}, ${voucher}, ${time})`,
  );
  await database.run(sql`INSERT INTO unlocks VALUES (${user}, ${book}, ${chapter}, ${time})`);
}

/** Whether the visitor has already used this key for a payment. */
export async function knowsKey(database: Database, user: number, key: string): Promise<boolean> {
  return (await database.get(sql`SELECT 1 FROM payments WHERE user_id = ${user} AND key = ${key}`)) !== undefined;
}

/** What every new account receives, so that its first locked chapters are free. */
const WELCOME = { vouchers: 3, coins: 100, days: 60 } as const;

export async function addWelcome(database: Database, user: number, name: string, now: Date): Promise<void> {
  const ends = new Date(now.getTime() + WELCOME.days * 86_400_000).toISOString();
  const row = { user_id: user, name, coins: WELCOME.coins, expires_at: ends, created_at: now.toISOString() };
  for (let count = 0; count < WELCOME.vouchers; count += 1) await database.run(insertInto('vouchers', row));
}

/** Returns the unused voucher that covers the price and expires first. */
export async function usableVoucher(
  database: Database,
  user: number,
  price: number,
  now: Date,
): Promise<number | undefined> {
  const query = sql`SELECT id FROM vouchers
    WHERE user_id = ${user} AND used_on IS NULL AND expires_at > ${now.toISOString()} AND coins >= ${price}
    ORDER BY expires_at, id LIMIT 1`;
  return (await database.get<Row & { id: number }>(query))?.id;
}

/**
 * Uses a voucher of the visitor. If its value exceeds the price, the visitor receives the difference in coins.
 * @returns false if it has been used, has expired or is worth too little
 */
export async function spendVoucher(
  database: Database,
  user: number,
  { voucher, price, book }: { voucher: number; price: number; book: BookReference },
  now: Date,
): Promise<boolean> {
  const statement = sql`UPDATE vouchers SET used_on = ${JSON.stringify(book)}
    WHERE id = ${voucher} AND user_id = ${user} AND used_on IS NULL AND expires_at > ${now.toISOString()} AND coins >= ${price}`;
  if ((await database.run(statement)).changes === 0) return false;
  const update = sql`UPDATE users SET coins = coins - ${price} + (SELECT coins FROM vouchers WHERE id = ${voucher})
    WHERE id = ${user}`;
  await database.run(update);
  return true;
}

/** Spends coins. @returns false if there are not enough */
export async function spendCoins(database: Database, user: number, coins: number): Promise<boolean> {
  const statement = sql`UPDATE users SET coins = coins - ${coins} WHERE id = ${user} AND coins >= ${coins}`;
  return (await database.run(statement)).changes === 1;
}
