import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Edition } from '#src/catalogue/index.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import { aliasKey, type Release } from '#src/release/index.ts';
import type { PageAddress, PlannedPage } from './plan.ts';

/** A plan in a file of its own, so that memory holds no list of all pages. */
export interface Plan {
  readonly rendered: number;
  readonly kept: number;
  readonly removed: number;
  /** Some page goes by other names than before. */
  readonly changesNames: boolean;
  /** Nothing is rendered or removed, and no name changes. */
  readonly isUnchanged: boolean;
  jobs(): Iterable<PageAddress>;
  keptPaths(): Iterable<string>;
  aliases(): Iterable<{ identity: string; path: string }>;
  close(): void;
}

const SCHEMA = `
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE planned (
  seq INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, reason TEXT, edition INTEGER NOT NULL, view INTEGER NOT NULL, ref TEXT NOT NULL
);
CREATE TABLE aliases (identity TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;
`;

/** Writes the pages down. Of two pages with one path, or one name, the first is kept. */
export function writePlan(
  file: string,
  pages: Iterable<PlannedPage>,
  editions: readonly Edition[],
  previous: Release | undefined,
): Plan {
  rmSync(file, { force: true });
  const sql = openSql(file);
  try {
    fill(sql, pages, editions);
  } catch (error) {
    sql.close();
    throw error;
  }
  if (previous) sql.run('ATTACH ? AS previous', join(previous.folder, 'manifest.db'));
  const rendered = count(sql, 'SELECT count(*) AS total FROM planned WHERE reason IS NOT NULL');
  const kept = count(sql, 'SELECT count(*) AS total FROM planned WHERE reason IS NULL');
  const removed = previous ? count(sql, REMOVED) : 0;
  const changesNames = previous !== undefined && count(sql, RENAMED) > 0;
  return {
    ...{ rendered, kept, removed, changesNames },
    isUnchanged: previous !== undefined && rendered + removed === 0 && !changesNames,
    *jobs() {
      const rows = sql.each<JobRow>('SELECT edition, view, ref FROM planned WHERE reason IS NOT NULL ORDER BY seq');
      for (const { edition, view, ref } of rows) yield { edition, view, ref: JSON.parse(ref) };
    },
    *keptPaths() {
      for (const { path } of sql.each<{ path: string }>('SELECT path FROM planned WHERE reason IS NULL ORDER BY seq'))
        yield path;
    },
    aliases: () => sql.each<{ identity: string; path: string }>('SELECT identity, path FROM aliases ORDER BY identity'),
    close() {
      sql.close();
      rmSync(file, { force: true });
    },
  };
}

function fill(sql: Sql, pages: Iterable<PlannedPage>, editions: readonly Edition[]): void {
  sql.exec(SCHEMA);
  sql.exec('BEGIN');
  for (const page of pages) insert(sql, page, editions[page.edition]);
  sql.exec('COMMIT');
}

type JobRow = { edition: number; view: number; ref: string };

function insert(sql: Sql, { edition, view, ref, reason }: PlannedPage, of: Edition | undefined): void {
  const planned = 'INSERT OR IGNORE INTO planned (path, reason, edition, view, ref) VALUES (?, ?, ?, ?, ?)';
  if (sql.run(planned, ref.path, reason ?? null, edition, view, JSON.stringify(ref)) === 0) return;
  for (const identity of ref.identities) {
    const name = of ? aliasKey(of.site.locale.code, identity) : identity;
    sql.run('INSERT OR IGNORE INTO aliases VALUES (?, ?)', name, ref.path);
  }
}

const REMOVED = 'SELECT count(*) AS total FROM previous.pages WHERE path NOT IN (SELECT path FROM planned)';

const RENAMED = `SELECT count(*) AS total FROM (
  SELECT * FROM (SELECT identity, path FROM aliases EXCEPT SELECT identity, path FROM previous.aliases)
  UNION ALL SELECT * FROM (SELECT identity, path FROM previous.aliases EXCEPT SELECT identity, path FROM aliases))`;

const count = (sql: Sql, query: string) => sql.get<{ total: number }>(query)?.total ?? 0;
