import type { Database, Row } from '../database.ts';

export type HelpEventRow = Row & {
  id: number;
  book_id: number;
  inviter: string;
  needed: number;
  helped: number;
  expires_at: string;
};

/** An event is found by its id alone: the link a friend was sent works whatever section the visitor reads. */
export async function helpEventById(database: Database, id: number): Promise<HelpEventRow | undefined> {
  return database.get<HelpEventRow>(
    'SELECT id, book_id, inviter, needed, helped, expires_at FROM help_events WHERE id = ?',
    id,
  );
}

/** Of several events of a book the one that ends last. */
export async function lastEventOf(database: Database, book: number): Promise<number | undefined> {
  const sql = 'SELECT id FROM help_events WHERE book_id = ? ORDER BY expires_at DESC, id LIMIT 1';
  return (await database.get<Row & { id: number }>(sql, book))?.id;
}
