import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { EXIT, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { print, printError } from '#src/lib/print.ts';
import { beginNight, type NightEnd } from '#src/publish/nights/index.ts';
import type { JobOutcome, JobQueue, NightOrder } from '#src/publish/queue/index.ts';
import { createTally, type PublishingRun, reportText } from '#src/publish/rebuild/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import { fleetOf } from '../site/fleet.ts';
import { alertOf } from './night-alert.ts';
import { endOf, modeOf } from './recorded-run.ts';

interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly json: boolean;
}

/**
 * Queues a run for each brand and waits until workers have finished all runs. Records them on this machine, like runs
 * that this machine carries out itself.
 * @returns the highest exit code
 */
export async function queueBrands(brands: readonly Brand[], options: PublishingRun, context: Context): Promise<number> {
  const { postgres } = fleetOf(context.config);
  const { openPgBossQueue, progressText } = await import('#src/publish/queue/index.ts');
  const queue = await openPgBossQueue(postgres, context.log);
  try {
    const codes = await Promise.all(
      brands.map((brand) => queueBrand(queue, brand, options, { ...context, progressText })),
    );
    return Math.max(EXIT.done, ...codes);
  } finally {
    await queue.close();
  }
}

async function queueBrand(
  queue: JobQueue,
  { id }: Brand,
  options: PublishingRun,
  context: Context & Pick<Telling, 'progressText'>,
): Promise<number> {
  const { config, log, progressText } = context;
  const record = beginNight({ state: config.state, brand: id, mode: modeOf(options), log });
  const job = await queue.send(orderOf(id, options));
  log.info('night queued', { brand: id, job });
  const tell = (text: string) => {
    record.progress(text);
    log.info('progress', { brand: id, progress: text });
  };
  const outcome = await untilDone(queue, job, { log, tell, progressText });
  const end = endOfOutcome(outcome, liveId(join(config.state, id)) ?? null);
  record.end(end);
  say(id, outcome, end, context.json);
  if (outcome.error) {
    const { exitCode, release, reasons } = end;
    const refused = end.outcome === 'refused';
    const at = new Date().toISOString();
    await alertOf({ brand: id, outcome: refused ? 'refused' : 'failed', exitCode, release, at, reasons }, config, log);
  }
  return end.exitCode;
}

function orderOf(brand: string, run: PublishingRun): NightOrder {
  const { accept } = run;
  return {
    brand,
    at: new Date().toISOString(),
    ...(run.mode === 'night' && run.full ? { full: true } : {}),
    ...(run.mode === 'correction' ? { pages: run.pages } : {}),
    ...(run.mode === 'changed-since' ? { changedSince: run.cursor } : {}),
    ...(accept === undefined ? {} : { accept }),
  };
}

const LOOK_MS = 1000;
/**
 * Every fifth poll also counts the finished shards. Not every poll does, because a large rebuild has thousands of
 * shards.
 */
const LOOKS_FOR_SHARDS = 5;

interface Telling {
  readonly log: Log;
  tell(progress: string): void;
  readonly progressText: typeof import('#src/publish/queue/index.ts').progressText;
}

/** Polls until the run has ended. Continues while the database is unreachable, as the workers do. */
async function untilDone(queue: JobQueue, id: string, { log, tell, progressText }: Telling): Promise<JobOutcome> {
  let lastReason: string | undefined;
  let lastProgress: string | undefined;
  for (let looks = 0; ; looks += 1) {
    try {
      const job = await queue.find(id);
      const progress =
        job && looks % LOOKS_FOR_SHARDS === 0 ? progressText(job.state, await queue.findShards(id)) : lastProgress;
      if (progress !== undefined && progress !== lastProgress) tell(progress);
      lastProgress = progress;
      if (job === undefined) return failure('The job is no longer in the queue.');
      if (job.state === 'done' && job.outcome) return job.outcome;
      if (job.state === 'failed') return failure(`No worker could run it. ${reasonOf(job.outcome)}`);
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== lastReason) log.warn('the queue does not answer', { reason });
      lastReason = reason;
    }
    await wait(LOOK_MS);
  }
}

const failure = (message: string): JobOutcome => ({
  worker: '',
  error: { code: 'QUEUE', message, exitCode: EXIT.failure },
});

const reasonOf = (outcome: JobOutcome | undefined) => outcome?.error?.message ?? '';

function endOfOutcome({ report, error }: JobOutcome, live: string | null): NightEnd {
  if (report) return { ...endOf(report, createTally()), seconds: report.seconds };
  return {
    outcome: error?.exitCode === EXIT.verification ? 'refused' : 'failed',
    exitCode: error?.exitCode ?? EXIT.failure,
    release: live,
    seconds: {},
    pages: null,
    kinds: {},
    bytes: null,
    upstream: { calls: 0, retries: 0, errors: 0 },
    reasons: [error?.message ?? 'The worker reported nothing.'],
  };
}

function say(brand: string, { report, error, worker }: JobOutcome, { release }: NightEnd, json: boolean): void {
  if (report) {
    print(`${json ? JSON.stringify(report) : reportText(report)}\n`);
    return;
  }
  const failed = { brand, release, previous: release, status: 'failed', error, worker };
  if (json) print(`${JSON.stringify(failed)}\n`);
  printError(`${brand}: ${error?.message}\n`);
}
