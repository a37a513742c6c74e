import { rmSync } from 'node:fs';
import { openSql } from '#src/lib/sqlite.ts';
import type { Part, RecordedPage } from '#src/release/index.ts';

/** A page that was rendered already, in the folder of the part that has it. */
export interface FoundPage {
  readonly folder: string;
  readonly page: RecordedPage;
}

/** The pages of some parts by their paths, in a file, so that memory holds no list of them. */
export interface PartIndex {
  readonly pages: number;
  find(path: string): FoundPage | undefined;
  close(): void;
}

/** @param file made anew, and removed at the end */
export function openPartIndex(file: string, parts: readonly Part[]): PartIndex {
  rmSync(file, { force: true });
  const sql = openSql(file);
  sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  sql.exec('CREATE TABLE pages (path TEXT PRIMARY KEY, part INTEGER NOT NULL, page TEXT NOT NULL) WITHOUT ROWID');
  sql.exec('BEGIN');
  for (const [place, part] of parts.entries()) {
    for (const page of part.pages())
      sql.run('INSERT OR REPLACE INTO pages VALUES (?, ?, ?)', page.path, place, JSON.stringify(page));
  }
  sql.exec('COMMIT');
  return {
    pages: sql.get<{ total: number }>('SELECT count(*) AS total FROM pages')?.total ?? 0,
    find(path) {
      const row = sql.get<{ part: number; page: string }>('SELECT part, page FROM pages WHERE path = ?', path);
      const folder = row && parts[row.part]?.folder;
      return folder === undefined ? undefined : { folder, page: JSON.parse(row?.page ?? '') };
    },
    close() {
      sql.close();
      rmSync(file, { force: true });
    },
  };
}
