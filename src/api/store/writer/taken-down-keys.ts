import { LecternError } from '#src/lib/errors.ts';
import type { Row } from '../database.ts';
import type { Transaction } from './transaction.ts';

/** @throws LecternError STORE_TAKEN_DOWN */
export async function refuseTakenDown({ database }: Transaction, key: string): Promise<void> {
  const sql = 'SELECT book_id, title, at FROM takedowns WHERE key = ?';
  const row = await database.get<Row & { book_id: number; title: string; at: string }>(sql, key);
  if (!row) return;
  throw new LecternError(
    'STORE_TAKEN_DOWN',
    `"${row.title}" was taken down on ${row.at}, so it does not come back by itself. Where that is wanted: npm run content -- allow ${row.book_id}`,
  );
}
