import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { clearLeftovers, freshenSpare, leftParts, openLive, type Release, removeParts } from '#src/release/index.ts';
import { type LocalizedSite, openLocalizedSites, readBuildKey, storeBuildKey } from '#src/snapshot/index.ts';
import { type Clock, createClock } from './stage-timer.ts';
import { takeLock, takeShardLock } from './lock.ts';
import { makeRelease } from './build-release.ts';
import type { Maker, MakerSetting } from './page-renderer.ts';
import { groundOf, partsOn, partsToMerge } from './shards.ts';
import type { Plan } from './plan-database.ts';
import { fingerprintOf, planStage } from './plan-stage.ts';
import { type Progress, silentProgress } from './progress.ts';
import { reachOf } from './changed-book-pages.ts';
import { createReport, type ReportedPlan, type Seen } from './report.ts';
import { selectionOf } from './page-selection.ts';
import { makePart } from './render-shard.ts';
import { createShared, type Shared } from './shared-resources.ts';
import { changedSince, syncStage } from './sync-stage.ts';
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
        const progress = config.progress ?? silentProgress;
        return await rebuildBrand({ config, shared, brand, options, folder, clock, progress });
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
  readonly progress: Progress;
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

async function rebuildBrand(run: Run): Promise<RebuildReport> {
  const read = await readStage(run);
  const report = await publishFrom(run, read);
  if (report.status === 'published' || report.status === 'unchanged') await leaveFor(run, read, report);
  return report;
}

async function publishFrom(run: Run, read: Read): Promise<RebuildReport> {
  using live = disposable(previousRelease(run.config.log, run.folder, run.brand.id));
  using editions = disposable(openLocalizedSites(read.branding.brand, read.snapshot));
  const given = { ...run, ...read, previous: live.of, editions: editions.of.all };
  const planned = plannedBefore(given);
  if (planned) return planned;
  if (!run.options.dryRun) await run.shared.warmUp();
  using made = disposable(await planOf(given));
  return await followPlan(given, made.of);
}

/**
 * What the next run is to know of this one and to find ready, and what it needs no more. Nobody reads the snapshot any
 * more: one file holds all of it, to be copied to other machines.
 */
async function leaveFor(
  { config, options, folder, brand }: Run,
  read: Read,
  { release }: RebuildReport,
): Promise<void> {
  try {
    if (release !== null && !options.pages && options.changedSince === undefined)
      storeBuildKey(read.snapshot, planKey(read, release));
    // A correction is not what a whole run, or the machines that share one, have worked for.
    if (!options.pages) removeParts(leftParts(folder));
    await freshenSpare(folder);
  } catch (error) {
    // What was published is live: at worst the next night does what it need not.
    config.log.warn(`what was left of the run of ${brand.id} could not be put away: ${messageOf(error)}`);
  }
}

/** Brings what the pages are made of up to date. */
async function readStage({ config, shared, brand, options, folder, clock, progress }: Run) {
  const snapshot = join(folder, 'catalogue.db');
  const branding = await bundleBrand(brand, config.modules);
  const readsUpstream = !options.shard && options.merge === undefined;
  if (!readsUpstream) requireSnapshot(snapshot, brand.id);
  progress.stage('reading the upstream');
  const { changedSince: cursor } = options;
  const changed = cursor === undefined ? undefined : await changedSince(config, branding.brand, cursor);
  const sync = () => syncStage(config, branding.brand, snapshot, brand.prerender?.books);
  const apiCalls = readsUpstream ? await clock.time('sync', sync) : 0;
  progress.stage('preparing the site');
  const bundle = await clock.time('bundle', shared.bundle);
  return { snapshot, branding, changed, apiCalls, bundle };
}

type Read = Awaited<ReturnType<typeof readStage>>;

interface Given extends Run, Read {
  readonly previous: Release | undefined;
  readonly editions: readonly LocalizedSite[];
}

/** Names a plan of everything: of this release, code and brand. */
const planKey = ({ bundle, branding }: Read, release: string) =>
  [release, bundle.id, fingerprintOf(branding.brand)].join(' ');

/** The report of a night in which nothing that was read or made differs from the night before. */
function plannedBefore(given: Given): RebuildReport | undefined {
  const { previous, options, snapshot } = given;
  if (!previous || !isNightly(options) || readBuildKey(snapshot) !== planKey(given, previous.id)) return undefined;
  return reportOf(given, { rendered: 0, kept: previous.info.pages, removed: 0 })('unchanged');
}

const reportOf = (
  { brand, previous, clock, apiCalls }: Given,
  plan: ReportedPlan,
  seen: Seen = { taken: 0, kept: 0 },
) => createReport({ brand: brand.id, previous, plan, clock, apiCalls, seen });

const contextOf = ({ editions, config, changed }: Given) => {
  const read = { editions, views: config.views };
  return { ...read, asked: changed && reachOf(read, changed) };
};

async function planOf(given: Given): Promise<Plan> {
  const { shared, folder, branding, snapshot, previous, bundle, options, clock, progress } = given;
  const { brand } = branding;
  progress.stage('planning');
  const shard = options.shard ? `-${Object.values(options.shard).join('-of-')}` : '';
  const file = join(folder, 'releases', `.next-plan${shard}.db`);
  const probe = probeOf(shared, { brand, snapshot, folder: file, previous: undefined, created: '' });
  const selection = options.pages && selectionOf(options.pages);
  const stage = { file, context: contextOf(given), previous, brand, bundle, selection, maker: probe.open };
  try {
    return await clock.time('plan', () =>
      planStage({ ...stage, full: options.full ?? false, wholly: !publishesAll(options) }),
    );
  } finally {
    await probe.close();
  }
}

async function followPlan(given: Given, plan: Plan): Promise<RebuildReport> {
  const { config, options, folder, branding, bundle, editions } = given;
  const seen: Seen = { taken: 0, kept: 0 };
  const report = reportOf(given, plan, seen);
  if (options.dryRun) return report('planned');
  const ground = groundOf(bundle, branding.brand);
  const making = {
    ...given,
    plan,
    ground,
    context: { editions, views: config.views },
    now: config.now,
    log: config.log,
    taken: () => {
      seen.taken += 1;
    },
    kept: () => {
      seen.kept += 1;
    },
  };
  const { shard, merge } = options;
  if (shard) {
    const rendered = await makePart({ ...making, parts: [] }, shard);
    return reportOf(given, { rendered, kept: 0, removed: 0 }, seen)('part');
  }
  const parts =
    merge === undefined ? partsOn(folder, ground) : partsToMerge(folder, branding.brand.id, { ground, of: merge });
  const made = plan.isUnchanged ? undefined : await makeRelease({ ...making, parts });
  return report(made ? 'published' : 'unchanged', made);
}

/** @throws ConfigError where machines that share a run have nothing to share */
function requireSnapshot(file: string, brand: string): void {
  if (existsSync(file)) return;
  throw new ConfigError(
    `There is no snapshot ${file} to render from. Make it with: npm run rebuild -- --brand ${brand} --dry-run, or copy it from the machine that has it.`,
  );
}

/** Plans by what changed, and the whole site: what is known to have been planned needs no plan. */
const isNightly = (options: RebuildOptions) =>
  !options.full && options.changedSince === undefined && publishesAll(options);

/** Makes a release by itself of everything there is. */
const publishesAll = ({ pages, dryRun, shard, merge }: RebuildOptions) =>
  !pages && !dryRun && !shard && merge === undefined;

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
