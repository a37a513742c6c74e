import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { problemText } from '#src/brand/check/problem.ts';
import type { Brand, BrokenBrand } from '#src/brand/registry.ts';
import {
  jobLine,
  type KindCosts,
  keptPlanFile,
  type PublishingRun,
  type Rebuild,
  type RebuildOptions,
  type RebuildReport,
  readPlannedJobs,
  snapshotTriggers,
} from '#src/publish/rebuild/index.ts';
import { holdFolder } from '#src/publish/rebuild/lock.ts';
import { findShardReleases, liveId, openLive, removePartialReleases, type Shard } from '#src/publish/release/index.ts';
import {
  type Blocks,
  fetchJobs,
  findParts,
  findReport,
  findRun,
  findSnapshot,
  type Lease,
  type ObjectStore,
  pullOnce,
  pullPages,
  pullPart,
  pullSnapshot,
  pushJobs,
  pushPart,
  pushRelease,
  pushReport,
  pushRun,
  pushSnapshot,
  type StoredRun,
} from '#src/publish/release-store/index.ts';
import { costsOf, cutPlan, type PageCosts } from './cut-plan.ts';
import type { Taken } from './job-queue.ts';
import { type BegunNight, type EndedNight, LostRunError, type NightWork, OtherCodeError } from './night-work.ts';
import type { NightOrder, ShardOrder } from './orders.ts';

/** The resources of a machine. */
export interface Machine {
  readonly store: ObjectStore;
  /** The state folder, used only by this machine. No site is served from it. */
  readonly state: string;
  readonly rebuild: Rebuild;
  readonly brands: readonly Brand[];
  readonly broken?: readonly BrokenBrand[];
  /** Id of the site bundle of this machine's code. */
  readonly code: string;
  /** Sets the creation time of the releases that `rebuild` creates. */
  setNow(at: Date): void;
  /** Minimum number of pages for distributing a rebuild to workers; default: SPREAD_FROM. */
  readonly spreadFrom?: number;
  /** Target seconds per shard; default: see `cutPlan`. */
  readonly shardSeconds?: number;
}

/**
 * Options of a run that only plans. The search for damage is skipped here: it runs on the machine that stores the
 * pages.
 */
const planOnly = (full: boolean): RebuildOptions => ({
  mode: 'dry-run',
  of: { mode: 'night', full },
  inParts: true,
  skipsDamageSearch: true,
});

/** Minimum number of pages for distributing them to workers. Fewer pages are rendered faster on one machine. */
const SPREAD_FROM = 2000;

/** A machine and the data it caches between jobs. */
interface Memory extends Machine {
  /** Blocks of the snapshots in the brands' folders, by brand id. */
  readonly snapshots: Map<string, Blocks>;
  /** Runs by id. A stored run never changes. */
  readonly runs: Map<string, StoredRun>;
}

export function createMachineWork(machine: Machine): NightWork {
  const memory: Memory = { ...machine, snapshots: new Map(), runs: new Map() };
  return {
    begin: (job) => begin(memory, job),
    renderShard: (order) => renderShard(memory, order),
  };
}

function brandOf({ brands, broken = [] }: Machine, id: string): Brand {
  const brand = brands.find((brand) => brand.id === id);
  if (brand) return brand;
  const problems = broken.find((entry) => entry.id === id)?.problems;
  if (problems) throw new OtherCodeError(`This worker cannot load "${id}": ${problems.map(problemText).join(' ')}`);
  throw new OtherCodeError(`This worker has no brand "${id}".`);
}

async function begin(machine: Memory, job: Taken<NightOrder>): Promise<BegunNight | EndedNight> {
  const { store, state, setNow, snapshots } = machine;
  const { order } = job;
  const brand = brandOf(machine, order.brand);
  const folder = join(state, brand.id);
  const run = { store, brand: brand.id, run: job.id };
  setNow(new Date(order.at));
  await pullOnce(store, folder, holdFolder, { withoutPages: true });
  const ended = momentOfLive(folder) === order.at ? await findReport(run) : undefined;
  if (ended !== undefined) return { report: JSON.parse(ended) };
  const before = await findSnapshot(run);
  snapshots.delete(brand.id);
  const begun = await begunBefore(machine, brand, run);
  if (begun) {
    await bringSnapshot(machine, brand.id, begun.snapshot);
    await machine.rebuild.run(brand, { ...planOnly(begun.full), fromSnapshot: true });
  } else if (before) await bringSnapshot(machine, brand.id, before.catalogue);
  const cut = begun ?? (await planRun(machine, brand, { job, costs: before?.costs }));
  // From here on, the rebuild may write to the brand's snapshot file, so its cached blocks are invalid.
  snapshots.delete(brand.id);
  return nightOf(machine, brand, { job, cut, costs: before?.costs });
}

