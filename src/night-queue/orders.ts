import type { RebuildReport } from '#src/rebuild/index.ts';
import type { Blocks } from '#src/release-store/index.ts';

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

/** One of the shards of a run. */
export interface ShardOrder {
  readonly brand: string;
  /** Id of the night's job. */
  readonly run: string;
  readonly index: number;
  readonly of: number;
  readonly full: boolean;
  /** Id of the site bundle: a worker of other code gives the job back. */
  readonly code: string;
  /** The release that is compared with; null where none is. */
  readonly live: string | null;
  readonly snapshot: Blocks;
}

/** What became of a job. */
export interface JobOutcome {
  readonly worker: string;
  /** Pages that were rendered, and what that took. */
  readonly pages?: number;
  readonly seconds?: number;
  readonly report?: RebuildReport;
  /** What it ended with. */
  readonly error?: { readonly code: string; readonly message: string; readonly exitCode: number };
}
