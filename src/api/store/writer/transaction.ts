import type { Database } from '../database.ts';
import { markWriting } from '../foreign-edits.ts';
import { sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';

/** Author of a writer's changes, for the audit log. */
interface Author {
  /** Name that operators recognise. */
  readonly who: string;
  /** The command that writes, such as `import`. */
  readonly command: string;
}

/**
 * What the calls within a transaction share: the database, the change sequence, and the names and words that they have
 * looked up.
 */
export interface Transaction {
  readonly database: Database;
  readonly author: Author;
  /** Returns the next number of the change sequence. */
  nextSeq(): number;
  /** Returns the date for changes, in RFC 3339, UTC, to the second. */
  now(): string;
  /** Ids of names, by table, section and name. */
  readonly ids: Map<string, number>;
  /** Words for spelling corrections that are known to be stored, with their section. */
  readonly terms: Set<string>;
  /** Tags, keywords and genres that may have lost their last book. They are checked when the transaction ends. */
  readonly orphanCandidates: {
    readonly tags: Set<number>;
    readonly keywords: Set<number>;
    readonly genres: Set<number>;
  };
  /** Stores the change sequence for the next transaction. Must be the last write. */
  saveSequence(): Promise<void>;
}

export async function createTransaction(database: Database, now: () => Date, author: Author): Promise<Transaction> {
  await markWriting(database, true);
  let seq = Number((await database.one<{ value: string }>(sql`SELECT value FROM meta WHERE key = 'seq'`)).value);
  return {
    database,
    author,
    nextSeq: () => ++seq,
    now: () => toTimestamp(now()),
    ids: new Map(),
    terms: new Set(),
    orphanCandidates: { tags: new Set(), keywords: new Set(), genres: new Set() },
    async saveSequence() {
      await database.run(sql`UPDATE meta SET value = ${String(seq)} WHERE key = 'seq'`);
      await markWriting(database, false);
    },
  };
}
