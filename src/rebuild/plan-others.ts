import type { PublicBrand } from '#src/brand/public.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { Release } from '#src/release/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Selection } from './page-selection.ts';

/**
 * Makes a planned table that of a correction: pages that are not selected stay exactly as the previous release, whose
 * manifest is attached as `previous`, has them. Names follow the selected pages and lead to no page that is left out.
 */
export function keepOthers(sql: Sql, previous: Release, { selects }: Selection, locales: PublicBrand['locales']): void {
  sql.exec('BEGIN');
  sql.run(`DELETE FROM planned WHERE reason = 'left'`);
  for (const { path, version } of previous.pages()) {
    if (!selects(path)) sql.run(KEEP, path, version, parsePath(path, locales)?.kind ?? 'other');
  }
  sql.exec('COMMIT');
  sql.exec(NAMES);
  sql.exec(LISTINGS);
}

/** A listing of which some page is rendered or goes is of no one version any more. */
const LISTINGS = `INSERT INTO listings SELECT path, version, '', 0, 0 FROM previous.listings
  WHERE path NOT IN (SELECT ref ->> 'listing' FROM planned WHERE reason IS NOT NULL AND ref ->> 'listing' IS NOT NULL)
  AND path NOT IN (SELECT listing FROM before WHERE path NOT IN (SELECT path FROM planned));`;

const KEEP = `INSERT OR IGNORE INTO planned (path, version, edition, view, kind) VALUES (?, ?, -1, -1, ?)`;

const NAMES = `
BEGIN;
CREATE TABLE wanted AS SELECT identity, path FROM aliases;
DELETE FROM aliases;
INSERT INTO aliases SELECT w.identity, w.path FROM wanted w JOIN planned p ON p.path = w.path
  WHERE p.reason IS NOT NULL;
INSERT OR IGNORE INTO aliases SELECT q.identity, q.path FROM previous.aliases q JOIN planned p ON p.path = q.path;
INSERT OR IGNORE INTO aliases SELECT w.identity, w.path FROM wanted w JOIN planned p ON p.path = w.path;
DROP TABLE wanted;
COMMIT;
`;
