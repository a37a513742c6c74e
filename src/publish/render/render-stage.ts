import { availableParallelism } from 'node:os';
import { batches, mapConcurrently } from '#src/lib/iterables.ts';
import type { RenderJob } from '#src/publish/plan/plan.ts';
import type { Plan } from '#src/publish/plan/plan-database.ts';
import type { Progress } from '#src/publish/rebuild/progress.ts';
import type { PageQuality, PartialReleaseLog, RecordedPage, ReleaseWriter } from '#src/publish/release/index.ts';
import type { PageCost, PageRenderer } from './page-renderer.ts';

/**
 * Pages per message to a thread: enough to keep messaging cheap, few enough that all threads finish at about the same
 * time.
 */
export const BATCH = 16;
/** Batches in progress per processor: more than one, so that no thread waits for work. */
export const BATCHES_PER_CPU = 2;
const MAX_PROBLEMS = 20;
/** Up to this many rendered pages, a run compresses them as well as possible: at most 7 seconds of processor time. */
const MAX_BEST_PAGES = 200;
/** Up to this many, it compresses them to less than gzip does: at most 6 seconds more than the quick compression. */
const MAX_GOOD_PAGES = 20_000;

/** How well a run compresses the pages that it renders. */
export const qualityFor = (pages: number): PageQuality =>
  pages <= MAX_BEST_PAGES ? 'best' : pages <= MAX_GOOD_PAGES ? 'good' : 'quick';

interface RenderStage {
  readonly plan: Plan;
  readonly renderer: PageRenderer;
  readonly writer: ReleaseWriter;
  /** Records finished pages, which the next run reuses if this one is interrupted. */
  readonly log: PartialReleaseLog;
  readonly progress: Progress;
  /**
   * Called with the section (src/publish/release/manifest.ts) of each undecided page that turns out to be unchanged.
   */
  onUnchanged(section: string): void;
}

/**
 * Adds the kept pages to the release and renders all others.
 * @returns the first problems that validation found with rendered pages
 * @throws RenderError naming the page that could not be rendered, and why
 */
export async function renderStage(stage: RenderStage): Promise<string[]> {
  const { plan, renderer, writer, log, progress, onUnchanged } = stage;
  if (plan.kept > 0) await writer.keepPages(plan);
  if (plan.kept === 0 || plan.changesAliases) writer.setAliases(plan.aliases());
  writer.setListings(plan.listings());
  progress.stage('rendering', plan.rendered);
  const record = (pages: readonly RecordedPage[]) => {
    for (const page of pages) writer.recordPage(page);
    log.add(pages);
  };
  const quality = qualityFor(plan.rendered);
  return renderJobs(plan.jobs(), { renderer, record, progress, onUnchanged, quality });
}

interface RenderJobsOptions {
  readonly renderer: PageRenderer;
  readonly progress: Progress;
  readonly quality?: PageQuality;
  /** Called with finished pages in the order of the jobs. */
  record(pages: readonly RecordedPage[]): void;
  onUnchanged?(section: string): void;
  onCost?(cost: PageCost): void;
}

/** @returns the first problems that validation found with rendered pages */
export async function renderJobs(
  jobs: Iterable<RenderJob>,
  { renderer, record, progress, onUnchanged, onCost, quality }: RenderJobsOptions,
): Promise<string[]> {
  const problems: string[] = [];
  const inProgress = BATCHES_PER_CPU * availableParallelism();
  const render = (batch: readonly RenderJob[]) => renderer.render(batch, quality);
  for await (const results of mapConcurrently(batches(jobs, BATCH), inProgress, render)) {
    record(results.flatMap((result) => ('page' in result ? [result.page] : [])));
    for (const result of results) {
      if ('problem' in result && problems.length < MAX_PROBLEMS) problems.push(result.problem);
      if ('page' in result && result.isUnchanged) onUnchanged?.(result.page.section);
      if ('page' in result && result.cost) onCost?.(result.cost);
      progress.step();
    }
  }
  return problems;
}
