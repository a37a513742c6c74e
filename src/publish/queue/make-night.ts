import { EXIT, LecternError } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { type Lease, LeaseError } from '#src/publish/release-store/index.ts';
import type { Clock } from './clock.ts';
import { sumOfCosts } from './cut-plan.ts';
import type { JobQueue, ShardState, Taken } from './job-queue.ts';
import { lateShard } from './late-shard.ts';
import type { BegunNight, NightWork } from './night-work.ts';
import type { JobOutcome, NightOrder, ShardOrder } from './orders.ts';

/** What `makeNight` needs to run a rebuild. */
export interface NightMaker {
  readonly queue: JobQueue;
  readonly work: NightWork;
  readonly clock: Clock;
  /**
   * Acquires the publishing lease with this name.
   * @throws LeaseError if another worker holds it
   */
  acquireLease(name: string): Promise<Lease>;
  readonly log: Log;
  /** Seconds before a shard can count as late; default: LATE_AFTER_SECONDS. */
  readonly lateAfterSeconds?: number;
}

/** How long to wait for a lease, in ms: long enough for the lease of a killed worker to expire. */
const LEASE_WAIT_MS = 45_000;
const LEASE_POLL_INTERVAL_MS = 1000;
/** Pause between checks whether all shards are finished, in ms. */
const POLL_INTERVAL_MS = 500;

type DoShard = (job: Taken<ShardOrder>) => Promise<unknown>;

/**
 * Runs a rebuild: starts it, lets all free workers (including this one) render its shards, and publishes it. Any worker
 * can continue the rebuild, because finished shards are in the store under the id of the rebuild's job.
 */
export async function makeNight(
  maker: NightMaker,
  job: Taken<NightOrder>,
  doShard: DoShard,
): Promise<Omit<JobOutcome, 'worker'>> {
  // The lease is acquired before the rebuild starts, so that rebuilds publish in the order in which they started, and a
  // worker that has stalled cannot publish.
  const lease = await waitForLease(maker, `publish ${job.order.brand}`, doShard);
  try {
    const night = await maker.work.begin(job);
    if ('report' in night) return night;
    lease.signal.throwIfAborted();
    if (night.of > 0) await untilRendered(maker, { job, night, doShard, lease });
    lease.signal.throwIfAborted();
    const shards = night.of > 0 ? await maker.queue.findShards(job.id) : [];
    const costs = sumOfCosts(shards.map(({ outcome }) => outcome?.costs ?? {}));
    return { report: await night.publish(lease, costs) };
  } finally {
    await lease.release();
  }
}

/** Waits for the lease. In the meantime, renders shards, such as those of the rebuild that holds the lease. */
async function waitForLease(maker: NightMaker, name: string, doShard: DoShard): Promise<Lease> {
  const { clock, queue } = maker;
  const latest = clock.now() + LEASE_WAIT_MS;
  for (;;) {
    try {
      return await maker.acquireLease(name);
    } catch (error) {
      if (!(error instanceof LeaseError) || clock.now() > latest) throw error;
    }
    const shard = await queue.take('shard');
    await (shard ? doShard(shard) : clock.wait(LEASE_POLL_INTERVAL_MS));
  }
}

interface Rendering {
  readonly job: Taken<NightOrder>;
  readonly night: BegunNight;
  readonly doShard: DoShard;
  readonly lease: Lease;
}

/**
 * Loops until all shards are on this machine. Only this worker downloads finished shards. If none is finished, it
 * renders waiting shards, and then shards that other workers are late with.
 */
async function untilRendered(maker: NightMaker, { job, night, doShard, lease }: Rendering) {
  const { queue, clock } = maker;
  const takenShards = new Set<number>();
  await handOut(maker, job, night);
  for (;;) {
    lease.signal.throwIfAborted();
    const doneShards = await night.findDone();
    for (const index of doneShards.difference(takenShards)) {
      lease.signal.throwIfAborted();
      await night.take(index);
      takenShards.add(index);
    }
    if (takenShards.size === night.of) return;
    const waiting = await queue.take('shard');
    if (waiting) {
      await doShard(waiting);
      continue;
    }
    const shards = await queue.findShards(job.id);
    const failed = shards.find(({ state, index }) => state === 'failed' && !doneShards.has(index));
    const wrong = shards.find(({ outcome }) => outcome?.error !== undefined);
    if (failed ?? wrong) throw shardError(failed ?? wrong);
    const late = lateShard(shards, doneShards, { now: clock.now(), after: maker.lateAfterSeconds });
    if (late) await renderLate(maker, job, late);
    else {
      await handOut(maker, job, night);
      await clock.wait(POLL_INTERVAL_MS);
    }
  }
}

/** Queues shards that are neither queued nor done, for example after a worker was killed. */
async function handOut({ queue }: NightMaker, job: Taken<NightOrder>, { of, findDone }: BegunNight) {
  // Read the queue before the store: a shard is stored before its job ends, so every shard is in at least one of them.
  const shards = await queue.findShards(job.id);
  const doneShards = await findDone();
  const open = new Set(
    shards.filter(({ state }) => state === 'waiting' || state === 'active').map(({ index }) => index),
  );
  const { brand } = job.order;
  const all = Array.from({ length: of }, (_, position): ShardOrder => {
    return { brand, run: job.id, index: position + 1, of };
  });
  const missing = all.filter(({ index }) => !doneShards.has(index) && !open.has(index));
  if (missing.length > 0) await queue.sendShards(missing, job.priority);
}

async function renderLate({ work, queue, log }: NightMaker, job: Taken<NightOrder>, late: ShardState) {
  const { brand } = job.order;
  const shard = `${late.index} of ${late.of}`;
  log.info('rendering a late shard here too', { brand, shard });
  const { pages } = await work.renderShard({ brand, run: job.id, index: late.index, of: late.of });
  log.info('shard rendered', { brand, shard, pages });
  await queue.completeShard(late.id);
}

function shardError(shard: ShardState | undefined): Error {
  const {
    code = 'SHARD',
    message = 'no worker could render it',
    exitCode = EXIT.failure,
  } = shard?.outcome?.error ?? {};
  return new LecternError(code, `Shard ${shard?.index} of ${shard?.of} was not rendered: ${message}`, { exitCode });
}
