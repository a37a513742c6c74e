import type * as v from 'valibot';
import type { Recharge, Voucher } from '#src/contract/calls/user.ts';
import type { BookReference } from '#src/contract/entities/book.ts';
import type { Page } from '#src/contract/paging.ts';
import type { Database, Row } from '../database.ts';
import type { Paging } from '../reads/lists.ts';

type RechargeEntry = v.InferOutput<typeof Recharge>;
type VoucherEntry = v.InferOutput<typeof Voucher>;
type RechargeRow = Row & RechargeEntry;
type VoucherRow = Row & Omit<VoucherEntry, 'used_on'> & { used_on: string | null };
type CountRow = Row & { total: number };

async function total(database: Database, table: 'recharges' | 'vouchers', user: number): Promise<number> {
  return (await database.one<CountRow>(`SELECT count(*) AS total FROM ${table} WHERE user_id = ?`, user)).total;
}

const limits = (user: number, { page, page_size }: Paging) => [user, page_size, (page - 1) * page_size];

export async function rechargesOf(database: Database, user: number, paging: Paging): Promise<Page<RechargeEntry>> {
  const sql =
    'SELECT id, coins, amount, state, created_at FROM recharges WHERE user_id = ? ORDER BY id DESC LIMIT ? OFFSET ?';
  const items = (await database.all<RechargeRow>(sql, ...limits(user, paging))).map((row) => ({ ...row }));
  return { items, page: paging.page, page_size: paging.page_size, total: await total(database, 'recharges', user) };
}

export async function vouchersOf(database: Database, user: number, paging: Paging): Promise<Page<VoucherEntry>> {
  const sql = `SELECT id, name, coins, used_on, expires_at, created_at FROM vouchers WHERE user_id = ?
    ORDER BY id DESC LIMIT ? OFFSET ?`;
  const rows = await database.all<VoucherRow>(sql, ...limits(user, paging));
  const items = rows.map((row) => ({ ...row, used_on: row.used_on === null ? null : JSON.parse(row.used_on) }));
  return { items, page: paging.page, page_size: paging.page_size, total: await total(database, 'vouchers', user) };
}

/** By book, the one unlocked last first: how many of its chapters the visitor has unlocked. */
export async function unlockedBooks(database: Database, user: number): Promise<{ book: number; chapters: number }[]> {
  type UnlockRow = Row & { book_id: number; chapters: number };
  const sql = `SELECT book_id, count(*) AS chapters FROM unlocks WHERE user_id = ?
    GROUP BY book_id ORDER BY max(unlocked_at) DESC, book_id`;
  return (await database.all<UnlockRow>(sql, user)).map(({ book_id, chapters }) => ({ book: book_id, chapters }));
}

export async function hasUnlocked(database: Database, user: number, book: number, chapter: number): Promise<boolean> {
  const sql = 'SELECT 1 FROM unlocks WHERE user_id = ? AND book_id = ? AND chapter_id = ?';
  return (await database.get(sql, user, book, chapter)) !== undefined;
}

/** Ids of the chapters of a book that the visitor has unlocked. */
export async function unlockedChapters(database: Database, user: number, book: number): Promise<ReadonlySet<number>> {
  type UnlockRow = Row & { chapter_id: number };
  const rows = await database.all<UnlockRow>(
    'SELECT chapter_id FROM unlocks WHERE user_id = ? AND book_id = ?',
    user,
    book,
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
    'INSERT INTO payments VALUES (?, ?, ?, ?, ?, ?, ?)',
    user,
    key,
    book,
    chapter,
    coins,
    voucher,
    time,
  );
  await database.run('INSERT INTO unlocks VALUES (?, ?, ?, ?)', user, book, chapter, time);
}

/** Whether the visitor has told this key before. */
export async function knowsKey(database: Database, user: number, key: string): Promise<boolean> {
  return (await database.get('SELECT 1 FROM payments WHERE user_id = ? AND key = ?', user, key)) !== undefined;
}

/** What every new account gets, so that a first locked chapter costs nothing. */
const WELCOME = { vouchers: 3, coins: 100, days: 60 } as const;

export async function addWelcome(database: Database, user: number, name: string, now: Date): Promise<void> {
  const ends = new Date(now.getTime() + WELCOME.days * 86_400_000).toISOString();
  const sql = `INSERT INTO vouchers (user_id, name, coins, used_on, expires_at, created_at) VALUES (?, ?, ?, NULL, ?, ?)`;
  for (let count = 0; count < WELCOME.vouchers; count += 1)
    await database.run(sql, user, name, WELCOME.coins, ends, now.toISOString());
}

/** The unused voucher that is worth the price and ends first. */
export async function usableVoucher(
  database: Database,
  user: number,
  price: number,
  now: Date,
): Promise<number | undefined> {
  const sql = `SELECT id FROM vouchers WHERE user_id = ? AND used_on IS NULL AND expires_at > ? AND coins >= ?
    ORDER BY expires_at, id LIMIT 1`;
  return (await database.get<Row & { id: number }>(sql, user, now.toISOString(), price))?.id;
}

/** Uses a voucher of the visitor's; what it is worth beyond the price becomes coins. @returns false where it is used, over, or worth too little */
export async function spendVoucher(
  database: Database,
  user: number,
  { voucher, price, book }: { voucher: number; price: number; book: BookReference },
  now: Date,
): Promise<boolean> {
  const sql = `UPDATE vouchers SET used_on = ? WHERE id = ? AND user_id = ? AND used_on IS NULL AND expires_at > ?
    AND coins >= ?`;
  if ((await database.run(sql, JSON.stringify(book), voucher, user, now.toISOString(), price)).changes === 0)
    return false;
  const rest = 'UPDATE users SET coins = coins - ? + (SELECT coins FROM vouchers WHERE id = ?) WHERE id = ?';
  await database.run(rest, price, voucher, user);
  return true;
}

/** Takes coins. @returns false where there are not as many */
export async function spendCoins(database: Database, user: number, coins: number): Promise<boolean> {
  const sql = 'UPDATE users SET coins = coins - ?1 WHERE id = ?2 AND coins >= ?1';
  return (await database.run(sql, coins, user)).changes === 1;
}
