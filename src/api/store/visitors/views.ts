import type { Database, Row } from '../database.ts';

/** Different paths of a brand that are counted in a day: room for every real page that is read, and no more. */
const MAX_PATHS = 50_000;
/** Days that are kept: a year to look back on, and the month before it. */
const KEPT_DAYS = 400;

/** Counts views by day (UTC), brand and path. */
export interface PageViews {
  /** @returns whether the view was counted; it is not where the day has too many paths */
  add(brand: string, path: string, now: Date): boolean;
}

export function createPageViews(database: Database, most = MAX_PATHS): PageViews {
  let today = '';
  /** How many paths each brand has today; what another process adds meanwhile is left out. */
  const paths = new Map<string, number>();

  const begin = (day: string, now: Date) => {
    today = day;
    paths.clear();
    database.run('DELETE FROM page_views WHERE day < ?', dayOf(new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
  };

  return {
    add(brand, path, now) {
      const day = dayOf(now);
      if (day !== today) begin(day, now);
      if (addToKnown(database, day, brand, path)) return true;
      const count = paths.get(brand) ?? countPaths(database, day, brand);
      const room = count < most;
      if (room) database.run('INSERT INTO page_views (day, brand, path, views) VALUES (?, ?, ?, 1)', day, brand, path);
      paths.set(brand, room ? count + 1 : count);
      return room;
    },
  };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

function addToKnown(database: Database, day: string, brand: string, path: string): boolean {
  const sql = 'UPDATE page_views SET views = views + 1 WHERE day = ? AND brand = ? AND path = ?';
  return database.run(sql, day, brand, path).changes > 0;
}

function countPaths(database: Database, day: string, brand: string): number {
  const sql = 'SELECT count(*) AS paths FROM page_views WHERE day = ? AND brand = ?';
  return database.one<Row & { paths: number }>(sql, day, brand).paths;
}
