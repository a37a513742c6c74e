import type { Database, Row } from '../database.ts';

export function hasUnlocked(database: Database, user: number, book: number, chapter: number): boolean {
  const sql = 'SELECT 1 FROM unlocks WHERE user_id = ? AND book_id = ? AND chapter_id = ?';
  return database.get(sql, user, book, chapter) !== undefined;
}

/** Ids of the chapters of a book that the visitor has unlocked. */
export function unlockedChapters(database: Database, user: number, book: number): ReadonlySet<number> {
  type UnlockRow = Row & { chapter_id: number };
  const rows = database.all<UnlockRow>('SELECT chapter_id FROM unlocks WHERE user_id = ? AND book_id = ?', user, book);
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

export function addUnlock(database: Database, payment: Payment, now: Date): void {
  const { user, key, book, chapter, coins, voucher } = payment;
  const time = now.toISOString();
  database.run('INSERT INTO payments VALUES (?, ?, ?, ?, ?, ?, ?)', user, key, book, chapter, coins, voucher, time);
  database.run('INSERT INTO unlocks VALUES (?, ?, ?, ?)', user, book, chapter, time);
}

/** Whether the visitor has told this key before. */
export function knowsKey(database: Database, user: number, key: string): boolean {
  return database.get('SELECT 1 FROM payments WHERE user_id = ? AND key = ?', user, key) !== undefined;
}
