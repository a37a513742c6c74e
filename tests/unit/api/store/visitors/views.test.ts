import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { createPageViews } from '#src/api/store/visitors/views.ts';
import { visitorsDatabase } from './visitors-database.ts';

const FIRST = new Date('2026-03-01T23:59:00Z');
const SECOND = new Date('2026-03-02T00:01:00Z');

let database: Database;
beforeEach(async () => {
  database = await visitorsDatabase();
});

const days = async () =>
  (await database.all(sql`SELECT DISTINCT day FROM page_views ORDER BY day`)).map(({ day }) => day);
const put = (day: string, path: string) =>
  database.run(sql`INSERT INTO page_views (day, brand, path, views) VALUES (${day}, 'one', ${path}, 1)`);

describe('stored page views', () => {
  it('are counted for a limited number of paths per brand and day', async () => {
    const views = createPageViews(database, 2);
    const add = (path: string) => views.add('one', path, FIRST);
    expect([await add('/a'), await add('/b'), await add('/c'), await add('/a')]).toEqual([true, true, false, true]);
    expect(await views.add('two', '/c', FIRST)).toBe(true);
    expect(await views.add('one', '/c', SECOND)).toBe(true);
  });

  it('are limited together with the paths that an earlier process stored', async () => {
    for (const path of ['/a', '/b']) await put('2026-03-01', path);
    const views = createPageViews(database, 2);
    expect([await views.add('one', '/c', FIRST), await views.add('one', '/b', FIRST)]).toEqual([false, true]);
  });

  it('are deleted after 400 days', async () => {
    for (const day of ['2025-01-24', '2025-01-25', '2025-01-26']) await put(day, '/a');
    const views = createPageViews(database);
    await views.add('one', '/a', FIRST);
    expect(await days()).toEqual(['2025-01-25', '2025-01-26', '2026-03-01']);
    await views.add('one', '/a', SECOND);
    expect(await days()).toEqual(['2025-01-26', '2026-03-01', '2026-03-02']);
  });
});
