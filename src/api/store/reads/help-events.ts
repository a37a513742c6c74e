import type { Database, Row } from '../database.ts';
import { sql } from '../sql.ts';

export type HelpEventRow = Row & {
  id: number;
  book_id: number;
  inviter: string;
  needed: number;
  helped: number;
  expires_at: string;
};

/** Returns an event. It is identified only by its id, so that a link sent to a friend works in any section. */
export async function helpEventById(database: Database, id: number): Promise<HelpEventRow | undefined> {
  return database.get<HelpEventRow>(
    sql`SELECT id, book_id, inviter, needed, helped, expires_at FROM help_events WHERE id = ${id}`,
  );
}

/** Returns the id of a book's event. If the book has several events, returns the one that ends last. */
export async function lastEventOf(database: Database, book: number): Promise<number | undefined> {
  const query = sql`SELECT id FROM help_events WHERE book_id = ${book} ORDER BY expires_at DESC, id LIMIT 1`;
  return (await database.get<Row & { id: number }>(query))?.id;
}
