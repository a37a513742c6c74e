import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import { LecternError } from '#src/lib/errors.ts';
import type { Bundle } from '#src/publish/bundle/index.ts';
import type { Progress } from '#src/publish/rebuild/progress.ts';
import { isInParts, publishesAll, rendersAll, selectedPages } from '#src/publish/rebuild/run-scope.ts';
import type { StageTimer } from '#src/publish/rebuild/stage-timer.ts';
import type { ChangedBooks } from '#src/publish/rebuild/sync-stage.ts';
import type { RebuildConfig, RebuildOptions } from '#src/publish/rebuild/types.ts';
import type { Release } from '#src/publish/release/index.ts';
import type { PageRenderer, RendererOptions } from '#src/publish/render/page-renderer.ts';
import type { SharedResources } from '#src/publish/render/shared-resources.ts';
import type { LocalizedSite } from '#src/publish/snapshot/index.ts';
import { otherBrandsOf } from '#src/publish/verify/publish-guard/page-facts.ts';
import { showsChangedBook } from './changed-book-pages.ts';
import { keptPlanFile } from './kept-plan.ts';
import { selectPages } from './page-selection.ts';
import { damagedPaths, type MustRender } from './plan-again.ts';
import { openKeptPlan, type Plan } from './plan-database.ts';
import { planStage } from './plan-stage.ts';

/** The input of a plan. */
interface PlanningRun extends MustRender {
  readonly config: RebuildConfig;
  readonly shared: SharedResources;
  readonly options: RebuildOptions;
  /** The brand's folder, `var/<brand>`. */
  readonly folder: string;
  readonly timer: StageTimer;
  readonly progress: Progress;
  readonly snapshot: string;
  readonly branding: BrandBundle;
  readonly bundle: Bundle;
  readonly changed: ChangedBooks | undefined;
  readonly previous: Release | undefined;
  readonly sites: readonly LocalizedSite[];
}

/** Creates the plan for a run. A merge reopens the stored plan that its parts were rendered from. */
export const planOf = async (run: PlanningRun): Promise<Plan> =>
  run.options.mode === 'merge' ? reopenPlan(run) : makePlan(run);

function reopenPlan({ folder, previous, sites }: PlanningRun): Plan {
  const file = keptPlanFile(folder);
  if (existsSync(file)) return openKeptPlan(file, { previous, sites });
  throw new LecternError(
    'PLAN_LOST',
    `The plan ${file}, which the parts were rendered for, is missing. Start the night again.`,
  );
}

async function makePlan(run: PlanningRun): Promise<Plan> {
  const { shared, folder, branding, snapshot, previous, bundle, options, timer, progress } = run;
  const { brand } = branding;
  progress.stage('planning');
  const pages = selectedPages(options);
  const file = join(folder, 'releases', '.next-plan.db');
  const hashing = lazyRenderer(shared, {
    brand,
    others: otherBrandsOf([], brand.id),
    snapshot,
    folder: file,
    previous: undefined,
    created: '',
  });
  const stage = {
    file,
    context: planContextOf(run),
    previous,
    brand,
    bundle,
    selection: pages && selectPages(pages, new Set([...damagedPaths(run), ...run.linked])),
    renderer: hashing.open,
    full: rendersAll(options),
    decidesAll: (!publishesAll(options) && !isInParts(options)) || options.namesPages === true,
  };
  try {
    return await timer.time('plan', () => planStage(stage));
  } finally {
    await hashing.close();
  }
}

function planContextOf({ sites, config, changed, damage }: PlanningRun) {
  const source = { sites, views: config.views };
  const damaged = {
    paths: damagedPaths({ damage }),
    listings: new Set(damage.pages.map(({ listing }) => listing)),
  };
  return { ...source, isRequested: changed && showsChangedBook(source, changed), damaged };
}

/** Returns a renderer that opens when the plan first hashes models. The renderer writes nothing. */
function lazyRenderer(shared: SharedResources, options: RendererOptions) {
  let renderer: Promise<PageRenderer> | undefined;
  const open = () => {
    renderer ??= shared.renderers().then((pool) => pool.open(options));
    return renderer;
  };
  return { open, close: async () => (await renderer)?.close() };
}
