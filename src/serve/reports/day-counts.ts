import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { dayOf, writeDay } from './day-files.ts';

/**
 * This process's counts for today, by brand. Changed counts are written once a minute, so at most the last minute's
 * counts are lost in a crash.
 */
export interface DayCounts<T extends object> {
  /** Returns the counts of a brand for today. */
  today(brand: string): T;
  /**
   * Changes the counts of a brand.
   * @param change a function that changes them, and returns whether it did
   */
  change(brand: string, change: (counts: T) => boolean): void;
  /** Writes the counts that are not stored yet. */
  close(): Promise<void>;
}

export interface DayCountsOptions<T extends object> {
  /** The state folder. */
  readonly state: string;
  readonly part: 'vitals' | 'client-errors';
  /** Name of the counts in log lines. */
  readonly name: string;
  /** The counts at the start of a day. */
  readonly empty: () => T;
  readonly log: Log;
  readonly now: () => Date;
}

const WRITE_MS = 60_000;

interface Counted<T> {
  readonly brand: string;
  readonly day: string;
  readonly counts: T;
  isWritten: boolean;
}

export function createDayCounts<T extends object>(options: DayCountsOptions<T>): DayCounts<T> {
  const { state, part, name, empty, log, now } = options;
  const instance = randomBytes(4).toString('hex');
  const counted = new Map<string, Counted<T>>();
  let writing = Promise.resolve();

  const write = async (entry: Counted<T>) => {
    if (entry.isWritten) return;
    entry.isWritten = true;
    await writeDay(join(state, entry.brand), part, entry.day, instance, entry.counts).catch((error: unknown) => {
      // The next write retries this, because it contains the counts of the whole day.
      entry.isWritten = false;
      log.warn(`${name} could not be written`, { brand: entry.brand, error: messageOf(error) });
    });
  };
  const writeLater = (entries: readonly Counted<T>[]) => {
    writing = writing.then(async () => {
      for (const entry of entries) await write(entry);
    });
    return writing;
  };
  const timer = setInterval(() => void writeLater([...counted.values()]), WRITE_MS).unref();

  const today = (brand: string): Counted<T> => {
    const day = dayOf(now());
    const current = counted.get(brand);
    if (current?.day === day) return current;
    if (current) void writeLater([current]);
    const started = { brand, day, counts: empty(), isWritten: true };
    counted.set(brand, started);
    return started;
  };

  return {
    today: (brand) => today(brand).counts,
    change(brand, change) {
      const entry = today(brand);
      if (change(entry.counts)) entry.isWritten = false;
    },
    async close() {
      clearInterval(timer);
      await writeLater([...counted.values()]);
    },
  };
}
