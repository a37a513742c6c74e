import { hostname } from 'node:os';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { LockedError } from '#src/rebuild/lock.ts';
import { LeaseError, StoreError } from '#src/release-store/index.ts';
import type { Taken } from './job-queue.ts';
import { makeNight, type NightMaker } from './make-night.ts';
import { LostRunError } from './night-work.ts';
import { type JobOutcome, type NightOrder, PRIORITY, type ShardOrder } from './orders.ts';

export interface WorkerOptions extends NightMaker {
  readonly signal: AbortSignal;
  /** What others see of it; default by machine and process. */
  readonly name?: string;
}

/** Between two looks at an empty queue. */
const LOOK_MS = 500;
/** After a queue or store that did not answer. */
const AWAY_MS = 2000;

/** Shards taken in a row while a night waits. */
const MAX_SHARDS_BEFORE_NIGHT = 8;

/** Decides between waiting shards and nights. */
interface Turn {
  shardsInARow: number;
}

/**
 * Takes jobs until the signal aborts: corrections first, then shards, then nights. A night gets its turn after a shard that
 * was given back, and after MAX_SHARDS_BEFORE_NIGHT. The current job is finished.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, log, signal, clock } = options;
  const turn: Turn = { shardsInARow: 0 };
  while (!signal.aborted) {
    try {
      if (await doNext(options, turn)) continue;
      await clock.wait(LOOK_MS, signal);
    } catch (error) {
      log.warn('the worker could not take a job, and tries again', { reason: messageOf(error) });
      await clock.wait(AWAY_MS, signal);
    }
  }
  await queue.close();
}

/** @returns false where there is nothing to do */
async function doNext(options: WorkerOptions, turn: Turn): Promise<boolean> {
  const { queue } = options;
  const urgent = await queue.take('night', PRIORITY.correction);
  if (urgent) return doNight(options, urgent);
  if (turn.shardsInARow < MAX_SHARDS_BEFORE_NIGHT) {
    const shard = await queue.take('shard');
    if (shard) {
      const settled = await doShard(options, shard);
      turn.shardsInARow = settled ? turn.shardsInARow + 1 : MAX_SHARDS_BEFORE_NIGHT;
      return true;
    }
  }
  const hadShards = turn.shardsInARow > 0;
  turn.shardsInARow = 0;
  const night = await queue.take('night');
  if (night) return doNight(options, night);
  // This round may have skipped waiting shards.
  return hadShards;
}

const NAME = `${hostname()} ${process.pid}`;

async function doNight(options: WorkerOptions, job: Taken<NightOrder>): Promise<true> {
  const { log } = options;
  const { brand } = job.order;
  log.info('a night begins', { brand });
  await settle(job, options, async () => {
    const outcome = await makeNight(options, job, (shard) => doShard(options, shard));
    log.info('a night has ended', { brand, release: outcome.report?.release ?? null });
    return outcome;
  });
  return true;
}

/** @returns false if it was given back or moved to the failed jobs */
async function doShard(options: WorkerOptions, job: Taken<ShardOrder>): Promise<boolean> {
  const { brand, run, index, of } = job.order;
  const night = await options.queue.find(run);
  if (night === undefined || night.state === 'failed') {
    await reject(job, options.log, `Its night ${run} ${night ? 'has failed' : 'is not in the queue'}.`);
    return false;
  }
  options.log.info('a shard begins', { brand, shard: `${index} of ${of}` });
  return settle(job, options, async () => {
    const rendered = await options.work.renderShard(job.order);
    options.log.info('a shard is rendered', { brand, shard: `${index} of ${of}`, pages: rendered.pages });
    return rendered;
  });
}

async function reject(job: Taken<unknown>, log: Log, reason: string): Promise<void> {
  log.warn('a job was moved to the failed jobs', { job: job.id, reason });
  await job.reject(reason);
}

/**
 * Gives back a job that another worker, or this one later, may complete; moves a job that no worker can complete to the
 * failed jobs; otherwise the job has succeeded or failed by itself.
 * @returns whether the job has ended by itself
 */
async function settle(
  job: Taken<unknown>,
  { log, name = NAME }: WorkerOptions,
  work: () => Promise<Omit<JobOutcome, 'worker'>>,
): Promise<boolean> {
  let outcome: Omit<JobOutcome, 'worker'>;
  try {
    outcome = await work();
  } catch (error) {
    if (error instanceof LostRunError) {
      await reject(job, log, error.message);
      return false;
    }
    if (isOfPlace(error) || !(error instanceof LecternError)) {
      log.warn('a job was given back', { reason: messageOf(error) });
      // The queue hands it out again after a delay.
      await job.giveBack(messageOf(error));
      return false;
    }
    const { code, message, exitCode } = error;
    outcome = { error: { code, message, exitCode } };
  }
  await job.done({ ...outcome, worker: name });
  return true;
}

const OF_PLACE = [StoreError, LeaseError, LockedError];

/** Whether the job is not to blame: code, store, database, disk or another process stood in the way. */
const isOfPlace = (error: unknown) =>
  OF_PLACE.some((kind) => error instanceof kind) ||
  (error instanceof LecternError && error.code === 'OTHER_CODE') ||
  storageErrorOf(error) !== undefined;
