import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import { brandFingerprint, buildKeyOf, planKeyOf } from '#src/publish/plan/build-key.ts';
import { keptPlanFile } from '#src/publish/plan/kept-plan.ts';
import { planOf } from '#src/publish/plan/make-plan.ts';
import { type MustRender, planAgain } from '#src/publish/plan/plan-again.ts';
import type { Plan } from '#src/publish/plan/plan-database.ts';
import { plannedKinds } from '#src/publish/plan/plan-summary.ts';
import {
  type Damage,
  findPartialReleases,
  isSearchedInIdleTime,
  NO_DAMAGE,
  openLive,
  openRelease,
  type Release,
  readDamageNote,
  refreshRecycledTree,
  removeDamageNote,
  removeLeftovers,
  removePartialReleases,
} from '#src/publish/release/index.ts';
import { createSharedResources, type SharedResources } from '#src/publish/render/shared-resources.ts';
import {
  bundleSettledBrand,
  type LocalizedSite,
  openLocalizedSites,
  readLosses,
  readPlanKey,
  storePlanKey,
} from '#src/publish/snapshot/index.ts';
import { searchDamage } from '#src/publish/verify/damage-search.ts';
import { parseContent, readContent } from '#src/publish/verify/publish-guard/content-facts.ts';
import { contentFindings } from '#src/publish/verify/publish-guard/content-rules.ts';
import { otherBrandsOf } from '#src/publish/verify/publish-guard/page-facts.ts';
import { buildRelease, type ReleaseBuild } from './build-release.ts';
import { disposable } from './disposable.ts';
import { announceChanges, INDEX_NOW } from './index-now.ts';
import { acquireLock } from './lock.ts';
import { type Progress, silentProgress } from './progress.ts';
import { createPartRenderer } from './render-part.ts';
import { createReport, type RenderCounts, type ReportedPlan } from './report.ts';
import { reusableReleases } from './reusable-releases.ts';
import {
  changeCursor,
  isDryRun,
  isNightly,
  publishesSettings,
  readsUpstream,
  recordsPlan,
  removesPartialReleases,
  searchesDamage,
  selectedPages,
} from './run-scope.ts';
import { changesSearchFiles } from './search-files.ts';
import { createStageTimer, type StageTimer } from './stage-timer.ts';
import { changedSince, syncStage } from './sync-stage.ts';
import { countAsKept, createTally } from './tally.ts';
import type { Rebuild, RebuildConfig, RebuildOptions, RebuildReport, RunTally } from './types.ts';

