import type { Database, Row } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';

/**
 * Returns the position that brings a chapter back behind the nearest of the chapters that were before it.
 * @param previous ids of the chapters before it, the nearest one last; undefined if the chapter has not moved since
 */
export async function formerPlace(
  database: Pick<Database, 'all'>,
  { id, book_id }: { readonly id: number; readonly book_id: number },
  previous: readonly number[] | undefined,
): Promise<number | undefined> {
  if (!previous) return undefined;
  const rows = await database.all<Row & { id: number }>(
    sql`SELECT id FROM chapters WHERE book_id = ${book_id} AND id <> ${id} ORDER BY place`,
  );
  const others = rows.map((row) => row.id);
  const nearest = previous.findLast((other) => others.includes(other));
  return nearest === undefined ? 1 : others.indexOf(nearest) + 2;
}
