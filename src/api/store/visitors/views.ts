import type { Database, Row } from '../database.ts';

/** Different paths of a brand that are counted in a day: room for every real page that is read, and no more. */
const MAX_PATHS = 50_000;
/** Days that are kept: a year to look back on, and the month before it. */
const KEPT_DAYS = 400;

/** Counts views by day (UTC), brand and path. */
export interface PageViews {
  /** @returns whether the view was counted; it is not where the day has too many paths */
  add(brand: string, path: string, now: Date): Promise<boolean>;
}

export function createPageViews(database: Database, most = MAX_PATHS): PageViews {
  let today = '';
  /** How many paths each brand has today; what another process adds meanwhile is left out. */
  const paths = new Map<string, number>();

  const begin = async (day: string, now: Date) => {
    today = day;
    paths.clear();
    await database.run('DELETE FROM page_views WHERE day < ?', dayOf(new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
  };

  return {
    async add(brand, path, now) {
      const day = dayOf(now);
      if (day !== today) await begin(day, now);
      if (await addToKnown(database, day, brand, path)) return true;
      if (!paths.has(brand)) paths.set(brand, await countPaths(database, day, brand));
      const count = paths.get(brand) ?? 0;
      const room = count < most;
      if (room) {
        paths.set(brand, count + 1);
        await addPath(database, day, brand, path);
      }
      return room;
    },
  };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

async function addToKnown(database: Database, day: string, brand: string, path: string): Promise<boolean> {
  const sql = 'UPDATE page_views SET views = views + 1 WHERE day = ? AND brand = ? AND path = ?';
  return (await database.run(sql, day, brand, path)).changes > 0;
}

/** Another call may have added it meanwhile. */
async function addPath(database: Database, day: string, brand: string, path: string): Promise<void> {
  const sql = `INSERT INTO page_views (day, brand, path, views) VALUES (?, ?, ?, 1)
    ON CONFLICT (day, brand, path) DO UPDATE SET views = page_views.views + 1`;
  await database.run(sql, day, brand, path);
}

async function countPaths(database: Database, day: string, brand: string): Promise<number> {
  const sql = 'SELECT count(*) AS paths FROM page_views WHERE day = ? AND brand = ?';
  return (await database.one<Row & { paths: number }>(sql, day, brand)).paths;
}
