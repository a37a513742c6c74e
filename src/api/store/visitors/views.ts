import type { Database, Row } from '../database.ts';

/** Different paths of a brand that are counted in a day: room for every real page that is read, and no more. */
const MOST_PATHS = 50_000;

/** @returns whether the view was counted */
export function addPageView(database: Database, brand: string, path: string, now: Date): boolean {
  const day = now.toISOString().slice(0, 10);
  const known = 'UPDATE page_views SET views = views + 1 WHERE day = ? AND brand = ? AND path = ?';
  if (database.run(known, day, brand, path).changes > 0) return true;
  const sql = 'SELECT count(*) AS paths FROM page_views WHERE day = ? AND brand = ?';
  if (database.one<Row & { paths: number }>(sql, day, brand).paths >= MOST_PATHS) return false;
  database.run('INSERT INTO page_views (day, brand, path, views) VALUES (?, ?, ?, 1)', day, brand, path);
  return true;
}
