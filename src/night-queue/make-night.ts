import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Brand } from '#src/brand/registry.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import type { RebuildOptions, RebuildReport } from '#src/rebuild/index.ts';
import { holdFolder } from '#src/rebuild/lock.ts';
import { liveId } from '#src/release/index.ts';
import {
  acquireLease,
  findParts,
  findRun,
  findSnapshot,
  type Lease,
  LeaseError,
  pullOnce,
  pullPart,
  pullSnapshot,
  pushRelease,
  pushRun,
  pushSnapshot,
  type StoredRun,
} from '#src/release-store/index.ts';
import type { JobQueue, ShardState, Taken } from './job-queue.ts';
import { lateShard } from './late-shard.ts';
import type { JobOutcome, NightOrder, ShardOrder } from './orders.ts';
import { shardCount } from './shard-count.ts';
import { renderShardOrder, type Workplace } from './shard-work.ts';

/** What it takes to make a whole night. */
export interface NightMaker extends Workplace {
  readonly queue: JobQueue;
  /** Address of the database that settles who may publish. */
  readonly postgres: string;
  /** Sets the moment of the releases that `rebuild` makes. */
  setNow(at: Date): void;
  /** Pages from which on a night is spread over workers; default SPREAD_FROM. */
  readonly spreadFrom?: number;
  /** Seconds that a shard is to take; default by shardCount. */
  readonly shardSeconds?: number;
  /** Seconds for which no shard counts as late; default LATE_AFTER_SECONDS. */
  readonly lateAfterSeconds?: number;
}

/** Fewer pages are rendered in the time that it takes to hand them out. */
const SPREAD_FROM = 2000;
/** For a worker that was killed to lose the right to publish. */
const LEASE_WAIT_MS = 45_000;
const LEASE_LOOK_MS = 1000;
/** Between two looks whether all shards are there. */
const LOOK_MS = 500;

type DoShard = (job: Taken<ShardOrder>) => Promise<unknown>;

/**
 * Makes a night: brings the snapshot up to date, has its shards rendered by whoever is free, this worker included, merges them
 * and publishes. It can be begun again anywhere: what was rendered is in the store by the name of what it was made from.
 */
export async function makeNight(
  maker: NightMaker,
  brand: Brand,
  job: Taken<NightOrder>,
  doShard: DoShard,
): Promise<Omit<JobOutcome, 'worker'>> {
  const { postgres } = maker;
  const { order } = job;
  // From the start: who begins a night later publishes later, and who stood still for long publishes nothing.
  const lease = await waitForLease(postgres, `publish ${brand.id}`);
  try {
    maker.setNow(new Date(order.at));
    return await makeUnderLease(maker, brand, job, doShard, lease);
  } finally {
    await lease.release();
  }
}

async function waitForLease(postgres: string, name: string): Promise<Lease> {
  const latest = Date.now() + LEASE_WAIT_MS;
  for (;;) {
    try {
      return await acquireLease({ postgres, name });
    } catch (error) {
      if (!(error instanceof LeaseError) || Date.now() > latest) throw error;
      await wait(LEASE_LOOK_MS);
    }
  }
}

async function makeUnderLease(
  maker: NightMaker,
  brand: Brand,
  job: Taken<NightOrder>,
  doShard: DoShard,
  lease: Lease,
): Promise<Omit<JobOutcome, 'worker'>> {
  const { store, state, rebuild } = maker;
  const folder = join(state, brand.id);
  const catalogue = join(folder, 'catalogue.db');
  const place = { store, brand: brand.id };
  await pullOnce(store, folder, holdFolder);
  const before = await findSnapshot(place);
  if (before) {
    using _held = holdFolder(folder);
    await pullSnapshot(place, before.catalogue, catalogue);
  }
  const begun = await begunBefore(maker, brand, job);
  const run = begun ?? (await planRun(maker, brand, { job, pageMs: before?.pageMs }));
  lease.signal.throwIfAborted();
  const done = run
    ? await spread(maker, brand, { job, run, doShard, lease })
    : { report: await rebuild.run(brand, optionsOf(job.order)), uploaded: [], pageMs: before?.pageMs };
  await pushRelease({ store, brand: brand.id, folder, lease, uploaded: done.uploaded });
  await pushSnapshot(place, catalogue, done.pageMs);
  return { report: done.report };
}

function optionsOf({ full = false, pages, changedSince, accept }: NightOrder): RebuildOptions {
  return {
    full,
    ...(accept === undefined ? {} : { accept }),
    ...(pages === undefined ? {} : { pages }),
    ...(changedSince === undefined ? {} : { changedSince }),
  };
}

/** The night as a worker that was lost has cut it: its shards count, so its snapshot does, too. */
async function begunBefore({ store, state, code }: NightMaker, { id }: Brand, job: Taken<NightOrder>) {
  const folder = join(state, id);
  const run = await findRun({ store, brand: id, run: job.id });
  if (run?.code !== code || run.live !== (liveId(folder) ?? null)) return undefined;
  using _held = holdFolder(folder);
  await pullSnapshot({ store, brand: id }, run.snapshot, join(folder, 'catalogue.db'));
  return run;
}

interface Planning {
  readonly job: Taken<NightOrder>;
  /** As the night before has measured it. */
  readonly pageMs: number | undefined;
}

/**
 * Brings the snapshot up to date, and cuts the night into shards.
 * @returns undefined where this worker makes it alone
 */
