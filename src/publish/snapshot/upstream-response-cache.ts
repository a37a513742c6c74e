import type { Sql } from '#src/lib/sqlite.ts';

/** Responses of the upstream by request, for conditional requests in later runs. */
export interface ResponseCache {
  get(key: string): { etag: string; body: string } | undefined;
  set(key: string, etag: string, body: string): void;
}

export interface PrunableResponseCache extends ResponseCache {
  /** Deletes all responses that this run has neither read nor stored. */
  prune(): void;
}

/**
 * Whether a response is never cached. Requests with a cursor return only changes, and each would leave an entry. Calls
 * about single books are only made after the book has changed.
 */
const isNeverCached = (key: string) => key.includes('since=') || UNCACHED_CALLS.test(key);
const UNCACHED_CALLS = /\/(book\.list|book\.show|book\.chapters|chapter\.show)\?/;

/** The cache in the snapshot's table `answers`. */
export function createResponseCache(sql: Sql): PrunableResponseCache {
  const usedKeys = new Set<string>();
  return {
    get(key) {
      const stored = sql.get<{ etag: string; body: string }>('SELECT etag, body FROM answers WHERE key = ?', key);
      if (stored) usedKeys.add(key);
      return stored;
    },
    set(key, etag, body) {
      if (isNeverCached(key)) return;
      usedKeys.add(key);
      sql.run('INSERT OR REPLACE INTO answers VALUES (?, ?, ?)', key, etag, body);
    },
    prune() {
      const stored = sql.all<{ key: string }>('SELECT key FROM answers');
      for (const { key } of stored) {
        if (!usedKeys.has(key)) sql.run('DELETE FROM answers WHERE key = ?', key);
      }
    },
  };
}
