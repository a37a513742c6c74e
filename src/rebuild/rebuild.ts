import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { notePlanned, openEditions, readPlanned } from '#src/catalogue/index.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import {
  clearLeftovers,
  leftParts,
  openLive,
  type Release,
  type ReleaseInfo,
  removeParts,
} from '#src/release/index.ts';
import { type Clock, createClock } from './clock.ts';
import { takeLock, takeShardLock } from './lock.ts';
import { makeRelease } from './make-release.ts';
import type { Maker, MakerSetting } from './maker.ts';
import { groundOf, partsOn, partsToMerge } from './parts.ts';
import { fingerprintOf, planStage } from './plan-stage.ts';
import { silentProgress } from './progress.ts';
import { reachOf } from './reach.ts';
import { createReport } from './report.ts';
import { selectionOf } from './selection.ts';
import { makePart } from './shard.ts';
import { createShared, type Shared } from './shared.ts';
import { changedSince, syncStage } from './sync.ts';
import type { Rebuild, RebuildConfig, RebuildOptions, RebuildReport } from './types.ts';

/** The nightly job: lock, sync, bundle, plan, render, verify, publish, prune, report (docs/rebuild.md). */
export function createRebuild(config: RebuildConfig): Rebuild {
  const shared = createShared(config);
  return {
    async run(brand, options = {}) {
      const folder = join(config.state, brand.id);
      const clock = createClock();
      const { shard } = options;
      const lock = shard ? takeShardLock(folder, brand.id, shard) : takeLock(folder, brand.id);
      try {
        if (!shard) clearLeftovers(folder);
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
  const readsUpstream = !options.shard && options.merge === undefined;
  if (!readsUpstream) requireSnapshot(snapshot, brand.id);
  progress.stage('reading the upstream');
  const changed =
    options.changedSince === undefined ? undefined : await changedSince(config, brand, options.changedSince);
  const apiCalls = readsUpstream
    ? await clock.time('sync', () => syncStage(config, brand, snapshot, of.prerender?.books))
    : 0;
  progress.stage('preparing the site');
  const bundle = await clock.time('bundle', shared.bundle);

  using live = disposable(previousRelease(config.log, folder, brand.id));
  using editions = disposable(openEditions(brand, snapshot));
  const previous = live.of;
  const planKey = (release: string) => [release, bundle.id, fingerprintOf(brand)].join(' ');
  if (previous && isNightly(options) && readPlanned(snapshot) === planKey(previous.id)) {
    const plan = { rendered: 0, kept: previous.info.pages, removed: 0 };
    removeParts(leftParts(folder));
    return createReport({ brand: brand.id, previous, plan, clock, apiCalls, taken: () => 0 })('unchanged');
  }
  const read = { editions: editions.of.all, views: config.views };
  const context = { ...read, asked: changed && reachOf(read, changed) };
  progress.stage('planning');
  const file = join(
    folder,
    'releases',
    `.next-plan${options.shard ? `-${Object.values(options.shard).join('-of-')}` : ''}.db`,
  );
  const full = options.full ?? false;
  const selection = options.pages && selectionOf(options.pages);
  const probe = probeOf(shared, { brand, snapshot, folder: file, previous: undefined, created: '' });
  using planned = disposable(
    await clock.time('plan', () =>
      planStage({ file, context, previous, brand, bundle, full, selection, maker: probe.open }),
    ),
  );
  await probe.close();
  const plan = planned.of;

  let taken = 0;
  const report = createReport({ brand: brand.id, previous, plan, clock, apiCalls, taken: () => taken });
  if (options.dryRun) return report('planned');
  const end = (status: 'published' | 'unchanged', made?: ReleaseInfo) => {
    const id = made?.id ?? previous?.id;
    if (id !== undefined && !options.pages && options.changedSince === undefined) notePlanned(snapshot, planKey(id));
    // A correction is not what a whole run, or the machines that share one, have worked for.
    if (!options.pages) removeParts(leftParts(folder));
    return report(status, made);
  };
  const ground = groundOf(bundle, brand);
  const making = {
    ...{ folder, branding, bundle, snapshot, plan, context, ground, previous, clock, progress, shared, options },
    ...{ now: config.now, log: config.log },
    taken: () => {
      taken += 1;
    },
  };
  if (options.shard) {
    const pages = await makePart({ ...making, parts: [] }, options.shard);
    const part = { rendered: pages, kept: 0, removed: 0 };
    return createReport({ brand: brand.id, previous, plan: part, clock, apiCalls, taken: () => taken })('part');
  }
  const { merge } = options;
  const parts = merge === undefined ? partsOn(folder, ground) : partsToMerge(folder, brand.id, { ground, of: merge });
  if (plan.isUnchanged) return end('unchanged');
  const made = await makeRelease({ ...making, parts });
  return end(made ? 'published' : 'unchanged', made);
}

/** @throws ConfigError where machines that share a run have nothing to share */
function requireSnapshot(file: string, brand: string): void {
  if (existsSync(file)) return;
  throw new ConfigError(
    `There is no snapshot ${file} to render from. Make it with: npm run rebuild -- --brand ${brand} --dry-run, or copy it from the machine that has it.`,
  );
}

/** Plans by what changed, and the whole site: what is known to have been planned needs no plan. */
const isNightly = ({ full, pages, dryRun, shard, merge, changedSince }: RebuildOptions) =>
  !full && !pages && !dryRun && !shard && merge === undefined && changedSince === undefined;

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
