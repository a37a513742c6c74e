/**
 * How a run was started. `night` is a run without options. `shard` and `merge` only occur in records written by
 * versions that had `--shard` and `--merge`.
 */
export const MODES = ['night', 'full', 'pages', 'changed-since', 'shard', 'merge', 'dry-run'] as const;
export type Mode = (typeof MODES)[number];

/**
 * `refused`: the publish guard refused the release. `cancelled`: someone ended the run. `running`: the run has not
 * ended yet. `lost`: its process ended without recording a result. `part`: the result of a `shard` run.
 */
export type Outcome =
  | 'published'
  | 'unchanged'
  | 'planned'
  | 'part'
  | 'refused'
  | 'failed'
  | 'cancelled'
  | 'running'
  | 'lost';

/** Modes that update a whole site. */
export const WHOLE: readonly Mode[] = ['night', 'full', 'changed-since', 'merge'];

/** Outcomes after which the site is up to date. */
export const GOOD: readonly Outcome[] = ['published', 'unchanged'];

/** Numbers of pages that a run rendered, kept and removed. */
export interface PageCounts {
  readonly rendered: number;
  readonly kept: number;
  readonly removed: number;
}

/** The result of a run. */
export interface NightEnd {
  readonly outcome: Exclude<Outcome, 'part' | 'running' | 'lost'>;
  /** See docs/use/commands.md. Code 5: the run succeeded but the web server did not pick up the release. */
  readonly exitCode: number;
  /** The live release after the run; null if there is none. */
  readonly release: string | null;
  /** Seconds by stage, and `total`. A failed run contains only the stages it reached. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Page counts of the run; null if it failed before it planned pages. */
  readonly pages: PageCounts | null;
  /** Page counts by kind of page; empty if nothing was planned. */
  readonly kinds: Readonly<Record<string, PageCounts>>;
  /** Total size of the release's pages, uncompressed; null if there is no release. */
  readonly bytes: number | null;
  /** Numbers of upstream calls, retried requests and failed calls. */
  readonly upstream: { readonly calls: number; readonly retries: number; readonly errors: number };
  /**
   * Why the run failed or was refused; for a published run, which findings were accepted and which items were left out.
   * One sentence each.
   */
  readonly reasons: readonly string[];
}

/** One run of a brand, in the format of `npm run nights -- --json`. */
export interface Night extends Omit<NightEnd, 'outcome' | 'exitCode'> {
  readonly id: number;
  readonly brand: string;
  readonly mode: Mode;
  /** ISO 8601, UTC. */
  readonly started: string;
  /** Time when the run ended; null while it is in progress, and if it was lost. */
  readonly ended: string | null;
  readonly outcome: Outcome;
  /** Exit code of the run; null if `ended` is null. */
  readonly exitCode: number | null;
}
