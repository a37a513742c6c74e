import { setImmediate } from 'node:timers/promises';
import type { Database, Row } from '../store/database.ts';
import { raw, sql } from '../store/sql.ts';
import { MIN_PAIR, type Pair } from './similar-books.ts';

/** Number of months of pairs that are added up, with the current one. */
const MONTHS = 3;
const PAIRS_PER_QUERY = 5000;

/** The first month whose pairs count, such as `2026-04` for a day in June. */
export function firstPairMonth(lastDay: string): string {
  const date = new Date(`${lastDay.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - (MONTHS - 1));
  return date.toISOString().slice(0, 7);
}

interface Place {
  readonly brand: string;
  readonly section: number;
  readonly firstMonth: string;
}

/** Reads the pairs of a section that meet the conditions, in parts, so that calls run in between. */
export async function readPairs(
  database: Database,
  { brand, section, firstMonth }: Place,
  add: (pair: Pair) => void,
): Promise<void> {
  let [book, other] = [0, 0];
  for (;;) {
    const rows = await database.all<Row & Pair & { counts: number }>(sql`SELECT book_id AS book, other_id AS other,
        sum(readers) AS readers, CASE WHEN sum(readers) >= ${raw(MIN_PAIR.readers)} AND sum(days) >= ${raw(MIN_PAIR.days)}
          AND max(networks) >= ${raw(MIN_PAIR.networksOnOneDay)} THEN 1 ELSE 0 END AS counts
      FROM living_pairs WHERE brand = ${brand} AND section = ${section} AND (book_id, other_id) > (${book}, ${other})
        AND month >= ${firstMonth}
      GROUP BY book_id, other_id ORDER BY book_id, other_id LIMIT ${PAIRS_PER_QUERY}`);
    for (const row of rows) if (row.counts === 1) add({ book: row.book, other: row.other, readers: row.readers });
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAIRS_PER_QUERY) return;
    [book, other] = [last.book, last.other];
    await setImmediate();
  }
}
