import type { Database, Row } from '../database.ts';
import { insertInto } from '../insert.ts';
import { sql } from '../sql.ts';

/**
 * Maximum number of distinct paths per brand and day: enough for all pages, but limited because clients may invent
 * paths.
 */
const MAX_PATHS = 50_000;
/** How many days views are kept: a year and a month. */
const RETENTION_DAYS = 400;

/** Counts views by day (UTC), brand and path. */
export interface PageViews {
  /** Counts a view. @returns false if the view was not counted, because the day has too many paths */
  add(brand: string, path: string, now: Date): Promise<boolean>;
}

export function createPageViews(database: Database, maxPaths = MAX_PATHS): PageViews {
  let today = '';
  /** Number of paths per brand today, except those that other processes added. */
  const paths = new Map<string, number>();

  const begin = async (day: string, now: Date) => {
    today = day;
    paths.clear();
    await database.run(
      sql`DELETE FROM page_views WHERE day < ${dayOf(new Date(now.getTime() - RETENTION_DAYS * 86_400_000))}`,
    );
  };

  return {
    async add(brand, path, now) {
      const day = dayOf(now);
      if (day !== today) await begin(day, now);
      if (await countKnownPath(database, day, brand, path)) return true;
      if (!paths.has(brand)) paths.set(brand, await countPaths(database, day, brand));
      const count = paths.get(brand) ?? 0;
      const hasRoom = count < maxPaths;
      if (hasRoom) {
        paths.set(brand, count + 1);
        await addPath(database, day, brand, path);
      }
      return hasRoom;
    },
  };
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

async function countKnownPath(database: Database, day: string, brand: string, path: string): Promise<boolean> {
  const statement = sql`UPDATE page_views SET views = views + 1 WHERE day = ${day} AND brand = ${brand} AND path = ${path}`;
  return (await database.run(statement)).changes > 0;
}

/** Adds a path, or counts a view if another call has meanwhile added it. */
async function addPath(database: Database, day: string, brand: string, path: string): Promise<void> {
  const statement = sql`${insertInto('page_views', { day, brand, path, views: 1 })}
    ON CONFLICT (day, brand, path) DO UPDATE SET views = page_views.views + 1`;
  await database.run(statement);
}

async function countPaths(database: Database, day: string, brand: string): Promise<number> {
  const query = sql`SELECT count(*) AS paths FROM page_views WHERE day = ${day} AND brand = ${brand}`;
  return (await database.one<Row & { paths: number }>(query)).paths;
}
