import { availableParallelism } from 'node:os';
import { batches } from '#src/lib/batches.ts';
import { inOrder } from '#src/lib/in-order.ts';
import type { PartLog, RecordedPage, ReleaseWriter } from '#src/release/index.ts';
import type { Maker } from './page-renderer.ts';
import type { Job } from './plan.ts';
import type { Plan } from './plan-database.ts';
import type { Progress } from './progress.ts';

/** Pages a thread is given at a time: so many that the way there costs nothing, so few that all threads end together. */
export const BATCH = 16;
/** Batches under way for each processor: a thread never waits for its next one. */
export const BATCHES_PER_CPU = 2;
const MOST_FAULTS = 20;

interface RenderStage {
  readonly plan: Plan;
  readonly maker: Maker;
  readonly writer: ReleaseWriter;
  /** Notes finished pages, so that a run that is ended leaves them to the next one. */
  readonly log: PartLog;
  readonly progress: Progress;
  /** Told of each page that stays after all. */
  kept(): void;
}

/**
 * Takes over the pages that stay and renders the others into the release.
 * @returns what is wrong with rendered pages, the first few of it
 * @throws LecternError RENDER naming the page that could not be rendered, and why
 */
export async function renderStage({ plan, maker, writer, log, progress, kept }: RenderStage): Promise<string[]> {
  if (plan.kept > 0) await writer.keep(plan);
  if (plan.kept === 0 || plan.changesNames) writer.name(plan.aliases());
  writer.list(plan.listings());
  progress.stage('rendering', plan.rendered);
  const record = (pages: readonly RecordedPage[]) => {
    for (const page of pages) writer.record(page);
    log.add(pages);
  };
  return renderJobs(plan.jobs(), { maker, record, progress, kept });
}

interface RenderJobs {
  readonly maker: Maker;
  readonly progress: Progress;
  /** Told of finished pages in the order of the jobs. */
  record(pages: readonly RecordedPage[]): void;
  /** Told of each page that stays after all. */
  kept?(): void;
}

/** @returns what is wrong with rendered pages, the first few of it */
export async function renderJobs(
  jobs: Iterable<Job>,
  { maker, record, progress, kept }: RenderJobs,
): Promise<string[]> {
  const faults: string[] = [];
  const underWay = BATCHES_PER_CPU * availableParallelism();
  for await (const made of inOrder(batches(jobs, BATCH), underWay, (batch) => maker.make(batch))) {
    record(made.flatMap((one) => ('page' in one ? [one.page] : [])));
    for (const one of made) {
      if ('fault' in one && faults.length < MOST_FAULTS) faults.push(one.fault);
      if ('kept' in one && one.kept) kept?.();
      progress.step();
    }
  }
  return faults;
}
