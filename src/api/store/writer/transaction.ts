import type { Database } from '../database.ts';
import { markWriting } from '../foreign-edits.ts';
import type { BookState } from '../revision-states.ts';
import { sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';

/** The states before the transaction of the records that it changes. */
interface Revisions {
  /** Books by id. Their revisions are stored when the transaction ends, because several calls may change a book. */
  readonly books: Map<number, { readonly state: BookState; readonly savedAt: string }>;
  /** Ids of the chapters whose revision is stored already. */
  readonly chapters: Set<number>;
}

/** Author of a writer's changes, for the audit log. */
interface Author {
  /** Name that operators recognise. */
  readonly who: string;
  /** The command that writes, such as `import`. */
  readonly command: string;
  /** How the change was made, for revisions: the command, or a special case such as `restore`. */
  readonly how: string;
}

/** The author of changes whose time has come. */
const CLOCK: Author = { who: 'clock', command: 'api', how: 'api' };

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
  /** Ids of deleted chapters that the transaction restores. They keep their ids. */
  readonly restoredChapters: Set<number>;
  /** Ids of chapters that an editor moves. */
  readonly movedChapters: Set<number>;
  /** Undefined if the transaction stores no revisions. */
  readonly revisions: Revisions | undefined;
  /** Stores the change sequence for the next transaction. Must be the last write. */
  saveSequence(): Promise<void>;
}

/** @param author undefined for changes by the clock, which nobody saves, so that they store no revisions */
export async function createTransaction(
  database: Database,
  now: () => Date,
  author: Author | undefined,
): Promise<Transaction> {
  await markWriting(database, true);
  let seq = Number((await database.one<{ value: string }>(sql`SELECT value FROM meta WHERE key = 'seq'`)).value);
  return {
    database,
    author: author ?? CLOCK,
    nextSeq: () => ++seq,
    now: () => toTimestamp(now()),
    ids: new Map(),
    terms: new Set(),
    orphanCandidates: { tags: new Set(), keywords: new Set(), genres: new Set() },
    restoredChapters: new Set(),
    movedChapters: new Set(),
    revisions: author && { books: new Map(), chapters: new Set() },
    async saveSequence() {
      await database.run(sql`UPDATE meta SET value = ${String(seq)} WHERE key = 'seq'`);
      await markWriting(database, false);
    },
  };
}