function momentOfLive(folder: string): string | undefined {
  const live = openLive(folder);
  live?.close();
  return live?.info.created;
}

/**
 * Returns the stored run of an earlier worker that was lost after it had cut the run into shards. Returns undefined if
 * the code or the live release has changed since, because the shards and the snapshot are then no longer valid.
 */
async function begunBefore({ state, code }: Memory, { id }: Brand, place: Parameters<typeof findRun>[0]) {
  const run = await findRun(place);
  return run?.code === code && run.live === (liveId(join(state, id)) ?? null) ? run : undefined;
}

async function bringSnapshot(
  { store, state, rebuild, snapshots }: Memory,
  brand: string,
  blocks: Blocks,
): Promise<void> {
  const folder = join(state, brand);
  if (snapshots.get(brand)?.blocks.join() === blocks.blocks.join()) return;
  await rebuild.closePart();
  using _held = holdFolder(folder);
  await pullSnapshot({ store, brand }, blocks, join(folder, 'catalogue.db'), snapshotTriggers());
  snapshots.set(brand, blocks);
}

interface Planning {
  readonly job: Taken<NightOrder>;
  readonly costs: PageCosts | undefined;
}

/**
 * Updates the snapshot, plans, and cuts the plan into shards.
 * @returns undefined if the release needs no shards, so that this worker builds it alone
 */
async function planRun(machine: Memory, brand: Brand, { job, costs }: Planning): Promise<StoredRun | undefined> {
  const { store, state, rebuild, code, spreadFrom = SPREAD_FROM } = machine;
  const { pages, changedSince, full = false, at } = job.order;
  if (pages !== undefined || changedSince !== undefined) return undefined;
  const planned = await rebuild.run(brand, planOnly(full));
  const folder = join(state, brand.id);
  const kinds = pagesOf(planned);
  const rendered = Object.values(kinds).reduce((sum, count) => sum + count, 0);
  if (rendered < spreadFrom) {
    rmSync(keptPlanFile(folder), { force: true });
    return undefined;
  }
  const snapshot = await pushSnapshot({ store, brand: brand.id }, join(folder, 'catalogue.db'), costs);
  const of = await pushShards(machine, brand.id, { run: job.id, kinds, costs });
  const { buildKey = '' } = planned;
  const run: StoredRun = {
    code,
    live: liveId(folder) ?? null,
    full,
    of,
    snapshot,
    created: at,
    buildKey,
    pages: rendered,
  };
  await pushRun({ store, brand: brand.id, run: job.id }, run);
  return run;
}

/** Number of pages of each kind that a plan renders, including undecided ones. */
const pagesOf = ({ plan }: RebuildReport): Record<string, number> =>
  Object.fromEntries(Object.entries(plan?.byKind ?? {}).map(([kind, { added, changed }]) => [kind, added + changed]));

interface Shards {
  readonly run: string;
  readonly kinds: Readonly<Record<string, number>>;
  readonly costs: PageCosts | undefined;
}

/**
 * Cuts a plan into shards and uploads the jobs of each.
 * @returns the number of shards
 */
async function pushShards({ store, state, shardSeconds }: Memory, brand: string, { run, kinds, costs }: Shards) {
  const { of, endsWith } = cutPlan({ pages: kinds, costs, threads: availableParallelism(), seconds: shardSeconds });
  let lines: string[] = [];
  let index = 0;
  for (const job of readPlannedJobs(join(state, brand))) {
    lines.push(jobLine(job));
    if (!endsWith(job.ref.kind)) continue;
    index += 1;
    await pushJobs({ store, brand, run }, index, lines.join(''));
    lines = [];
  }
  return of;
}

interface NightInHand {
  readonly job: Taken<NightOrder>;
  /** The run that was cut into shards; undefined if this worker builds the release alone. */
  readonly cut: StoredRun | undefined;
  readonly costs: PageCosts | undefined;
}

