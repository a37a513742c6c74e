import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { openEditions } from '#src/catalogue/index.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { clearLeftovers, openLive, type Release } from '#src/release/index.ts';
import { type Clock, createClock } from './clock.ts';
import { takeLock } from './lock.ts';
import { makeRelease } from './make-release.ts';
import type { Maker, MakerSetting } from './maker.ts';
import { planStage } from './plan-stage.ts';
import { silentProgress } from './progress.ts';
import { createReport } from './report.ts';
import { createShared, type Shared } from './shared.ts';
import { syncStage } from './sync.ts';
import type { Rebuild, RebuildConfig, RebuildOptions, RebuildReport } from './types.ts';

/** The nightly job: lock, sync, bundle, plan, render, verify, publish, prune, report (docs/rebuild.md). */
export function createRebuild(config: RebuildConfig): Rebuild {
  const shared = createShared(config);
  return {
    async run(brand, options = {}) {
      const folder = join(config.state, brand.id);
      const clock = createClock();
      const lock = takeLock(folder, brand.id);
      try {
        clearLeftovers(folder);
        mkdirSync(join(folder, 'releases'), { recursive: true });
        return await rebuildBrand({ config, shared, brand, options, folder, clock });
      } finally {
        config.progress?.end();
        lock.release();
      }
    },
    close: shared.close,
  };
}

interface Run {
  readonly config: RebuildConfig;
  readonly shared: Shared;
  readonly brand: Brand;
  readonly options: RebuildOptions;
  /** `var/<brand>`. */
  readonly folder: string;
  readonly clock: Clock;
}

/** The live release to compare with. A damaged one counts as none, so that this night mends it. */
function previousRelease(log: Log, folder: string, brand: string): Release | undefined {
  try {
    return openLive(folder);
  } catch (error) {
    log.warn(`the live release of ${brand} cannot be read and is made anew: ${messageOf(error)}`);
    return undefined;
  }
}

async function rebuildBrand({ config, shared, brand: of, options, folder, clock }: Run): Promise<RebuildReport> {
  const progress = config.progress ?? silentProgress;
  const snapshot = join(folder, 'catalogue.db');
  const branding = await bundleBrand(of, config.modules);
  const { brand } = branding;
  progress.stage('reading the upstream');
  const apiCalls = await clock.time('sync', () => syncStage(config, brand, snapshot));
  progress.stage('preparing the site');
  const bundle = await clock.time('bundle', shared.bundle);

  using live = disposable(previousRelease(config.log, folder, brand.id));
  using editions = disposable(openEditions(brand, snapshot));
  const previous = live.of;
  const context = { editions: editions.of.all, views: config.views };
  progress.stage('planning');
  const file = join(folder, 'releases', '.next-plan.db');
  const full = options.full ?? false;
  const probe = probeOf(shared, { brand, snapshot, folder: file, previous: undefined, created: '' });
  using planned = disposable(
    await clock.time('plan', () => planStage({ file, context, previous, brand, bundle, full, maker: probe.open })),
  );
  await probe.close();
  const plan = planned.of;

  const report = createReport({ brand: brand.id, previous, plan, clock, apiCalls });
  if (options.dryRun) return report('planned');
  if (plan.isUnchanged) return report('unchanged');
  const made = await makeRelease({
    folder,
    branding,
    bundle,
    snapshot,
    plan,
    previous,
    clock,
    progress,
    shared,
    options,
    now: config.now,
    log: config.log,
  });
  return report(made ? 'published' : 'unchanged', made);
}

/** Threads that compute models while it is planned; they write nothing. */
function probeOf(shared: Shared, setting: MakerSetting) {
  let maker: Promise<Maker> | undefined;
  const open = () => {
    maker ??= shared.makers().then((makers) => makers.open(setting));
    return maker;
  };
  return { open, close: async () => (await maker)?.close() };
}

interface Closable {
  close(): void;
}

const disposable = <T extends Closable | undefined>(of: T) => ({ of, [Symbol.dispose]: () => of?.close() });
