import { openSql, type Sql } from '#src/lib/sqlite.ts';
import { PLAN_SCHEMA, previousPages } from '#src/publish/plan/plan-database.ts';

/** Creates an empty plan (src/publish/plan/plan-database.ts) in memory, next to the manifest of a previous release. */
export function plannedTable(): Sql {
  const sql = openSql(':memory:');
  sql.exec(PLAN_SCHEMA);
  sql.exec(`
    ATTACH ':memory:' AS previous;
    CREATE TABLE previous.pages (path TEXT PRIMARY KEY, version TEXT NOT NULL, listing TEXT NOT NULL);
    CREATE TABLE previous.listings (path TEXT PRIMARY KEY, version TEXT NOT NULL);
    CREATE TABLE previous.aliases (identity TEXT PRIMARY KEY, path TEXT NOT NULL);
  `);
  sql.exec(previousPages({ isOutdated: false }));
  return sql;
}

interface Planned {
  readonly reason?: string;
  readonly kind?: string;
  readonly listing?: string;
  readonly version?: string;
}

export function plan(
  sql: Sql,
  path: string,
  { reason, kind = 'letter', listing, version = 'new' }: Planned = {},
): void {
  const ref = JSON.stringify({ path, ...(listing === undefined ? {} : { listing }) });
  sql.run(
    'INSERT INTO planned (path, reason, version, site, view, kind, ref) VALUES (?, ?, ?, 0, 0, ?, ?)',
    path,
    reason ?? null,
    version,
    kind,
    ref,
  );
}

export function recordPage(sql: Sql, path: string, listing = '', version = 'old'): void {
  sql.run('INSERT INTO previous.pages VALUES (?, ?, ?)', path, version, listing);
}
