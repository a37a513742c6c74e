import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import type { Brand } from '#src/brand/registry.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import {
  type Damage,
  findPartialReleases,
  NO_DAMAGE,
  openLive,
  openRelease,
  type Release,
  readDamageNote,
  refreshRecycledTree,
  removeDamageNote,
  removeLeftovers,
  removePartialReleases,
} from '#src/release/index.ts';
import { type LocalizedSite, openLocalizedSites, readLosses, readPlanKey, storePlanKey } from '#src/snapshot/index.ts';
import { buildKeyOf, planKeyOf } from './build-key.ts';
import { buildRelease, type ReleaseBuild } from './build-release.ts';
import { searchDamage } from './damage-search.ts';
import { disposable } from './disposable.ts';
import { announceChanges, INDEX_NOW } from './index-now.ts';
import { keptPlanFile } from './kept-plan.ts';
import { acquireLock, acquireShardLock } from './lock.ts';
import { makePlan, reopenPlan } from './make-plan.ts';
import { damagedPaths, type MustRender, planAgain } from './plan-again.ts';
import type { Plan } from './plan-database.ts';
import { plannedKinds } from './plan-summary.ts';
import { type Progress, silentProgress } from './progress.ts';
import { parseContent, readContent } from './publish-guard/content-facts.ts';
import { contentFindings } from './publish-guard/content-rules.ts';
import { otherBrandsOf } from './publish-guard/page-facts.ts';
import { createPartRenderer } from './render-part.ts';
import { renderShard } from './render-shard.ts';
import { createReport, type RenderCounts, type ReportedPlan } from './report.ts';
import { isNightly, readsUpstream, recordsPlan, removesPartialReleases, searchesDamage } from './run-scope.ts';
import { changesSearchFiles } from './search-files.ts';
import { reusableReleases } from './shards.ts';
import { createSharedResources, type SharedResources } from './shared-resources.ts';
import { createStageTimer, type StageTimer } from './stage-timer.ts';
import { changedSince, syncStage } from './sync-stage.ts';
import { countAsKept, createTally } from './tally.ts';
import type { Rebuild, RebuildConfig, RebuildOptions, RebuildReport, RunTally } from './types.ts';

/** The nightly job: lock, sync, bundle, plan, render, verify, publish, prune, report (docs/operate/rebuild.md). */
export function createRebuild(config: RebuildConfig): Rebuild {
  const shared = createSharedResources(config);
  const parts = createPartRenderer(config, shared);
  return {
    async run(brand, options = {}, tally = createTally()) {
      const folder = join(config.state, brand.id);
      const timer = createStageTimer();
      const { shard } = options;
      await parts.close();
      const lock = shard ? acquireShardLock(folder, brand.id, shard) : acquireLock(folder, brand.id);
      try {
        if (!shard) removeLeftovers(folder);
        mkdirSync(join(folder, 'releases'), { recursive: true });
        const progress = config.progress ?? silentProgress;
        progress.begin(brand.id);
        return await rebuildBrand({ config, shared, brand, options, folder, timer, tally, progress });
      } finally {
        tally.seconds = timer.seconds();
        config.progress?.end();
        lock.release();
      }
    },
    renderPart: parts.render,
    closePart: parts.close,
    async close() {
      await parts.close();
      await shared.close();
    },
  };
}

interface Run {
  readonly config: RebuildConfig;
  readonly shared: SharedResources;
  readonly brand: Brand;
  readonly options: RebuildOptions;
  /** `var/<brand>`. */
  readonly folder: string;
  readonly timer: StageTimer;
  readonly tally: RunTally;
  readonly progress: Progress;
}

async function rebuildBrand(run: Run): Promise<RebuildReport> {
  using live = disposable(previousRelease(run));
  // Meanwhile the upstream is read, and a first plan made.
  const before = startSearch(run, live.value);
  const inputs = await readInputs(run);
  const report = await rebuildFrom(run, inputs, { previous: live.value, before });
  if (report.status === 'published' || report.status === 'unchanged') await cleanUp(run, inputs, report);
  return report;
}

/** The release to compare with, and what of it is damaged. */
interface Before {
  readonly previous: Release | undefined;
  readonly damage: Damage;
}

const NO_RELEASE: Before = { previous: undefined, damage: NO_DAMAGE };

const DAY_MS = 24 * 60 * 60_000;

/** A live release whose manifest turns out to be damaged itself counts as none. */
async function startSearch({ config, options, folder, brand }: Run, live: Release | undefined): Promise<Before> {
  if (!searchesDamage(options)) return { previous: live, damage: NO_DAMAGE };
  const night = Math.floor((config.now?.() ?? new Date()).getTime() / DAY_MS);
  try {
    return { previous: live, damage: await searchDamage(live, { night, noted: readDamageNote(folder) }) };
  } catch (error) {
    config.log.warn(madeAnew(brand.id, error));
    return NO_RELEASE;
  }
}

