import type { Sql } from '#src/lib/sqlite.ts';

/** Answers kept between runs with their ETags, by the request's target; fits the client's conditional store. */
export interface StoredAnswers {
  get(key: string): { etag: string; body: string } | undefined;
  set(key: string, etag: string, body: string): void;
}

export interface AnswerTable extends StoredAnswers {
  /** Drops what this run had no use for. */
  prune(): void;
}

/**
 * A cursor tells already what has not changed, and such answers would pile up, one for each cursor. Of books pulled
 * whole, only those are asked for that changed.
 */
const isCursored = (key: string) => key.includes('since=') || WITHOUT.test(key);
const WITHOUT = /\/(book\.list|book\.show|book\.chapters|chapter\.show)\?/;

export function storedAnswers(sql: Sql): AnswerTable {
  const used = new Set<string>();
  return {
    get(key) {
      const kept = sql.get<{ etag: string; body: string }>('SELECT etag, body FROM answers WHERE key = ?', key);
      if (kept) used.add(key);
      return kept;
    },
    set(key, etag, body) {
      if (isCursored(key)) return;
      used.add(key);
      sql.run('INSERT OR REPLACE INTO answers VALUES (?, ?, ?)', key, etag, body);
    },
    prune() {
      const kept = sql.all<{ key: string }>('SELECT key FROM answers');
      for (const { key } of kept) {
        if (!used.has(key)) sql.run('DELETE FROM answers WHERE key = ?', key);
      }
    },
  };
}
