import { bulkhead } from 'cockatiel';
import { Cron } from 'croner';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { readNights } from './read.ts';
import { type Outcome, WHOLE } from './types.ts';

/** The schedule of a brand's nightly rebuilds. */
export interface PlannedNight {
  /** The brand's id. */
  readonly brand: string;
  /** Cron expression with five fields. */
  readonly at: string;
  /** Time zone of the schedule; default: the machine's. */
  readonly timeZone?: string | undefined;
}

export interface ScheduleOptions {
  readonly nights: readonly PlannedNight[];
  /** The state folder. Its record of runs shows which rebuilds were missed. */
  readonly state: string;
  /** Maximum number of brands rebuilt at the same time. */
  readonly atOnce: number;
  /** Maximum random delay before a rebuild starts, in ms. */
  readonly delayMs: number;
  readonly log: Log;
  /** Rebuilds a brand. Must end soon after the signal aborts. */
  run(brand: string, stop: AbortSignal): Promise<void>;
  readonly random?: () => number;
}

/** A running schedule of nightly rebuilds. */
export interface Schedule {
  /** Starts no further rebuilds, stops the running ones and waits for them to end. */
  close(): Promise<void>;
}

/** How often a rebuild checks whether another run of its brand has ended, in ms. */
const POLL_INTERVAL_MS = 5000;

/** Starts each brand's rebuild at its scheduled times, and immediately if the last one was missed. */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { nights, atOnce, log } = options;
  const stop = new AbortController();
  const places = bulkhead(atOnce, Number.POSITIVE_INFINITY);
  const underWay = new Map<string, Promise<void>>();
  const begin = (brand: string, planned: Date) => {
    if (underWay.has(brand)) return log.warn('night skipped: the previous one is still running', { brand });
    const night = oneNight(brand, planned, options, places, stop.signal)
      .catch((error: unknown) => log.error(`the night could not start: ${messageOf(error)}`, { brand }))
      .finally(() => underWay.delete(brand));
    underWay.set(brand, night);
  };
  const jobs = nights.map((night) => cronOf(night, ({ brand }) => begin(brand, new Date())));
  for (const night of nights) {
    const missed = missedNight(night, options);
    if (missed) begin(night.brand, missed);
  }
  return {
    async close() {
      for (const job of jobs) job.stop();
      stop.abort();
      await Promise.all(underWay.values());
    },
  };
}

const cronOf = (night: PlannedNight, work?: (night: PlannedNight) => void) => {
  const options = { mode: '5-part', ...(night.timeZone === undefined ? {} : { timezone: night.timeZone }) } as const;
  return work ? new Cron(night.at, options, () => work(night)) : new Cron(night.at, options);
};

/** The time of a brand's next scheduled rebuild. */
export const nextNight = (night: PlannedNight): Date | null => cronOf(night).nextRun();

/** Returns the time of the last scheduled rebuild if no run has started since then. */
export function missedNight(night: PlannedNight, { state, log }: Pick<ScheduleOptions, 'state' | 'log'>) {
  const [last] = cronOf(night).previousRuns(1, new Date());
  return last && !isMade(night.brand, last, { state, log }) ? last : undefined;
}

async function oneNight(
  brand: string,
  planned: Date,
  options: ScheduleOptions,
  places: ReturnType<typeof bulkhead>,
  stop: AbortSignal,
): Promise<void> {
  const { delayMs, random = Math.random, log, run } = options;
  await pause(random() * delayMs, stop);
  await places.execute(async () => {
    // Keeps its slot while it waits for another run of the brand, so that a run started by hand counts towards the
    // limit.
    while (!stop.aborted && isRunning(brand, options)) await pause(POLL_INTERVAL_MS, stop);
    if (stop.aborted) return;
    if (isMade(brand, planned, options)) return log.info('night skipped: another run has already done it', { brand });
    await run(brand, stop);
  });
}

type Place = Pick<ScheduleOptions, 'state' | 'log'>;

/**
 * A lost or cancelled run published nothing, so it is repeated. A failed run is not repeated, because it has already
 * sent an alert.
 */
const UNMADE: readonly Outcome[] = ['lost', 'cancelled', 'running'];

const isMade = (brand: string, since: Date, place: Place) =>
  recorded(brand, place).some(
    ({ started, mode, outcome }) => started >= since.toISOString() && WHOLE.includes(mode) && !UNMADE.includes(outcome),
  );

const isRunning = (brand: string, place: Place) => recorded(brand, place).some(({ outcome }) => outcome === 'running');

/** Maximum number of recent runs read per brand. */
const MAX_RUNS = 50;

/** If the record cannot be read, the rebuild runs again, which takes only seconds if nothing has changed. */
function recorded(brand: string, { state, log }: Place) {
  try {
    return readNights(state, { brand, last: MAX_RUNS });
  } catch (error) {
    log.warn(`the record of runs cannot be read: ${messageOf(error)}`, { brand });
    return [];
  }
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stop.addEventListener('abort', end);
  });
}