type RunInputs = Awaited<ReturnType<typeof readInputs>>;

/** Brings all that pages are made of up to date. */
async function readInputs({ config, shared, brand, options, folder, timer, tally, progress }: Run) {
  const snapshot = join(folder, 'catalogue.db');
  const branding = await bundleBrand(brand, config.modules);
  const isRead = readsUpstream(options);
  if (!isRead) requireSnapshot(snapshot, brand.id);
  progress.stage('reading the upstream');
  const { changedSince: cursor } = options;
  const changed = cursor === undefined ? undefined : await changedSince(config, branding.brand, cursor);
  const sync = () => syncStage({ config, brand: branding.brand, file: snapshot, books: brand.prerender?.books, tally });
  const synced = isRead ? await timer.time('sync', sync) : { apiCalls: 0, losses: readLosses(snapshot) };
  progress.stage('preparing the site');
  const bundle = await timer.time('bundle', shared.bundle);
  return { snapshot, branding, changed, ...synced, bundle };
}

/** @throws ConfigError where a shard or a merge has no snapshot to work from */
function requireSnapshot(file: string, brand: string): void {
  if (existsSync(file)) return;
  throw new ConfigError(
    `There is no snapshot ${file} to render from. Make it with: npm run rebuild -- --brand ${brand} --dry-run, or copy it from the machine that has it.`,
  );
}

/** A run with everything that it reads. */
interface ReadyRun extends Run, RunInputs, Before, MustRender {
  readonly sites: readonly LocalizedSite[];
}

/** The live release, and what the search for damage will tell of it. */
interface SearchedRelease {
  readonly previous: Release | undefined;
  readonly before: Promise<Before>;
}

async function rebuildFrom(run: Run, inputs: RunInputs, { previous, before }: SearchedRelease): Promise<RebuildReport> {
  using sites = disposable(openLocalizedSites(inputs.branding.brand, inputs.snapshot));
  const sound = { previous, damage: NO_DAMAGE };
  const ready: ReadyRun = { ...run, ...inputs, ...sound, sites: sites.value.all, linked: new Set() };
  if (isPlannedBefore(ready)) {
    const found = { ...ready, ...(await before) };
    return reportIfUndamaged(found) ?? (await planAndCarryOut(found, MOST_PLANS));
  }
  if (!run.options.dryRun) await run.shared.startRenderers();
  // The search seldom finds anything, so the plan does not wait for it.
  const [first] = await Promise.allSettled([firstPlan(ready)]);
  const found = { ...ready, ...(await before) };
  if (found.previous === previous && !isAnyDamaged(found.damage))
    return await planAndCarryOut(found, MOST_PLANS, first);
  if (first.status === 'fulfilled') first.value.close();
  return await planAndCarryOut(found, MOST_PLANS);
}

/** How often a run plans anew because it met pages that have lost their files, or that a correction has to take. */
const MOST_PLANS = 8;

const firstPlan = async (run: ReadyRun): Promise<Plan> => reopenPlan(run) ?? (await makePlan(run));

/**
 * Pages whose files turn out to be lost, and those that corrected pages link to, are rendered by another plan.
 * @param first the plan that was made already, or why it could not be
 */
async function planAndCarryOut(
  run: ReadyRun,
  attempts: number,
  first?: PromiseSettledResult<Plan>,
): Promise<RebuildReport> {
  try {
    if (first?.status === 'rejected') throw first.reason;
    using plan = disposable(first?.value ?? (await makePlan(run)));
    run.tally.kinds = plannedKinds(plan.value.summary());
    return await carryOut(run, plan.value);
  } catch (error) {
    const again = attempts === 1 ? undefined : planAgain(run, error, run.options.pages !== undefined);
    if (!again) throw error;
    return await planAndCarryOut(again, attempts - 1);
  }
}

/** The live release to compare with. A damaged one counts as none, so that this run repairs it. */
function previousRelease({ config, folder, brand }: Run): Release | undefined {
  try {
    return openLive(folder);
  } catch (error) {
    config.log.warn(madeAnew(brand.id, error));
    return undefined;
  }
}

const madeAnew = (brand: string, error: unknown) =>
  `the live release of ${brand} cannot be read and is made anew: ${messageOf(error)}`;

/** Whether snapshot, live release, code and brand are those of the last plan of the whole site, so that there is nothing to plan. */
function isPlannedBefore({ previous, options, snapshot, bundle, branding }: ReadyRun): boolean {
  if (!previous || !isNightly(options)) return false;
  return readPlanKey(snapshot) === planKeyOf(previous.id, bundle, branding.brand);
}

/** The report of a run with nothing to plan. */
function reportIfUndamaged(run: ReadyRun): RebuildReport | undefined {
  const { previous } = run;
  if (!previous || isAnyDamaged(run.damage)) return undefined;
  return reporter(run, { rendered: 0, kept: previous.info.pages, removed: 0 })('unchanged');
}