async function planRun(maker: NightMaker, brand: Brand, { job, pageMs }: Planning): Promise<StoredRun | undefined> {
  const { store, state, rebuild, code } = maker;
  const { pages, changedSince, full = false } = job.order;
  if (pages !== undefined || changedSince !== undefined) return undefined;
  const planned = await rebuild.run(brand, { full, dryRun: true });
  const rendered = pagesOf(planned);
  if (rendered < (maker.spreadFrom ?? SPREAD_FROM)) return undefined;
  const folder = join(state, brand.id);
  const snapshot = await pushSnapshot({ store, brand: brand.id }, join(folder, 'catalogue.db'), pageMs);
  const of = shardCount({ pages: rendered, pageMs, planSeconds: planned.seconds.plan, seconds: maker.shardSeconds });
  const live = liveId(folder) ?? null;
  const run: StoredRun = { code, live, full, of, snapshot, ...(pageMs === undefined ? {} : { pageMs }) };
  await pushRun({ store, brand: brand.id, run: job.id }, run);
  return run;
}

/** Pages that a plan renders, if only to find out that they are the same. */
const pagesOf = ({ plan }: RebuildReport): number =>
  Object.values(plan?.byKind ?? {}).reduce((sum, { added, changed }) => sum + added + changed, 0);

interface Spread {
  readonly job: Taken<NightOrder>;
  readonly run: StoredRun;
  readonly doShard: DoShard;
  readonly lease: Lease;
}

async function spread(maker: NightMaker, brand: Brand, { job, run, doShard, lease }: Spread) {
  const { store, state, rebuild } = maker;
  const { of, full, code, live, snapshot } = run;
  const { accept } = job.order;
  const orders = Array.from({ length: of }, (_, position): ShardOrder => {
    return { brand: brand.id, run: job.id, index: position + 1, of, full, code, live, snapshot };
  });
  const parts = { store, brand: brand.id, folder: join(state, brand.id), run: job.id };
  await handOut(maker, parts, orders, job.priority);
  await untilRendered(maker, brand, { parts, orders, doShard, lease });
  const uploaded: string[] = [];
  for (const shard of orders) {
    lease.signal.throwIfAborted();
    const part = await pullPart(parts, { index: shard.index, of });
    for (const { hash: digest } of part.pages()) uploaded.push(digest);
  }
  const report = await rebuild.run(brand, {
    full,
    merge: of,
    partsAreChecked: true,
    ...(accept === undefined ? {} : { accept }),
  });
  return { report, uploaded, pageMs: await measured(maker, job.id, run.pageMs) };
}

type Parts = Parameters<typeof findParts>[0];

/** Puts those shards into the queue that are neither there nor done, as after a worker that was killed. */
async function handOut({ queue }: NightMaker, parts: Parts, orders: readonly ShardOrder[], priority: number) {
  const done = await findParts(parts, orders.length);
  const open = await queue.findShards(parts.run);
  const isOpen = (index: number) =>
    open.some((shard) => shard.index === index && (shard.state === 'waiting' || shard.state === 'active'));
  const missing = orders.filter(({ index }) => !done.has(index) && !isOpen(index));
  if (missing.length > 0) await queue.sendShards(missing, priority);
}

interface Rendering {
  readonly parts: Parts;
  readonly orders: readonly ShardOrder[];
  readonly doShard: DoShard;
  readonly lease: Lease;
}

/** Renders what waits, then what is late at another worker, until the store has all shards. */
async function untilRendered(maker: NightMaker, brand: Brand, { parts, orders, doShard, lease }: Rendering) {
  const { queue } = maker;
  for (;;) {
    lease.signal.throwIfAborted();
    const waiting = await queue.take('shard');
    if (waiting) {
      await doShard(waiting);
      continue;
    }
    const done = await findParts(parts, orders.length);
    if (done.size === orders.length) return;
    const shards = await queue.findShards(parts.run);
    const failed = shards.find(({ state, index }) => state === 'failed' && !done.has(index));
    const wrong = shards.find(({ outcome }) => outcome?.error !== undefined);
    if (failed ?? wrong) throw shardError(failed ?? wrong);
    const late = lateShard(shards, done, maker.lateAfterSeconds);
    const order = orders.find(({ index }) => index === late?.index);
    if (late && order) {
      maker.log.info('a late shard is rendered here as well', {
        brand: brand.id,
        shard: `${late.index} of ${late.of}`,
      });
      const pages = await renderShardOrder(maker, brand, order);
      maker.log.info('a shard is rendered', { brand: brand.id, shard: `${late.index} of ${late.of}`, pages });
      await queue.completeShard(late.id);
      continue;
    }
    await handOut(maker, parts, orders, 0);
    await wait(LOOK_MS);
  }
}

function shardError(shard: ShardState | undefined): Error {
  const { code = 'SHARD', message = 'no worker could do it', exitCode = EXIT.failure } = shard?.outcome?.error ?? {};
  return new LecternError(code, `Shard ${shard?.index} of ${shard?.of} was not rendered: ${message}`, { exitCode });
}

/** What a page has cost, by all shards of a run. */
async function measured({ queue }: NightMaker, run: string, before: number | undefined): Promise<number | undefined> {
  const outcomes = (await queue.findShards(run)).flatMap(({ outcome }) => outcome ?? []);
  const sum = (values: readonly (number | undefined)[]) => values.reduce<number>((all, value = 0) => all + value, 0);
  const pages = sum(outcomes.map((outcome) => outcome.pages));
  return pages === 0 ? before : (sum(outcomes.map((outcome) => outcome.seconds)) * 1000) / pages;
}
