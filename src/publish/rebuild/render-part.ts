import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { LecternError } from '#src/lib/errors.ts';
import { buildKeyOf } from '#src/publish/plan/build-key.ts';
import { parseJobs } from '#src/publish/plan/kept-plan.ts';
import {
  findShardReleases,
  openPartialReleaseLog,
  type PartialReleaseLog,
  replaceShard,
  shardFolder,
  shardFolderPrefix,
} from '#src/publish/release/index.ts';
import { createKeptRenderer } from '#src/publish/render/kept-renderer.ts';
import { qualityFor, renderJobs } from '#src/publish/render/render-stage.ts';
import type { SharedResources } from '#src/publish/render/shared-resources.ts';
import { bundleSettledBrand } from '#src/publish/snapshot/index.ts';
import { otherBrandsOf } from '#src/publish/verify/publish-guard/page-facts.ts';
import { VerificationError } from './errors.ts';
import { acquireShardLock } from './lock.ts';
import { silentProgress } from './progress.ts';
import type { KindCosts, PartOrder, RebuildConfig, RenderedPart } from './types.ts';

/** Thrown if the plan was made by different code, or for a different version of the brand. */
class OtherBuildError extends LecternError {
  constructor() {
    super('OTHER_CODE', "The plan was made by other code than this worker's, or for another version of the brand.");
  }
}

/**
 * Renders parts of plans that were made on another machine. Reads a brand's files once, and again if a plan was made
 * with different files. Call `close` before the snapshot is written or replaced.
 */
export function createPartRenderer(config: RebuildConfig, shared: SharedResources) {
  const brandings = new Map<string, BrandBundle>();
  const brandingFor = async (brand: Brand, buildKey: string): Promise<BrandBundle> => {
    const bundle = await shared.bundle();
    const cached = brandings.get(brand.id);
    if (cached && buildKeyOf(bundle, cached.brand) === buildKey) return cached;
    const branding = await bundleSettledBrand(brand, join(config.state, brand.id, 'catalogue.db'), config.modules);
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
      return await writePart(folder, order, (target) =>
        renderPart({ config, shared, kept, branding, snapshot: join(folder, 'catalogue.db') }, order, target),
      );
    } finally {
      lock.release();
    }
  };
  return { render, close: kept.close };
}

interface PartTarget {
  readonly folder: string;
  readonly log: PartialReleaseLog;
}

/** Writes a part into a new folder, and then replaces earlier results for the same shard with it. */
async function writePart<T>(
  brandFolder: string,
  { shard, buildKey }: PartOrder,
  write: (target: PartTarget) => Promise<T>,
): Promise<T> {
  const before = findShardReleases(brandFolder, shard);
  const folder = join(brandFolder, 'releases', `${shardFolderPrefix(shard)}${randomBytes(4).toString('hex')}`);
  mkdirSync(join(folder, 'site'), { recursive: true });
  const log = openPartialReleaseLog(folder, { buildKey, shard });
  try {
    const result = await write({ folder, log });
    log.close();
    replaceShard(folder, shardFolder(brandFolder, buildKey, shard), before);
    return result;
  } catch (error) {
    log.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
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
  { jobs, previous, created, buildKey, runPages }: PartOrder,
  { folder, log }: PartTarget,
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
      ...(runPages !== undefined && { quality: qualityFor(runPages) }),
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
  if (problems.length > 0) {
    const findings = problems.map((what) => ({ rule: 'broken-page' as const, what }));
    throw new VerificationError(findings, brand.id);
  }
  log.complete();
  return { pages, costs: costs satisfies KindCosts };
}
