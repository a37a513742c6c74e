import { availableParallelism } from 'node:os';
import { batches } from '#src/lib/batches.ts';
import { inOrder } from '#src/lib/in-order.ts';
import type { ReleaseWriter } from '#src/release/index.ts';
import type { Maker } from './maker.ts';
import type { Plan } from './plan-file.ts';
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
  readonly progress: Progress;
}

/**
 * Takes over the pages that stay and renders the others into the release.
 * @returns what is wrong with rendered pages, the first few of it
 * @throws LecternError RENDER naming the page that could not be rendered, and why
 */
export async function renderStage({ plan, maker, writer, progress }: RenderStage): Promise<string[]> {
  if (plan.kept > 0) writer.keep(plan);
  for (const { identity, path } of plan.aliases()) writer.addAlias(identity, path);
  const faults: string[] = [];
  progress.stage('rendering', plan.rendered);
  const underWay = BATCHES_PER_CPU * availableParallelism();
  for await (const made of inOrder(batches(plan.jobs(), BATCH), underWay, (batch) => maker.make(batch))) {
    for (const one of made) {
      if ('page' in one) writer.record(one.page);
      else if (faults.length < MOST_FAULTS) faults.push(one.fault);
      progress.step();
    }
  }
  return faults;
}