function nightOf(machine: Memory, brand: Brand, { job, cut, costs }: NightInHand): BegunNight {
  const { store, state } = machine;
  const folder = join(state, brand.id);
  const run = { store, brand: brand.id, folder, run: job.id };
  const pagesElsewhere: NonNullable<RebuildOptions['pagesElsewhere']> = {
    bring: (release, pages) => pullPages(run, release, pages),
  };
  const uploaded: string[] = [];
  return {
    of: cut?.of ?? 0,
    findDone: () => findParts(run),
    async take(index) {
      const shard = { index, of: cut?.of ?? 0 };
      for (const digest of await pullPart(run, { shard, created: job.order.at })) uploaded.push(digest);
    },
    async publish(lease, measured) {
      // Set the time again: another rebuild may have started in the meantime.
      machine.setNow(new Date(job.order.at));
      const { accept } = job.order;
      const options: RebuildOptions = cut
        ? { mode: 'merge', shards: cut.of, accept, pagesElsewhere }
        : { ...orderedRun(job.order), pagesElsewhere };
      const report = await machine.rebuild.run(brand, options);
      await upload(machine, brand.id, { job, lease, uploaded, report, costs: costsOf(measured, costs) });
      return report;
    },
  };
}

function orderedRun({ full = false, pages, changedSince, accept }: NightOrder): PublishingRun {
  if (pages) return { mode: 'correction', pages, accept };
  if (changedSince !== undefined) return { mode: 'changed-since', cursor: changedSince, accept };
  return { mode: 'night', full, accept };
}

interface Made {
  readonly job: Taken<NightOrder>;
  readonly lease: Lease;
  readonly uploaded: readonly string[];
  readonly report: RebuildReport;
  readonly costs: PageCosts;
}

/**
 * Writes the report before the pointer, so that the rebuild counts as done even if the worker is lost before its job
 * ends.
 */
async function upload(
  { store, state }: Memory,
  brand: string,
  { job, lease, uploaded, report, costs }: Made,
): Promise<void> {
  const folder = join(state, brand);
  lease.signal.throwIfAborted();
  await pushReport({ store, brand, run: job.id }, JSON.stringify(report));
  await pushRelease({ store, brand, folder, lease, uploaded });
  await pushSnapshot({ store, brand }, join(folder, 'catalogue.db'), costs);
}

const NOTHING: { pages: number; costs: KindCosts } = { pages: 0, costs: {} };

async function renderShard(machine: Memory, order: ShardOrder) {
  const { store, state, rebuild, code } = machine;
  const { run: id, index, of } = order;
  const began = performance.now();
  const brand = brandOf(machine, order.brand);
  const folder = join(state, brand.id);
  const place = { store, brand: brand.id, folder, run: id };
  const run = await runOf(machine, place);
  if (run.code !== code) throw new OtherCodeError("The shard was planned by other code than this worker's.");
  if ((await findParts(place)).has(index)) return NOTHING;
  await pullOnce(store, folder, holdFolder, { withoutPages: true });
  if ((liveId(folder) ?? null) !== run.live) return NOTHING;
  const previous = run.live === null ? undefined : join(folder, 'releases', run.live);
  await bringSnapshot(machine, brand.id, run.snapshot);
  const shard: Shard = { index, of };
  const { created, buildKey, pages: runPages } = run;
  const jobs = await fetchJobs(place, index);
  const rendered = await rebuild.renderPart(brand, { shard, jobs, previous, created, buildKey, runPages });
  const [part] = findShardReleases(folder, shard);
  if (!part) return NOTHING;
  await pushPart(place, part, { shard, created });
  removePartialReleases([part]);
  return { pages: rendered.pages, costs: occupied(rendered.costs, performance.now() - began) };
}

/**
 * Costs of a shard, by kind of page: the processor time of this machine, including the upload, divided among the kinds
 * in proportion to their rendering time.
 */
function occupied(costs: KindCosts, ms: number): KindCosts {
  const all = Object.values(costs).reduce((sum, cost) => sum + cost.ms, 0);
  const times = (ms * availableParallelism()) / Math.max(1, all);
  return Object.fromEntries(
    Object.entries(costs).map(([kind, { pages, ms: rendering }]) => [kind, { pages, ms: rendering * times }]),
  );
}

async function runOf({ runs }: Memory, place: Parameters<typeof findRun>[0]): Promise<StoredRun> {
  const run = runs.get(place.run) ?? (await findRun(place));
  if (!run) throw new LostRunError(`The release store ${place.store.address} has lost the run ${place.run}.`);
  runs.clear();
  runs.set(place.run, run);
  return run;
}
