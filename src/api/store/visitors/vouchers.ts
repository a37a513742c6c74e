import type { BookReference } from '#src/contract/entities/book.ts';
import type { Database, Row } from '../database.ts';

/** What every new account gets, so that a first locked chapter costs nothing. */
export const WELCOME = { vouchers: 3, coins: 100, days: 60 } as const;

export function addWelcome(database: Database, user: number, name: string, now: Date): void {
  const ends = new Date(now.getTime() + WELCOME.days * 86_400_000).toISOString();
  const sql = `INSERT INTO vouchers (user_id, name, coins, used_on, expires_at, created_at) VALUES (?, ?, ?, NULL, ?, ?)`;
  for (let count = 0; count < WELCOME.vouchers; count += 1)
    database.run(sql, user, name, WELCOME.coins, ends, now.toISOString());
}

/** The unused voucher that is worth the price and ends first. */
export function usableVoucher(database: Database, user: number, price: number, now: Date): number | undefined {
  const sql = `SELECT id FROM vouchers WHERE user_id = ? AND used_on IS NULL AND expires_at > ? AND coins >= ?
    ORDER BY expires_at, id LIMIT 1`;
  return database.get<Row & { id: number }>(sql, user, now.toISOString(), price)?.id;
}

/** Uses a voucher of the visitor's. @returns false where it is used, over, or worth too little */
export function spendVoucher(
  database: Database,
  user: number,
  { voucher, price, book }: { voucher: number; price: number; book: BookReference },
  now: Date,
): boolean {
  const sql = `UPDATE vouchers SET used_on = ? WHERE id = ? AND user_id = ? AND used_on IS NULL AND expires_at > ?
    AND coins >= ?`;
  return database.run(sql, JSON.stringify(book), voucher, user, now.toISOString(), price).changes === 1;
}

/** Takes coins. @returns false where there are not as many */
export function spendCoins(database: Database, user: number, coins: number): boolean {
  const sql = 'UPDATE users SET coins = coins - ?1 WHERE id = ?2 AND coins >= ?1';
  return database.run(sql, coins, user).changes === 1;
}
