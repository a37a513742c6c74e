import type { PageCounts } from '#src/publish/nights/index.ts';

/** Paths of pages that differ. The lists may be truncated; `counts` contains the full totals. */
export interface PathChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly counts: Readonly<Record<'added' | 'changed' | 'removed', number>>;
}

/** The pages of a brand that the next rebuild adds, changes and removes. */
export interface BrandPlan extends PathChanges {
  readonly brand: string;
}

export interface PlanAnswer {
  readonly pages: readonly BrandPlan[];
}

/** Progress of a rebuild. */
export interface PublishProgress {
  /** Name of the current stage; '' before the first one. */
  readonly stage: string;
  readonly done: number;
  /** Value of `done` at the end of the stage; 0 if unknown. */
  readonly total: number;
}

/** The result of a rebuild. */
export interface PublishEnd {
  /** Exit code of `npm run rebuild` (docs/use/commands.md). */
  readonly exitCode: number;
  /** Null if the rebuild failed. */
  readonly report: { readonly status: 'published' | 'unchanged'; readonly pages: PageCounts } | null;
  /** The error, or the step that failed after publishing; empty if everything succeeded. */
  readonly message: string;
}

/** One brand of a run. */
export interface BrandRun extends PublishProgress, Omit<PublishEnd, 'exitCode'> {
  readonly brand: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Null until the rebuild ends. */
  readonly exitCode: number | null;
}

/** A run started by "Publish": its brands are rebuilt in sequence. */
export interface PublishRun {
  readonly id: string;
  /** Email address of the staff member who started it. */
  readonly by: string;
  /** RFC 3339, UTC. */
  readonly started: string;
  /** Null until the run ends. */
  readonly ended: string | null;
  readonly brands: readonly BrandRun[];
}
