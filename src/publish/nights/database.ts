import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/files.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';

/** The entry at index N migrates from version N to version N + 1. Never change a released entry. */
const STEPS = [
  `CREATE TABLE nights (
    id INTEGER PRIMARY KEY, brand TEXT NOT NULL, mode TEXT NOT NULL, process TEXT NOT NULL, started TEXT NOT NULL,
    ended TEXT, outcome TEXT, exit_code INTEGER, release TEXT, seconds TEXT, pages TEXT, kinds TEXT, bytes INTEGER,
    calls INTEGER, retries INTEGER, errors INTEGER, reasons TEXT
  );
  CREATE INDEX nights_by_brand ON nights (brand, id);
  CREATE INDEX nights_by_start ON nights (started)`,
];

/** The schema version that this code writes. */
export const NIGHTS_VERSION = STEPS.length;

/** Time that a run waits, in ms, while another process writes. */
const WAIT_MS = 2000;

const fileOf = (state: string) => join(state, 'nights.db');

/** Opens the database of recorded runs for writing. Creates it or migrates it to this version's schema. */
export function openToWrite(state: string): Sql {
  makeFolder(state);
  const sql = openSql(fileOf(state));
  try {
    sql.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE`);
    const version = versionOf(sql, state);
    for (const step of STEPS.slice(version)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${STEPS.length}; COMMIT`);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/** @returns undefined if no run has been recorded yet */
export function openToRead(state: string, waitMs = WAIT_MS): Sql | undefined {
  if (!existsSync(fileOf(state))) return undefined;
  const sql = openSql(fileOf(state), { readOnly: true });
  try {
    sql.exec(`PRAGMA busy_timeout = ${waitMs}`);
    // Version 0: a run has created the file but not yet its tables.
    if (versionOf(sql, state) > 0) return sql;
    sql.close();
    return undefined;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/** @throws ConfigError if a newer version of Lectern wrote the file */
function versionOf(sql: Sql, state: string): number {
  const version = Number(sql.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0);
  if (version <= STEPS.length) return version;
  throw new ConfigError(
    `${fileOf(state)} has version ${version}, but this Lectern supports up to ${STEPS.length}: a newer one wrote it. Use the newer Lectern, or move the file away.`,
  );
}
