/** Pages of a brand that the next rebuild adds, changes and removes, by their paths. */
export interface PagePlan {
  readonly brand: string;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** What a rebuild is at. */
export interface PublishProgress {
  readonly stage: string;
  readonly done: number;
  /** 0 where it is not known. */
  readonly total: number;
}

/** How a rebuild has ended. */
export interface PublishEnd {
  /** As `npm run rebuild` says it (docs/use/commands.md). */
  readonly exitCode: number;
  /** Its report, or its failure; undefined where it said nothing. */
  readonly report: unknown;
  /** The end of what it said on standard error. */
  readonly message: string;
}

/** The rebuild, which runs in processes of its own. */
export interface Publishing {
  plan(brands: readonly string[], stop: AbortSignal): Promise<readonly PagePlan[]>;
  publish(brand: string, tell: (progress: PublishProgress) => void, stop: AbortSignal): Promise<PublishEnd>;
}
