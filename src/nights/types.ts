/** What a run was asked for; `night` is a run without switches. */
export const MODES = ['night', 'full', 'pages', 'changed-since', 'shard', 'merge', 'dry-run'] as const;
export type Mode = (typeof MODES)[number];

/** `refused`: by the publish guard. `running`: not ended yet. `lost`: its process ended without a word. */
export type Outcome = 'published' | 'unchanged' | 'planned' | 'part' | 'refused' | 'failed' | 'running' | 'lost';

/** Runs that bring a whole site up to date. */
export const WHOLE: readonly Mode[] = ['night', 'full', 'changed-since', 'merge'];

/** Ends after which the site is up to date. */
export const GOOD: readonly Outcome[] = ['published', 'unchanged'];

/** Numbers of pages. */
export interface PageCounts {
  readonly rendered: number;
  readonly kept: number;
  readonly removed: number;
}

/** What is known of a run once it has ended. */
export interface NightEnd {
  readonly outcome: Exclude<Outcome, 'running' | 'lost'>;
  /** docs/use/commands.md. 5 is about the web server in front, after a run that did what it should. */
  readonly exitCode: number;
  /** The release that is live after it, null where there is none. */
  readonly release: string | null;
  /** By stage, and `total`. A failed run has what it came to. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Null where the run did not come so far. */
  readonly pages: PageCounts | null;
  /** The same by kind of page; empty where nothing was planned. */
  readonly kinds: Readonly<Record<string, PageCounts>>;
  /** Of all pages of the release, uncompressed; null where none was made or kept. */
  readonly bytes: number | null;
  /** Calls to the upstream, requests that were sent a second time, and calls that failed. */
  readonly upstream: { readonly calls: number; readonly retries: number; readonly errors: number };
  /** Why it failed or was refused, or what was accepted or left out: one sentence each. */
  readonly reasons: readonly string[];
}

/** One run of a brand, as `npm run nights -- --json` prints it. */
export interface Night extends Omit<NightEnd, 'outcome' | 'exitCode'> {
  readonly id: number;
  readonly brand: string;
  readonly mode: Mode;
  /** ISO 8601, UTC. */
  readonly started: string;
  /** Null while it runs, and where it ended without a word. */
  readonly ended: string | null;
  readonly outcome: Outcome;
  /** Null as `ended`. */
  readonly exitCode: number | null;
}
