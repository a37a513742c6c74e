import { hostname } from 'node:os';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { LockedError } from '#src/publish/rebuild/lock.ts';
import { LeaseError, StoreError } from '#src/publish/release-store/index.ts';
import type { Taken } from './job-queue.ts';
import { makeNight, type NightMaker } from './make-night.ts';
import { LostRunError } from './night-work.ts';
import { type JobOutcome, type NightOrder, PRIORITY, type ShardOrder } from './orders.ts';

export interface WorkerOptions extends NightMaker {
  readonly signal: AbortSignal;
  /** The worker's display name; default: host name and process id. */
  readonly name?: string;
}

/** Pause before an empty queue is checked again, in ms. */
const POLL_INTERVAL_MS = 500;
/** Pause after the queue or store did not respond, in ms. */
const RETRY_DELAY_MS = 2000;

/** Maximum number of shards rendered in a row while a rebuild waits to be started. */
const MAX_SHARDS_BEFORE_NIGHT = 8;

/** State for choosing between waiting shards and waiting rebuilds. */
interface Turn {
  shardsInARow: number;
}

/**
 * Takes jobs until the signal aborts: corrections first, then shards, then nightly rebuilds. A nightly rebuild also
 * gets its turn after a shard was returned to the queue, and after MAX_SHARDS_BEFORE_NIGHT shards. Finishes the current
 * job before it returns.
 */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, log, signal, clock } = options;
  const turn: Turn = { shardsInARow: 0 };
  while (!signal.aborted) {
    try {
      if (await doNext(options, turn)) continue;
      await clock.wait(POLL_INTERVAL_MS, signal);
    } catch (error) {
      log.warn('the worker could not take a job and will retry', { reason: messageOf(error) });
      await clock.wait(RETRY_DELAY_MS, signal);
    }
  }
  await queue.close();
}

/** @returns false if there was nothing to do */
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
  // Shards may still be waiting, so check again without a pause.
  return hadShards;
}

const NAME = `${hostname()} ${process.pid}`;

async function doNight(options: WorkerOptions, job: Taken<NightOrder>): Promise<true> {
  const { log } = options;
  const { brand } = job.order;
  log.info('night started', { brand });
  await settle(job, options, async () => {
    const outcome = await makeNight(options, job, (shard) => doShard(options, shard));
    log.info('night ended', { brand, release: outcome.report?.release ?? null });
    return outcome;
  });
  return true;
}

/** @returns false if the shard was returned to the queue or moved to the failed jobs */
async function doShard(options: WorkerOptions, job: Taken<ShardOrder>): Promise<boolean> {
  const { brand, run, index, of } = job.order;
  const night = await options.queue.find(run);
  if (night === undefined || night.state === 'failed') {
    await reject(job, options.log, `Its night ${run} ${night ? 'has failed' : 'is not in the queue'}.`);
    return false;
  }
  options.log.info('shard started', { brand, shard: `${index} of ${of}` });
  return settle(job, options, async () => {
    const rendered = await options.work.renderShard(job.order);
    options.log.info('shard rendered', { brand, shard: `${index} of ${of}`, pages: rendered.pages });
    return rendered;
  });
}

async function reject(job: Taken<unknown>, log: Log, reason: string): Promise<void> {
  log.warn('job moved to the failed jobs', { job: job.id, reason });
  await job.reject(reason);
}

/**
 * Settles a job: records success or failure. If the job could not be carried out here, returns it to the queue for
 * another worker, or for this one later; if no worker can carry it out, moves it to the failed jobs.
 * @returns whether success or failure was recorded
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
      log.warn('job given back', { reason: messageOf(error) });
      // After a delay, the queue assigns the job again.
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

/**
 * Whether the error comes from this machine's code, the store, the database, the disk or another process, rather than
 * from the job.
 */
const isOfPlace = (error: unknown) =>
  OF_PLACE.some((kind) => error instanceof kind) ||
  (error instanceof LecternError && error.code === 'OTHER_CODE') ||
  storageErrorOf(error) !== undefined;
