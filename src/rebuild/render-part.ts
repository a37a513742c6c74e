import { join } from 'node:path';
import { type BrandBundle, bundleBrand } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { LecternError } from '#src/lib/errors.ts';
import { buildKeyOf } from './build-key.ts';
import { parseJobs } from './kept-plan.ts';
import { createKeptRenderer } from './kept-renderer.ts';
import { acquireShardLock } from './lock.ts';
import { silentProgress } from './progress.ts';
import { otherBrandsOf } from './publish-guard/page-facts.ts';
import { refuseProblems, type ShardTarget, writeShard } from './render-shard.ts';
import { renderJobs } from './render-stage.ts';
import type { SharedResources } from './shared-resources.ts';
import type { KindCosts, PartOrder, RebuildConfig, RenderedPart } from './types.ts';

/** The plan is of other code or of a brand that differs here. */
class OtherBuildError extends LecternError {
  constructor() {
    super('OTHER_CODE', 'The plan was made by other code than this worker has, or for another version of the brand.');
  }
}

/**
 * Renders parts of plans that were made elsewhere. The brand's files are read once, and again where the plan is of others.
 * `close` is called before the snapshot is written or replaced.
 */
export function createPartRenderer(config: RebuildConfig, shared: SharedResources) {
  const brandings = new Map<string, BrandBundle>();
  const brandingFor = async (brand: Brand, buildKey: string): Promise<BrandBundle> => {
    const bundle = await shared.bundle();
    const known = brandings.get(brand.id);
    if (known && buildKeyOf(bundle, known.brand) === buildKey) return known;
    const branding = await bundleBrand(brand, config.modules);
    if (buildKeyOf(bundle, branding.brand) !== buildKey) throw new OtherBuildError();
    brandings.set(brand.id, branding);
    return branding;
  };
  const kept = createKeptRenderer();
  const render = async (brand: Brand, order: PartOrder): Promise<RenderedPart> => {
    const { shard, buildKey } = order;
    const folder = join(config.state, brand.id);
    const branding = await brandingFor(brand, buildKey);
    const lock = acquireShardLock(folder, brand.id, shard);
    try {
      return await writeShard({ folder, buildKey }, shard, (target) =>
        renderPart({ config, shared, kept, branding, snapshot: join(folder, 'catalogue.db') }, order, target),
      );
    } finally {
      lock.release();
    }
  };
  return { render, close: kept.close };
}

interface Place {
  readonly config: RebuildConfig;
  readonly shared: SharedResources;
  readonly kept: ReturnType<typeof createKeptRenderer>;
  readonly branding: BrandBundle;
  readonly snapshot: string;
}

async function renderPart(
  { config, shared, kept, branding, snapshot }: Place,
  { jobs, previous, created, buildKey }: PartOrder,
  { folder, log }: ShardTarget,
): Promise<RenderedPart> {
  const { brand } = branding;
  const pool = await shared.renderers();
  const others = otherBrandsOf(config.brands, brand.id);
  const key = [brand.id, previous, created, buildKey].join(' ');
  const options = { brand, others, snapshot, folder, previous, created, isPart: true };
  const costs: Record<string, { pages: number; ms: number }> = {};
  let pages = 0;
  const problems = await kept.lend(pool, key, options, (renderer) =>
    renderJobs(parseJobs(jobs), {
      renderer,
      progress: silentProgress,
      record(recorded) {
        pages += recorded.length;
        log.add(recorded);
      },
      onCost({ kind, ms }) {
        const { pages: count, ms: sum } = costs[kind] ?? { pages: 0, ms: 0 };
        costs[kind] = { pages: count + 1, ms: sum + ms };
      },
    }),
  );
  refuseProblems(problems, brand.id);
  log.complete();
  return { pages, costs: costs satisfies KindCosts };
}
