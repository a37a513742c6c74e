import type { KindCosts, RebuildReport } from '#src/rebuild/index.ts';

/** A correction is wanted at once, and a night by the morning. */
export const PRIORITY = { correction: 10, night: 0 } as const;

/** A run of the rebuild, as it is put into the queue. */
export interface NightOrder {
  readonly brand: string;
  /** Moment of the release, ISO 8601: whoever makes it, it is the same. */
  readonly at: string;
  readonly full?: boolean;
  readonly pages?: readonly string[];
  readonly changedSince?: string;
  readonly accept?: string;
}

/** One of the shards of a run. What it is made from is in the store. */
export interface ShardOrder {
  readonly brand: string;
  /** Id of the night's job. */
  readonly run: string;
  readonly index: number;
  readonly of: number;
}

/** What became of a job. */
export interface JobOutcome {
  readonly worker: string;
  /** Pages of a shard that were rendered, and what they have cost. */
  readonly pages?: number;
  readonly costs?: KindCosts;
  readonly report?: RebuildReport;
  /** What it ended with. */
  readonly error?: { readonly code: string; readonly message: string; readonly exitCode: number };
}
