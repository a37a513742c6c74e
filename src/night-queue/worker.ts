import { hostname } from 'node:os';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { LockedError } from '#src/rebuild/lock.ts';
import { LeaseError, StoreError } from '#src/release-store/index.ts';
import type { Taken } from './job-queue.ts';
import { makeNight, type NightMaker } from './make-night.ts';
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

/** Takes jobs until the signal: corrections first, then what was begun, then nights. The job in hand is finished. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, log, signal, clock } = options;
  while (!signal.aborted) {
    try {
      if (await doNext(options)) continue;
      await clock.wait(LOOK_MS, signal);
    } catch (error) {
      log.warn('the worker could not take a job, and tries again', { reason: messageOf(error) });
      await clock.wait(AWAY_MS, signal);
    }
  }
  await queue.close();
}

/** @returns false where there is nothing to do */
async function doNext(options: WorkerOptions): Promise<boolean> {
  const { queue } = options;
  const urgent = await queue.take('night', PRIORITY.correction);
  if (urgent) return doNight(options, urgent);
  const shard = await queue.take('shard');
  if (shard) return doShard(options, shard);
  const night = await queue.take('night');
  return night ? doNight(options, night) : false;
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

async function doShard(options: WorkerOptions, job: Taken<ShardOrder>): Promise<true> {
  const { brand, index, of } = job.order;
  options.log.info('a shard begins', { brand, shard: `${index} of ${of}` });
  await settle(job, options, async () => {
    const rendered = await options.work.renderShard(job.order);
    options.log.info('a shard is rendered', { brand, shard: `${index} of ${of}`, pages: rendered.pages });
    return rendered;
  });
  return true;
}

/** What another worker, or this one in a moment, may do is given back; any other end is the job's own. */
async function settle(
  job: Taken<unknown>,
  { log, clock, name = NAME }: WorkerOptions,
  work: () => Promise<Omit<JobOutcome, 'worker'>>,
): Promise<void> {
  let outcome: Omit<JobOutcome, 'worker'>;
  try {
    outcome = await work();
  } catch (error) {
    if (isOfPlace(error) || !(error instanceof LecternError)) {
      log.warn('a job was given back', { reason: messageOf(error) });
      await job.giveBack(messageOf(error));
      // Another one is to have it first.
      await clock.wait(AWAY_MS);
      return;
    }
    const { code, message, exitCode } = error;
    outcome = { error: { code, message, exitCode } };
  }
  await job.done({ ...outcome, worker: name });
}

const OF_PLACE = [StoreError, LeaseError, LockedError];

/** Whether the job is not to blame: code, store, database, disk or another process stood in the way. */
const isOfPlace = (error: unknown) =>
  OF_PLACE.some((kind) => error instanceof kind) ||
  (error instanceof LecternError && error.code === 'OTHER_CODE') ||
  storageErrorOf(error) !== undefined;
