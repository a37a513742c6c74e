import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import type { Release } from '#src/release/index.ts';
import type { Bundle } from '#src/site-bundle/index.ts';
import type { LocalizedSite } from '#src/snapshot/index.ts';
import { showsChangedBook } from './changed-book-pages.ts';
import { keptPlanFile } from './kept-plan.ts';
import type { PageRenderer, RendererOptions } from './page-renderer.ts';
import { selectPages } from './page-selection.ts';
import { damagedPaths, type MustRender } from './plan-again.ts';
import { openKeptPlan, type Plan } from './plan-database.ts';
import { planStage } from './plan-stage.ts';
import type { Progress } from './progress.ts';
import { otherBrandsOf } from './publish-guard/page-facts.ts';
import { publishesAll } from './run-scope.ts';
import type { SharedResources } from './shared-resources.ts';
import type { StageTimer } from './stage-timer.ts';
import type { ChangedBooks } from './sync-stage.ts';
import type { RebuildConfig, RebuildOptions } from './types.ts';

/** What a plan is made of. */
interface PlanningRun extends MustRender {
  readonly config: RebuildConfig;
  readonly shared: SharedResources;
  readonly options: RebuildOptions;
  /** `var/<brand>`. */
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

/** The plan that the parts of a merge were rendered by; undefined where this is none, or the plan is gone. */
export function reopenPlan({ options, folder, previous, sites }: PlanningRun): Plan | undefined {
  const file = keptPlanFile(folder);
  return options.inParts && options.merge !== undefined && existsSync(file)
    ? openKeptPlan(file, { previous, sites })
    : undefined;
}

export async function makePlan(run: PlanningRun): Promise<Plan> {
  const { shared, folder, branding, snapshot, previous, bundle, options, timer, progress } = run;
  const { brand } = branding;
  progress.stage('planning');
  const shard = options.shard ? `-${Object.values(options.shard).join('-of-')}` : '';
  const file = join(folder, 'releases', `.next-plan${shard}.db`);
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
    selection: options.pages && selectPages(options.pages, new Set([...damagedPaths(run), ...run.linked])),
    renderer: hashing.open,
    full: options.full ?? false,
    decidesAll: (!publishesAll(options) && !options.inParts) || options.namesPages === true,
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

/** A renderer that is opened when the plan needs it to hash models; it writes nothing. */
function lazyRenderer(shared: SharedResources, options: RendererOptions) {
  let renderer: Promise<PageRenderer> | undefined;
  const open = () => {
    renderer ??= shared.renderers().then((pool) => pool.open(options));
    return renderer;
  };
  return { open, close: async () => (await renderer)?.close() };
}
