import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { EXIT, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { JobOutcome, JobQueue, NightOrder } from '#src/night-queue/index.ts';
import { beginNight, type NightEnd } from '#src/nights/index.ts';
import { createTally, type RebuildOptions, reportText } from '#src/rebuild/index.ts';
import { liveId } from '#src/release/index.ts';
import { fleetOf } from './fleet.ts';
import { alertOf } from './night-alert.ts';
import { endOf, modeOf } from './recorded-run.ts';

interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly json: boolean;
}

/**
 * Puts a run of each brand into the queue, and waits until workers have made them all. Each is recorded here, as one that this
 * machine has made.
 * @returns the highest exit code
 */
export async function queueBrands(
  brands: readonly Brand[],
  options: RebuildOptions,
  context: Context,
): Promise<number> {
  const { postgres } = fleetOf(context.config);
  const { openPgBossQueue, progressText } = await import('#src/night-queue/index.ts');
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
  options: RebuildOptions,
  context: Context & Pick<Telling, 'progressText'>,
): Promise<number> {
  const { config, log, progressText } = context;
  const record = beginNight({ state: config.state, brand: id, mode: modeOf(options), log });
  const job = await queue.send(orderOf(id, options));
  log.info('the night waits for a worker', { brand: id, job });
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

function orderOf(brand: string, { full, pages, changedSince, accept }: RebuildOptions): NightOrder {
  return {
    brand,
    at: new Date().toISOString(),
    ...(full ? { full } : {}),
    ...(pages ? { pages } : {}),
    ...(changedSince === undefined ? {} : { changedSince }),
    ...(accept === undefined ? {} : { accept }),
  };
}

const LOOK_MS = 1000;
/** Looks from one to the next at the shards, of which a large night has thousands. */
const LOOKS_FOR_SHARDS = 5;

interface Telling {
  readonly log: Log;
  tell(progress: string): void;
  readonly progressText: typeof import('#src/night-queue/index.ts').progressText;
}

/** A database that is away for a while is asked again: the workers do the same. */
async function untilDone(queue: JobQueue, id: string, { log, tell, progressText }: Telling): Promise<JobOutcome> {
  let said: string | undefined;
  let told: string | undefined;
  for (let looks = 0; ; looks += 1) {
    try {
      const job = await queue.find(id);
      const progress =
        job && looks % LOOKS_FOR_SHARDS === 0 ? progressText(job.state, await queue.findShards(id)) : told;
      if (progress !== undefined && progress !== told) tell(progress);
      told = progress;
      if (job === undefined) return failure('The job is gone from the queue.');
      if (job.state === 'done' && job.outcome) return job.outcome;
      if (job.state === 'failed') return failure(`No worker could make it. ${reasonOf(job.outcome)}`);
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== said) log.warn('the queue does not answer', { reason });
      said = reason;
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
    reasons: [error?.message ?? 'The worker told nothing.'],
  };
}

function say(brand: string, { report, error, worker }: JobOutcome, { release }: NightEnd, json: boolean): void {
  if (report) {
    process.stdout.write(`${json ? JSON.stringify(report) : reportText(report)}\n`);
    return;
  }
  const failed = { brand, release, previous: release, status: 'failed', error, worker };
  if (json) process.stdout.write(`${JSON.stringify(failed)}\n`);
  process.stderr.write(`${brand}: ${error?.message}\n`);
}
