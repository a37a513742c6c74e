import { EXIT, LecternError } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { type Lease, LeaseError } from '#src/release-store/index.ts';
import type { Clock } from './clock.ts';
import { sumOfCosts } from './cut-plan.ts';
import type { JobQueue, ShardState, Taken } from './job-queue.ts';
import { lateShard } from './late-shard.ts';
import type { BegunNight, NightWork } from './night-work.ts';
import type { JobOutcome, NightOrder, ShardOrder } from './orders.ts';

/** What it takes to decide what is done next. */
export interface NightMaker {
  readonly queue: JobQueue;
  readonly work: NightWork;
  readonly clock: Clock;
  /** Gets the right to publish of a name. @throws LeaseError where another worker has it */
  acquireLease(name: string): Promise<Lease>;
  readonly log: Log;
  /** Seconds for which no shard counts as late; default LATE_AFTER_SECONDS. */
  readonly lateAfterSeconds?: number;
}

/** For a worker that was killed to lose the right to publish. */
const LEASE_WAIT_MS = 45_000;
const LEASE_LOOK_MS = 1000;
/** Between two looks whether all shards are there. */
const LOOK_MS = 500;

type DoShard = (job: Taken<ShardOrder>) => Promise<unknown>;

/**
 * Makes a night: begins it, has its shards rendered by whoever is free, this worker included, and publishes it. It can be begun
 * again anywhere: what was rendered is in the store by the name of the night.
 */
export async function makeNight(
  maker: NightMaker,
  job: Taken<NightOrder>,
  doShard: DoShard,
): Promise<Omit<JobOutcome, 'worker'>> {
  // From the start: who begins a night later publishes later, and who stood still for long publishes nothing.
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

/** Meanwhile shards are rendered, as of the night that the right is given to. */
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
    await (shard ? doShard(shard) : clock.wait(LEASE_LOOK_MS));
  }
}

interface Rendering {
  readonly job: Taken<NightOrder>;
  readonly night: BegunNight;
  readonly doShard: DoShard;
  readonly lease: Lease;
}

/**
 * Takes what others have rendered, which nobody else can do, then renders what waits, then what is late at another worker, until
 * all shards are here.
 */
async function untilRendered(maker: NightMaker, { job, night, doShard, lease }: Rendering) {
  const { queue, clock } = maker;
  const taken = new Set<number>();
  await handOut(maker, job, night);
  for (;;) {
    lease.signal.throwIfAborted();
    const done = await night.findDone();
    for (const index of done.difference(taken)) {
      lease.signal.throwIfAborted();
      await night.take(index);
      taken.add(index);
    }
    if (taken.size === night.of) return;
    const waiting = await queue.take('shard');
    if (waiting) {
      await doShard(waiting);
      continue;
    }
    const shards = await queue.findShards(job.id);
    const failed = shards.find(({ state, index }) => state === 'failed' && !done.has(index));
    const wrong = shards.find(({ outcome }) => outcome?.error !== undefined);
    if (failed ?? wrong) throw shardError(failed ?? wrong);
    const late = lateShard(shards, done, { now: clock.now(), after: maker.lateAfterSeconds });
    if (late) await renderLate(maker, job, late);
    else {
      await handOut(maker, job, night);
      await clock.wait(LOOK_MS);
    }
  }
}

/** Puts those shards into the queue that are neither there nor done, as after a worker that was killed. */
async function handOut({ queue }: NightMaker, job: Taken<NightOrder>, { of, findDone }: BegunNight) {
  // In this order: a shard is in the store before its job has ended.
  const shards = await queue.findShards(job.id);
  const done = await findDone();
  const open = new Set(
    shards.filter(({ state }) => state === 'waiting' || state === 'active').map(({ index }) => index),
  );
  const { brand } = job.order;
  const all = Array.from({ length: of }, (_, position): ShardOrder => {
    return { brand, run: job.id, index: position + 1, of };
  });
  const missing = all.filter(({ index }) => !done.has(index) && !open.has(index));
  if (missing.length > 0) await queue.sendShards(missing, job.priority);
}

async function renderLate({ work, queue, log }: NightMaker, job: Taken<NightOrder>, late: ShardState) {
  const { brand } = job.order;
  const shard = `${late.index} of ${late.of}`;
  log.info('a late shard is rendered here as well', { brand, shard });
  const { pages } = await work.renderShard({ brand, run: job.id, index: late.index, of: late.of });
  log.info('a shard is rendered', { brand, shard, pages });
  await queue.completeShard(late.id);
}

function shardError(shard: ShardState | undefined): Error {
  const { code = 'SHARD', message = 'no worker could do it', exitCode = EXIT.failure } = shard?.outcome?.error ?? {};
  return new LecternError(code, `Shard ${shard?.index} of ${shard?.of} was not rendered: ${message}`, { exitCode });
}
