import { LecternError } from '#src/lib/errors.ts';
import type { Row } from '../database.ts';
import { sql } from '../sql.ts';
import type { Transaction } from './transaction.ts';

/** Rejects the key of a book that was taken down. @throws LecternError STORE_TAKEN_DOWN */
export async function rejectTakenDown({ database }: Transaction, key: string): Promise<void> {
  const query = sql`SELECT book_id, title, at FROM takedowns WHERE key = ${key}`;
  const row = await database.get<Row & { book_id: number; title: string; at: string }>(query);
  if (!row) return;
  throw new LecternError(
    'STORE_TAKEN_DOWN',
    `"${row.title}" was taken down on ${row.at}, so it is not imported. To allow it again: npm run content -- allow ${row.book_id}`,
  );
}
