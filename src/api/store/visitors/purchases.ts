import type * as v from 'valibot';
import type { Recharge, Voucher } from '#src/contract/calls/user.ts';
import type { Page } from '#src/contract/paging.ts';
import type { Database, Row } from '../database.ts';
import type { Paging } from '../reads/lists.ts';

type RechargeEntry = v.InferOutput<typeof Recharge>;
type VoucherEntry = v.InferOutput<typeof Voucher>;
type RechargeRow = Row & RechargeEntry;
type VoucherRow = Row & Omit<VoucherEntry, 'used_on'> & { used_on: string | null };
type CountRow = Row & { total: number };

function total(database: Database, table: 'recharges' | 'vouchers', user: number): number {
  return database.one<CountRow>(`SELECT count(*) AS total FROM ${table} WHERE user_id = ?`, user).total;
}

const limits = (user: number, { page, page_size }: Paging) => [user, page_size, (page - 1) * page_size];

export function rechargesOf(database: Database, user: number, paging: Paging): Page<RechargeEntry> {
  const sql =
    'SELECT id, coins, amount, state, created_at FROM recharges WHERE user_id = ? ORDER BY id DESC LIMIT ? OFFSET ?';
  const items = database.all<RechargeRow>(sql, ...limits(user, paging)).map((row) => ({ ...row }));
  return { items, page: paging.page, page_size: paging.page_size, total: total(database, 'recharges', user) };
}

export function vouchersOf(database: Database, user: number, paging: Paging): Page<VoucherEntry> {
  const sql = `SELECT id, name, coins, used_on, expires_at, created_at FROM vouchers WHERE user_id = ?
    ORDER BY id DESC LIMIT ? OFFSET ?`;
  const rows = database.all<VoucherRow>(sql, ...limits(user, paging));
  const items = rows.map((row) => ({ ...row, used_on: row.used_on === null ? null : JSON.parse(row.used_on) }));
  return { items, page: paging.page, page_size: paging.page_size, total: total(database, 'vouchers', user) };
}

/** By book, the one unlocked last first: how many of its chapters the visitor has unlocked. */
export function unlockedBooks(database: Database, user: number): { book: number; chapters: number }[] {
  type UnlockRow = Row & { book_id: number; chapters: number };
  const sql = `SELECT book_id, count(*) AS chapters FROM unlocks WHERE user_id = ?
    GROUP BY book_id ORDER BY max(unlocked_at) DESC, book_id`;
  return database.all<UnlockRow>(sql, user).map(({ book_id, chapters }) => ({ book: book_id, chapters }));
}
