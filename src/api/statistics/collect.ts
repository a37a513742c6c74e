import { randomUUID } from 'node:crypto';
import { messageOf } from '#src/lib/errors.ts';
import { fold } from '#src/lib/fold-letters.ts';
import type { Log } from '#src/lib/log.ts';
import type { LivingLists } from '../living-lists/index.ts';
import type { Store } from '../store/index.ts';
import { closeDays, firstOpenDay, isOpen } from './close-days.ts';
import { deviceNumber, networkNumber, saltOf } from './devices.ts';
import { withExistingPages } from './pages.ts';
import { type Sums, sumsOf } from './sums.ts';
import { type DeviceEvent, dayBefore, dayOf, type QueuedEvent, type Sender, type StatisticsEvent } from './types.ts';
import { type BatchId, writeBatch } from './write-batch.ts';

/** How long events wait to be stored: the counts that a crash may lose. */
const INTERVAL_MS = 2000;
/** Number of events that are stored at once, without waiting for the interval. */
const BATCH_SIZE = 250;
/** Maximum number of events in memory while the store does not respond. Further events are not counted. */
const MAX_QUEUED = 50_000;
const CLOSING_INTERVAL_MS = 10 * 60_000;

/** Counts events of all brands that have statistics. */
export interface Statistics {
  /** Counts an event of a brand, unless a bot sent it. Returns at once; never throws. */
  count(brand: string, sender: Sender, event: StatisticsEvent): void;
  /** Stores the events so far. Events that cannot be stored are kept and stored later. */
  flush(): Promise<void>;
  /** Closes days that have ended (close-days.ts). */
  closeDays(): Promise<void>;
  /** Stores the events so far, and stops. */
  close(): Promise<void>;
}

interface StatisticsOptions {
  readonly store: Store;
  readonly log: Log;
  readonly now: () => Date;
  /** The living lists of some brands. */
  readonly lists?: LivingLists | undefined;
  /** In ms; default: 2000. */
  readonly interval?: number;
}

export function createStatistics({ store, log, now, lists, interval = INTERVAL_MS }: StatisticsOptions): Statistics {
  const process = randomUUID();
  let queue: QueuedEvent[] = [];
  /** A batch that may not have been stored. It keeps its number, so that it is not stored twice. */
  let unstored: { readonly id: BatchId; readonly sums: Sums } | undefined;
  let batch = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  const storeBatch = async () => {
    if (!unstored) {
      const events = queue.slice(0, BATCH_SIZE);
      const sums = sumsOf(await withDevices(store, await withExistingPages(store, await people(events)), now(), lists));
      queue = queue.slice(events.length);
      batch += 1;
      unstored = { id: { process, batch, day: dayOf(now()) }, sums };
    }
    await writeBatch(store.counts, unstored.id, unstored.sums);
    unstored = undefined;
  };
  const storeQueue = async () => {
    while (unstored || queue.length > 0) {
      await storeBatch();
      // With SQLite, a batch blocks this thread. Other calls run between two batches.
      await new Promise<void>((resolve) => void setImmediate(resolve));
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(storeQueue).catch((error: unknown) => {
      log.warn(`statistics could not be stored, and will be stored later: ${messageOf(error)}`);
    });
    return running.then(() => {
      if (unstored || queue.length > 0) schedule();
    });
  };
  const schedule = () => {
    timer ??= setTimeout(() => void flush(), interval).unref();
  };
  const close = () => {
    running = running
      .then(async () => {
        const time = now();
        await closeDays(store.counts, time, lists);
        await lists?.compute(dayBefore(firstOpenDay(time), 1));
      })
      .catch((error: unknown) => log.warn(`the statistics of a day could not be closed: ${messageOf(error)}`));
    return running;
  };
  const closing = setInterval(() => void close(), CLOSING_INTERVAL_MS).unref();

  return {
    count(brand, sender, event) {
      if (queue.length >= MAX_QUEUED) return;
      queue.push({ ...event, brand, day: dayOf(now()), sender });
      if (queue.length === BATCH_SIZE) void flush();
      else schedule();
    },
    flush,
    closeDays: close,
    async close() {
      clearInterval(closing);
      await flush();
      clearTimeout(timer);
    },
  };
}

/** The events that no bot sent. A browser always sends its name. */
async function people(events: readonly QueuedEvent[]): Promise<QueuedEvent[]> {
  const { isbot } = await import('isbot');
  const isPerson = new Map<string, boolean>();
  return events.filter(({ sender: { userAgent } }) => {
    const known = isPerson.get(userAgent) ?? (userAgent !== '' && !isbot(userAgent));
    isPerson.set(userAgent, known);
    return known;
  });
}

/** Replaces the sender of each event with the number of the device. */
async function withDevices(
  store: Store,
  events: readonly QueuedEvent[],
  now: Date,
  lists: LivingLists | undefined,
): Promise<DeviceEvent[]> {
  const salts = new Map<string, string | undefined>();
  for (const day of new Set(events.map((event) => event.day)))
    salts.set(day, await saltOf(store.counts, day, isOpen(day, now)));
  return events.map(({ sender, ...event }) => {
    const salt = salts.get(event.day);
    const scope = event.kind === 'search' ? `${event.brand}\n${fold(event.word)}` : event.brand;
    if (salt === undefined) return { ...event, device: undefined, network: 0 };
    const network = lists?.has(event.brand) ? networkNumber(salt, event.brand, sender.address) : 0;
    return { ...event, device: deviceNumber(salt, scope, sender), network };
  });
}
