import { availableParallelism } from 'node:os';
import type { PublicBrand } from '#src/brand/public.ts';
import { inOrder } from '#src/lib/in-order.ts';
import type { ReleaseWriter } from '#src/release/index.ts';
import type { Renderer } from '#src/renderer/index.ts';
import { faultOfPage } from './judge.ts';
import { loadPage, type PageAddress, type PlanContext } from './plan.ts';
import type { Plan } from './plan-file.ts';
import type { Progress } from './progress.ts';

/** Pages under way for each processor: enough that no render thread waits for the disk. */
const PAGES_PER_CPU = 4;
const MOST_FAULTS = 20;

interface RenderStage {
  readonly plan: Plan;
  readonly context: Pick<PlanContext, 'editions' | 'views'>;
  readonly brand: PublicBrand;
  readonly renderer: Renderer;
  readonly writer: ReleaseWriter;
  readonly progress: Progress;
}

/**
 * Links the pages that stay and renders the others into the release.
 * @returns what is wrong with rendered pages, the first few of it
 * @throws LecternError RENDER naming the page that could not be rendered, and why
 */
export async function renderStage(stage: RenderStage): Promise<string[]> {
  const { plan, writer, progress } = stage;
  for (const path of plan.keptPaths()) writer.keepPage(path);
  for (const { identity, path } of plan.aliases()) writer.addAlias(identity, path);
  const faults: string[] = [];
  progress.stage('rendering', plan.rendered);
  for await (const fault of inOrder(plan.jobs(), PAGES_PER_CPU * availableParallelism(), (job) =>
    renderPage(stage, job),
  )) {
    if (fault !== undefined && faults.length < MOST_FAULTS) faults.push(fault);
    progress.step();
  }
  return faults;
}

async function renderPage(
  { context, brand, renderer, writer }: RenderStage,
  job: PageAddress,
): Promise<string | undefined> {
  const { path } = job.ref;
  const { model, inputs } = loadPage(context, job);
  const { status, html } = await renderer.render({ brand, path, model });
  const fault = faultOfPage(path, status, html);
  if (fault === undefined) await writer.addPage({ path, html, inputs });
  return fault;
}