const isAnyDamaged = ({ pages, assets }: Damage) => pages.length + assets.length > 0;

function reporter(run: ReadyRun, plan: ReportedPlan, counts: RenderCounts = { reused: 0, unchanged: 0 }) {
  const { brand, previous, timer, apiCalls, losses, damage, linked } = run;
  return createReport({ brand: brand.id, previous, plan, timer, apiCalls, losses, counts, damage, linked });
}

/** Does what the run is for: reports the plan, renders a shard, or makes and publishes a release. */
async function carryOut(run: ReadyRun, plan: Plan): Promise<RebuildReport> {
  const { shard, dryRun, merge, namesPages, explain } = run.options;
  const counts: RenderCounts = { reused: 0, unchanged: 0 };
  const report = reporter(run, plan, counts);
  if (dryRun) {
    const planned = { ...report('planned'), ...suspicionsOf(run) };
    const changes = namesPages ? { changes: plan.pageChanges() } : {};
    const explained = explain === undefined ? {} : { explained: plan.explain(explain) };
    if (!run.options.inParts) return { ...planned, ...changes, ...explained };
    plan.keepAs(keptPlanFile(run.folder));
    return { ...planned, buildKey: buildKeyOf(run.bundle, run.branding.brand) };
  }
  const build = releaseBuildOf(run, plan, counts);
  if (shard) {
    const rendered = await renderShard(build, shard);
    return reporter(run, { rendered, kept: 0, removed: 0 }, counts)('part');
  }
  const partialReleases = reusableReleases(run.folder, run.brand.id, { ...build, of: merge });
  const changes = namesPages ? { changes: plan.pageChanges() } : {};
  const published = isUnchanged(run, build) ? undefined : await buildRelease({ ...build, partialReleases });
  if (published) await announce(run, published.id);
  return { ...report(published ? 'published' : 'unchanged', published), ...changes };
}

/** A correction of pages leaves sitemaps and feeds to the next night. */
function isUnchanged(
  { previous, options, branding, bundle }: ReadyRun,
  { plan, source, mends }: ReleaseBuild,
): boolean {
  if (!plan.isUnchanged || mends) return false;
  // Other code has other browser files and another policy, though no page may differ.
  if (previous && previous.info.bundle.id !== bundle.id) return false;
  return !previous || options.pages !== undefined || !changesSearchFiles(source, branding.brand, previous);
}

/** Engines know a first release by its sitemaps alone. */
async function announce({ config, brand, folder, previous: before }: ReadyRun, id: string): Promise<void> {
  if (!before || brand.indexNowKey === undefined) return;
  using after = disposable(openRelease(join(folder, 'releases', id)));
  await announceChanges({ brand, before, after: after.value, endpoint: config.indexNow ?? INDEX_NOW, log: config.log });
}

/** What the publish guard would say of the snapshot. What it says of pages is known only once they are rendered. */
function suspicionsOf({ previous, sites, snapshot }: ReadyRun): Pick<RebuildReport, 'suspicious'> {
  const findings = contentFindings(previous && parseContent(previous), readContent(sites, snapshot));
  return findings.length === 0 ? {} : { suspicious: findings.map(({ what }) => what) };
}

function releaseBuildOf(run: ReadyRun, plan: Plan, counts: RenderCounts): ReleaseBuild {
  const { config, brand, bundle, branding, sites, snapshot } = run;
  return {
    ...run,
    plan,
    partialReleases: [],
    mends: isAnyDamaged(run.damage),
    damaged: damagedPaths(run),
    indexNowKey: run.brand.indexNowKey,
    buildKey: buildKeyOf(bundle, branding.brand),
    source: { sites, views: config.views },
    others: otherBrandsOf(config.brands, brand.id),
    content: readContent(sites, snapshot),
    now: config.now,
    log: config.log,
    onReused() {
      counts.reused += 1;
    },
    onUnchanged(section) {
      counts.unchanged += 1;
      countAsKept(run.tally, section);
    },
  };
}

/**
 * Records the plan for the next run, prepares the recycled tree for it, and removes what is no longer needed. The
 * snapshot is closed by then, so that it is one file, which can be copied to other machines.
 */
async function cleanUp(run: Run, inputs: RunInputs, { release }: RebuildReport): Promise<void> {
  const { config, options, folder, brand } = run;
  const { snapshot, bundle, branding } = inputs;
  try {
    if (release !== null && recordsPlan(options)) storePlanKey(snapshot, planKeyOf(release, bundle, branding.brand));
    if (removesPartialReleases(options)) removePartialReleases(findPartialReleases(folder));
    if (!options.skipsDamageSearch) removeDamageNote(folder);
    if (!options.pagesElsewhere) await refreshRecycledTree(folder);
  } catch (error) {
    // The release is live. At worst the next run does needless work.
    config.log.warn(`what the run of ${brand.id} left behind could not be cleaned up: ${messageOf(error)}`);
  }
}
