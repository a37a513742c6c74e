import type { BrandPlan, PathChanges, PublishEnd, PublishProgress } from '#src/admin/contract/publish.ts';
import type { TakedownEnd } from '#src/admin/contract/takedowns.ts';

/** Jobs that are slow or may crash. Each runs in a separate process. */
export interface AdminJobs {
  /** Finds the pages that the next rebuild of each brand would publish. */
  plan(brands: readonly string[], stop: AbortSignal): Promise<readonly BrandPlan[]>;
  /** Rebuilds a brand and makes the release live. */
  publish(brand: string, onProgress: (progress: PublishProgress) => void, stop: AbortSignal): Promise<PublishEnd>;
  /** @throws LecternError if a release does not exist */
  compareReleases(brand: string, from: string, to: string): Promise<PathChanges>;
  /** Makes an earlier release live. @throws LecternError if it does not exist or is damaged, or a rebuild is running */
  rollBack(brand: string, release: string): Promise<void>;
  /** Removes a book that was taken down from the live sites, older releases and media. */
  takeDown(book: number, stop: AbortSignal): Promise<TakedownEnd>;
}

interface Paths {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The first `count` paths of each kind, and the full counts: a browser cannot display a million paths. */
export const firstPaths = ({ added, changed, removed }: Paths, count: number): PathChanges => ({
  added: added.slice(0, count),
  changed: changed.slice(0, count),
  removed: removed.slice(0, count),
  counts: { added: added.length, changed: changed.length, removed: removed.length },
});
