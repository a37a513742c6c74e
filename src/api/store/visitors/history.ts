import type { HistoryMark } from '../../visitors/merge-history.ts';
import type { Database, Row } from '../database.ts';

/** Books one visitor's history holds, removed ones included; beyond it the oldest are forgotten. */
const MOST_BOOKS = 5000;

type MarkRow = Row & { book_id: number; at: number; entry: string | null };

/** By book, newest first. */
export function historyOf(database: Database, user: number): Map<number, HistoryMark> {
  const rows = database.all<MarkRow>(
    'SELECT book_id, at, entry FROM history WHERE user_id = ? ORDER BY at DESC, book_id',
    user,
  );
  return new Map(
    rows.map(({ book_id, at, entry }) => [book_id, { at, entry: entry === null ? null : JSON.parse(entry) }]),
  );
}

/** Reads what is known, puts what `merge` makes of it, and reads again, with no other writer in between. */
export function changeHistory(
  database: Database,
  user: number,
  merge: (known: ReadonlyMap<number, HistoryMark>) => ReadonlyMap<number, HistoryMark>,
): Map<number, HistoryMark> {
  return database.transaction(() => {
    const put = 'INSERT OR REPLACE INTO history (user_id, book_id, at, entry) VALUES (?, ?, ?, ?)';
    for (const [book, { at, entry }] of merge(historyOf(database, user))) {
      database.run(put, user, book, at, entry && JSON.stringify(entry));
    }
    const beyond = 'SELECT book_id FROM history WHERE user_id = ?1 ORDER BY at DESC, book_id LIMIT -1 OFFSET ?2';
    database.run(`DELETE FROM history WHERE user_id = ?1 AND book_id IN (${beyond})`, user, MOST_BOOKS);
    return historyOf(database, user);
  });
}
