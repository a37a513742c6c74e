import type { Database } from '../database.ts';

/** What one round of writing shares: its connection, the change sequence, and the names and words already seen. */
export interface Session {
  readonly database: Database;
  /** The next number of the change sequence. */
  nextSeq(): number;
  /** RFC 3339 in UTC, to the second. */
  now(): string;
  /** Ids by table, section and name. */
  readonly ids: Map<string, number>;
  /** Search terms already in the store, by section. */
  readonly terms: Set<string>;
  /** Tags, keywords and genres that a change may have left without a book; judged when the round ends. */
  readonly orphanCandidates: {
    readonly tags: Set<number>;
    readonly keywords: Set<number>;
    readonly genres: Set<number>;
  };
  /** Keeps the sequence for the next round. */
  finish(): void;
}

export function createSession(database: Database, now: () => Date): Session {
  let seq = Number(database.one<{ value: string }>(`SELECT value FROM meta WHERE key = 'seq'`).value);
  return {
    database,
    nextSeq: () => ++seq,
    now: () =>
      now()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z'),
    ids: new Map(),
    terms: new Set(),
    orphanCandidates: { tags: new Set(), keywords: new Set(), genres: new Set() },
    finish() {
      database.run(`UPDATE meta SET value = ? WHERE key = 'seq'`, String(seq));
    },
  };
}
