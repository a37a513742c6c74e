import type { Database, Row } from '../database.ts';
import { storedField } from '../dialects.ts';
import { sql } from '../sql.ts';

/** Returns the ids of the book that has or had a key, and of earlier books with this key, by takedowns and the log. */
export async function booksWithKey(database: Pick<Database, 'all'>, key: string): Promise<number[]> {
  const rows = await database.all<Row & { id: number }>(
    sql`SELECT book_id AS id FROM takedowns WHERE key = ${key}
      UNION SELECT record AS id FROM audit_log WHERE kind = 'book' AND act <> 'change'
        AND ${key} IN (${storedField('before', 'key')}, ${storedField('after', 'key')})`,
  );
  return rows.map(({ id }) => id);
}