/** The nightly job: lock, sync, bundle, plan, render, verify, publish, prune, report (docs/operate/rebuild.md). */
export function createRebuild(config: RebuildConfig): Rebuild {
  const shared = createSharedResources(config);
  const parts = createPartRenderer(config, shared);
  return {
    async run(brand, options = { mode: 'night' }, tally = createTally()) {
      const folder = join(config.state, brand.id);
      const timer = createStageTimer();
      await parts.close();
      const lock = acquireLock(folder, brand.id);
      try {
        removeLeftovers(folder);
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
  /** The brand's folder, `var/<brand>`. */
  readonly folder: string;
  readonly timer: StageTimer;
  readonly tally: RunTally;
  readonly progress: Progress;
}

async function rebuildBrand(run: Run): Promise<RebuildReport> {
  using live = disposable(previousRelease(run));
  // The search for damage runs while the upstream is read and a first plan is made.
  const before = startSearch(run, live.value);
  const inputs = await readInputs(run);
  const report = await rebuildFrom(run, inputs, { previous: live.value, before });
  if (report.status === 'published' || report.status === 'unchanged') await cleanUp(run, inputs, report);
  return report;
}

/** The release to compare with, and the damage found in it. */
interface Before {
  readonly previous: Release | undefined;
  readonly damage: Damage;
}

const NO_RELEASE: Before = { previous: undefined, damage: NO_DAMAGE };

const DAY_MS = 24 * 60 * 60_000;

/**
 * Starts the search for damage. If the live release's manifest turns out to be damaged, the release is treated as
 * missing.
 */
async function startSearch({ config, options, folder, brand }: Run, live: Release | undefined): Promise<Before> {
  if (!searchesDamage(options)) return { previous: live, damage: NO_DAMAGE };
  const now = config.now?.() ?? new Date();
  const night = Math.floor(now.getTime() / DAY_MS);
  const isNotedOnly = live !== undefined && isSearchedInIdleTime(folder, live.info.pages, now);
  try {
    return { previous: live, damage: await searchDamage(live, { night, noted: readDamageNote(folder), isNotedOnly }) };
  } catch (error) {
    config.log.warn(madeAnew(brand.id, error));
    return NO_RELEASE;
  }
}

type RunInputs = Awaited<ReturnType<typeof readInputs>>;

/** Updates everything that pages are rendered from. */
async function readInputs({ config, shared, brand, options, folder, timer, tally, progress }: Run) {
  const snapshot = join(folder, 'catalogue.db');
  const isRead = readsUpstream(options);
  if (!isRead) requireSnapshot(snapshot, brand.id);
  progress.stage('reading the upstream');
  const cursor = changeCursor(options);
  const changed = cursor === undefined ? undefined : await changedSince(config, brand, cursor);
  const sync = () => syncStage({ config, brand, pullsSettings: publishesSettings(options), file: snapshot, tally });
  const synced = isRead ? await timer.time('sync', sync) : { apiCalls: 0, losses: readLosses(snapshot) };
  progress.stage('preparing the site');
  const branding = await bundleSettledBrand(brand, snapshot, config.modules);
  const bundle = await timer.time('bundle', shared.bundle);
  return { snapshot, branding, changed, ...synced, bundle };
}

/** @throws ConfigError if the run does not read the upstream and the brand has no snapshot */
function requireSnapshot(file: string, brand: string): void {
  if (existsSync(file)) return;
  throw new ConfigError(
    `There is no snapshot ${file} to render from. Create it with: npm run rebuild -- --brand ${brand} --dry-run.`,
  );
}

/** A run with all its inputs. */
interface ReadyRun extends Run, RunInputs, Before, MustRender {
  readonly sites: readonly LocalizedSite[];
  readonly operatorLinks: Set<string>;
}

/** The live release, and the promised result of the damage search. */
interface SearchedRelease {
  readonly previous: Release | undefined;
  readonly before: Promise<Before>;
}

async function rebuildFrom(run: Run, inputs: RunInputs, { previous, before }: SearchedRelease): Promise<RebuildReport> {
  using sites = disposable(openLocalizedSites(inputs.branding.brand, inputs.snapshot));
  const nothing = { damage: NO_DAMAGE, linked: new Set<string>(), operatorLinks: new Set<string>() };
  const ready: ReadyRun = { ...run, ...inputs, previous, ...nothing, sites: sites.value.all };
  if (isPlannedBefore(ready)) {
    const searched = { ...ready, ...(await before) };
    return reportIfUndamaged(searched) ?? (await planAndCarryOut(searched, MAX_PLANS));
  }
  if (!isDryRun(run.options)) await run.shared.startRenderers();
  // The search rarely finds damage, so the plan does not wait for its result.
  const [first] = await Promise.allSettled([planOf(ready)]);
  const searched = { ...ready, ...(await before) };
  if (searched.previous === previous && !isAnyDamaged(searched.damage))
    return await planAndCarryOut(searched, MAX_PLANS, first);
  if (first.status === 'fulfilled') first.value.close();
  return await planAndCarryOut(searched, MAX_PLANS);
}

/**
 * Maximum number of plans per run. A run plans again if pages have missing files, or if a correction must include more
 * pages.
 */
const MAX_PLANS = 8;

/**
 * Carries out a plan. Makes another plan if files of pages turn out to be missing, or if corrected pages link to new
 * pages.
 * @param first the first plan, or the error that prevented it
 */
async function planAndCarryOut(
  run: ReadyRun,
  attempts: number,
  first?: PromiseSettledResult<Plan>,
): Promise<RebuildReport> {
  try {
    if (first?.status === 'rejected') throw first.reason;
    using plan = disposable(first?.value ?? (await planOf(run)));
    run.tally.kinds = plannedKinds(plan.value.summary());
    return await carryOut(run, plan.value);
  } catch (error) {
    const again = attempts === 1 ? undefined : planAgain(run, error, selectedPages(run.options) !== undefined);
    if (!again) throw error;
    return await planAndCarryOut(again, attempts - 1);
  }
}

/** The live release to compare with. If it is damaged, it is treated as missing, so that this run repairs it. */
function previousRelease({ config, folder, brand }: Run): Release | undefined {
  try {
    return openLive(folder);
  } catch (error) {
    config.log.warn(madeAnew(brand.id, error));
    return undefined;
  }
}

const madeAnew = (brand: string, error: unknown) =>
  `the live release of ${brand} cannot be read and will be rebuilt: ${messageOf(error)}`;

/**
 * Whether snapshot, live release, code and brand are the same as for the last plan of the whole site, so that there is
 * nothing to plan.
 */
function isPlannedBefore({ previous, options, snapshot, bundle, branding }: ReadyRun): boolean {
  if (!previous || !isNightly(options)) return false;
  return readPlanKey(snapshot) === planKeyOf(previous.id, bundle, branding.brand);
}

/** The report for a run with nothing to plan; undefined if the damage search found something to repair. */
function reportIfUndamaged(run: ReadyRun): RebuildReport | undefined {
  const { previous } = run;
  if (!previous || isAnyDamaged(run.damage)) return undefined;
  return reporter(run, { rendered: 0, kept: previous.info.pages, removed: 0 })('unchanged');
}

const isAnyDamaged = ({ pages, assets }: Damage) => pages.length + assets.length > 0;

function reporter(run: ReadyRun, plan: ReportedPlan, counts: RenderCounts = { reused: 0, unchanged: 0 }) {
  return createReport({ ...run, brand: run.brand.id, plan, counts });
}

/** Reports the plan, or builds and publishes a release, depending on the run's mode. */
async function carryOut(run: ReadyRun, plan: Plan): Promise<RebuildReport> {
  const { options } = run;
  const counts: RenderCounts = { reused: 0, unchanged: 0 };
  const report = reporter(run, plan, counts);
  const changes = options.namesPages ? { changes: plan.pageChanges() } : {};
  if (options.mode === 'dry-run' || options.mode === 'explain') {
    const planned = { ...report('planned'), ...suspicionsOf(run) };
    if (options.mode === 'explain') return { ...planned, ...changes, explained: plan.explain(options.path) };
    if (!options.inParts) return { ...planned, ...changes };
    plan.keepAs(keptPlanFile(run.folder));
    return { ...planned, buildKey: buildKeyOf(run.bundle, run.branding.brand) };
  }
  const build = releaseBuildOf(run, plan, counts);
  const partialReleases = reusableReleases(run.folder, build.buildKey, options);
  const published = isUnchanged(run, build) ? undefined : await buildRelease({ ...build, partialReleases });
  if (published) await announce(run, published.id);
  return { ...report(published ? 'published' : 'unchanged', published), ...changes };
}

/**
 * Whether publishing would change nothing. A correction leaves sitemaps and feeds to the next nightly rebuild, so it
 * does not compare them.
 */
function isUnchanged(
  { previous, options, branding, bundle }: ReadyRun,
  { plan, source, repairs }: ReleaseBuild,
): boolean {
  if (!plan.isUnchanged || repairs) return false;
  // New code has new browser files and a new policy, even if all pages stay the same.
  if (previous && previous.info.bundle.id !== bundle.id) return false;
  if (!previous || options.mode === 'correction') return true;
  // If the installation's other brands have changed, publish: the next plan can compare versions again only with a
  // release that records them.
  if (previous.brandFingerprint() !== brandFingerprint(branding.brand)) return false;
  return !changesSearchFiles(source, branding.brand, previous);
}

/** Notifies search engines of changes. Skips a first release, which search engines discover through its sitemaps. */
async function announce({ config, brand, folder, previous: before }: ReadyRun, id: string): Promise<void> {
  if (!before || brand.indexNowKey === undefined) return;
  using after = disposable(openRelease(join(folder, 'releases', id)));
  await announceChanges({ brand, before, after: after.value, endpoint: config.indexNow ?? INDEX_NOW, log: config.log });
}

/** The publish guard's findings about the snapshot. Those about pages are only known after rendering. */
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
    repairs: isAnyDamaged(run.damage),
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

/** Prepares the next run and deletes leftovers. The snapshot is closed: a single file that can be copied. */
async function cleanUp(run: Run, inputs: RunInputs, { release }: RebuildReport): Promise<void> {
  const { config, options, folder, brand } = run;
  const { snapshot, bundle, branding } = inputs;
  try {
    if (release !== null && recordsPlan(options)) storePlanKey(snapshot, planKeyOf(release, bundle, branding.brand));
    if (removesPartialReleases(options)) removePartialReleases(findPartialReleases(folder));
    if (!options.skipsDamageSearch) removeDamageNote(folder);
    if (!options.pagesElsewhere) await refreshRecycledTree(folder);
  } catch (error) {
    // The release is already live, so the run does not fail. The next run merely does some unnecessary work.
    config.log.warn(`leftovers of the run of ${brand.id} could not be removed: ${messageOf(error)}`);
  }
}
