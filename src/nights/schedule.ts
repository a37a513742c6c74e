import { bulkhead } from 'cockatiel';
import { Cron } from 'croner';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { readNights } from './read.ts';
import { WHOLE } from './types.ts';

/** When a brand's nights are. */
export interface PlannedNight {
  /** Its id. */
  readonly brand: string;
  /** Five fields of cron. */
  readonly at: string;
  /** By default that of the machine. */
  readonly timeZone?: string | undefined;
}

export interface ScheduleOptions {
  readonly nights: readonly PlannedNight[];
  /** Folder of all state: its record tells which nights were missed. */
  readonly state: string;
  /** How many brands are rebuilt at a time. */
  readonly atOnce: number;
  /** Each night begins so many ms late at most, at random. */
  readonly delayMs: number;
  readonly log: Log;
  /** Rebuilds a brand. It must end soon after the signal. */
  run(brand: string, stop: AbortSignal): Promise<void>;
  readonly random?: () => number;
}

/** Nights that begin by themselves. */
export interface Schedule {
  /** Begins no more nights, ends those under way and waits for that. */
  close(): Promise<void>;
}

/** How often a night looks whether another run of its brand has ended. */
const LOOK_MS = 5000;

/** Begins each brand's night at its times, and at once where the last one was missed. */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { nights, atOnce, log } = options;
  const stop = new AbortController();
  const places = bulkhead(atOnce, Number.POSITIVE_INFINITY);
  const underWay = new Map<string, Promise<void>>();
  const begin = (brand: string, planned: Date) => {
    if (underWay.has(brand)) return log.warn('the night is left out: the one before is still under way', { brand });
    const night = oneNight(brand, planned, options, places, stop.signal)
      .catch((error: unknown) => log.error(`the night could not begin: ${messageOf(error)}`, { brand }))
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

/** When a brand's next night is. */
export const nextNight = (night: PlannedNight): Date | null => cronOf(night).nextRun();

/** When the last night was to begin, where none was made since. */
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
    // One begun by hand takes a place, too.
    while (!stop.aborted && isRunning(brand, options)) await pause(LOOK_MS, stop);
    if (stop.aborted) return;
    if (isMade(brand, planned, options))
      return log.info('the night is left out: it was made by another run', { brand });
    await run(brand, stop);
  });
}

type Place = Pick<ScheduleOptions, 'state' | 'log'>;

/** A run that ended without a word made nothing, so that it is made up for. One that failed has told of it. */
const isMade = (brand: string, since: Date, place: Place) =>
  recorded(brand, place).some(
    ({ started, mode, outcome }) =>
      started >= since.toISOString() && WHOLE.includes(mode) && outcome !== 'lost' && outcome !== 'running',
  );

const isRunning = (brand: string, place: Place) => recorded(brand, place).some(({ outcome }) => outcome === 'running');

/** How many runs of a brand are looked at. */
const MOST = 50;

/** Where the record cannot be read, a night too many is made: without changes it takes seconds. */
function recorded(brand: string, { state, log }: Place) {
  try {
    return readNights(state, { brand, last: MOST });
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
