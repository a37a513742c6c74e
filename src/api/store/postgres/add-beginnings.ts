import type { PoolClient } from 'pg';
import { beginningOf, MAX_BEGINNINGS } from '../beginnings.ts';

const BOOKS_PER_BATCH = 200;

/** Adds the beginnings of books, as the corresponding step in the SQLite schema (../schema-catalogue.ts) does. */
export async function addBeginnings(client: PoolClient): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS book_beginnings (
    hash text COLLATE "C" NOT NULL, book_id bigint NOT NULL REFERENCES books (id) ON DELETE CASCADE, PRIMARY KEY (hash, book_id)
  );
  CREATE INDEX IF NOT EXISTS book_beginnings_by_book ON book_beginnings (book_id)`);
  let last = 0;
  for (;;) {
    const { rows: books } = await client.query<{ id: number }>(
      'SELECT id FROM books WHERE id > $1 ORDER BY id LIMIT $2',
      [last, BOOKS_PER_BATCH],
    );
    const ids = books.map(({ id }) => Number(id));
    if (ids.length === 0) return;
    last = ids.at(-1) ?? last;
    const { rows } = await client.query<{ book_id: number; html: string }>(
      `SELECT c.book_id, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id
        WHERE c.book_id = ANY ($1::bigint[]) AND c.place <= $2`,
      [ids, MAX_BEGINNINGS],
    );
    const beginnings = rows.flatMap(({ book_id, html }) => {
      const hash = beginningOf(html);
      return hash === null ? [] : [{ hash, book: Number(book_id) }];
    });
    await client.query(
      `INSERT INTO book_beginnings (hash, book_id) SELECT * FROM unnest($1::text[], $2::bigint[]) ON CONFLICT DO NOTHING`,
      [beginnings.map(({ hash }) => hash), beginnings.map(({ book }) => book)],
    );
  }
}
