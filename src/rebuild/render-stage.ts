import { availableParallelism } from 'node:os';
import { batches, mapConcurrently } from '#src/lib/iterables.ts';
import type { PartialReleaseLog, RecordedPage, ReleaseWriter } from '#src/release/index.ts';
import type { PageCost, PageRenderer } from './page-renderer.ts';
import type { RenderJob } from './plan.ts';
import type { Plan } from './plan-database.ts';
import type { Progress } from './progress.ts';

/** Pages a thread is sent at a time: enough that messages cost little, few enough that all threads end together. */
export const BATCH = 16;
/** Batches in progress for each processor, so that a thread never waits for its next one. */
export const BATCHES_PER_CPU = 2;
const MAX_PROBLEMS = 20;

interface RenderStage {
  readonly plan: Plan;
  readonly renderer: PageRenderer;
  readonly writer: ReleaseWriter;
  /** Records finished pages, so that the run after an interrupted one can reuse them. */
  readonly log: PartialReleaseLog;
  readonly progress: Progress;
  /** Called for each undecided page that is kept in the end, with its section (src/release/manifest.ts). */
  onUnchanged(section: string): void;
}

/**
 * Takes over the pages that are kept and renders the others into the release.
 * @returns the first few problems that validation found with rendered pages
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
  return renderJobs(plan.jobs(), { renderer, record, progress, onUnchanged });
}

interface RenderJobsOptions {
  readonly renderer: PageRenderer;
  readonly progress: Progress;
  /** Called with finished pages in the order of the jobs. */
  record(pages: readonly RecordedPage[]): void;
  onUnchanged?(section: string): void;
  onCost?(cost: PageCost): void;
}

/** @returns the first few problems that validation found with rendered pages */
export async function renderJobs(
  jobs: Iterable<RenderJob>,
  { renderer, record, progress, onUnchanged, onCost }: RenderJobsOptions,
): Promise<string[]> {
  const problems: string[] = [];
  const inProgress = BATCHES_PER_CPU * availableParallelism();
  for await (const results of mapConcurrently(batches(jobs, BATCH), inProgress, (batch) => renderer.render(batch))) {
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
