import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { openToWrite } from './database.ts';
import { markOf } from './process-mark.ts';
import type { Mode, NightEnd } from './types.ts';

const KEPT_MS = 366 * 24 * 60 * 60_000;

export interface RecordOptions {
  /** The state folder. */
  readonly state: string;
  readonly brand: string;
  readonly mode: Mode;
  readonly log: Log;
  readonly now?: () => Date;
}

/** A run that is being recorded. */
export interface NightRecord {
  /** Records the current progress: a sentence for lists of runs, replaced when the run ends. */
  progress(text: string): void;
  /** Records the result of the run. May be called again with a more complete result, which replaces the first. */
  end(end: NightEnd): void;
}

/**
 * Records the start of a run and deletes runs older than a year. If the record cannot be written, logs the error and
 * lets the run continue.
 */
export function beginNight({ state, brand, mode, log, now = () => new Date() }: RecordOptions): NightRecord {
  const write = <T>(work: (sql: Sql) => T): T | undefined => {
    try {
      const sql = openToWrite(state);
      try {
        return work(sql);
      } finally {
        sql.close();
      }
    } catch (error) {
      const reason = messageOf(storageErrorOf(error) ?? error);
      log.warn(`the record of this run cannot be written; continuing without it: ${reason}`, { brand });
      return undefined;
    }
  };
  const started = now();
  const id = write((sql) => {
    sql.run('DELETE FROM nights WHERE started < ?', new Date(started.getTime() - KEPT_MS).toISOString());
    return sql.get<{ id: number }>(BEGIN, brand, mode, markOf(process.pid) ?? '', started.toISOString())?.id;
  });
  return {
    progress(text) {
      if (id !== undefined) write((sql) => sql.run(PROGRESS, JSON.stringify([text]), id));
    },
    end(end) {
      if (id === undefined) return;
      write((sql) => sql.run(END, ...valuesOf(end), now().toISOString(), id));
    },
  };
}

const BEGIN = 'INSERT INTO nights (brand, mode, process, started) VALUES (?, ?, ?, ?) RETURNING id';

const PROGRESS = 'UPDATE nights SET reasons = ? WHERE id = ? AND ended IS NULL';

const END = `UPDATE nights SET outcome = ?, exit_code = ?, release = ?, seconds = ?, pages = ?, kinds = ?, bytes = ?,
  calls = ?, retries = ?, errors = ?, reasons = ?, ended = ? WHERE id = ?`;

const valuesOf = ({ outcome, exitCode, release, seconds, pages, kinds, bytes, upstream, reasons }: NightEnd) => [
  outcome,
  exitCode,
  release,
  JSON.stringify(seconds),
  JSON.stringify(pages),
  JSON.stringify(kinds),
  bytes,
  upstream.calls,
  upstream.retries,
  upstream.errors,
  JSON.stringify(reasons),
];
