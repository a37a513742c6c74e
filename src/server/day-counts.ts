import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { dayOf, writeDay } from './day-files.ts';

/** What this process counts today, by brand. Written once a minute where it changed, so a crash loses a minute of it. */
export interface DayCounts<T extends object> {
  /** The counts of a brand. */
  today(brand: string): T;
  /** @param change returns whether it changed any */
  change(brand: string, change: (counts: T) => boolean): void;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

export interface DayCountsOptions<T extends object> {
  /** Folder of all state. */
  readonly state: string;
  readonly part: 'vitals' | 'client-errors';
  /** What it counts, for the log. */
  readonly name: string;
  /** The counts at the beginning of a day. */
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

  const write = async (one: Counted<T>) => {
    if (one.isWritten) return;
    one.isWritten = true;
    await writeDay(join(state, one.brand), part, one.day, instance, one.counts).catch((error: unknown) => {
      // The next one writes all of the day.
      one.isWritten = false;
      log.warn(`${name} could not be written`, { brand: one.brand, error: messageOf(error) });
    });
  };
  const writeLater = (some: readonly Counted<T>[]) => {
    writing = writing.then(async () => {
      for (const one of some) await write(one);
    });
    return writing;
  };
  const timer = setInterval(() => void writeLater([...counted.values()]), WRITE_MS).unref();

  const today = (brand: string): Counted<T> => {
    const day = dayOf(now());
    const known = counted.get(brand);
    if (known?.day === day) return known;
    if (known) void writeLater([known]);
    const begun = { brand, day, counts: empty(), isWritten: true };
    counted.set(brand, begun);
    return begun;
  };

  return {
    today: (brand) => today(brand).counts,
    change(brand, change) {
      const one = today(brand);
      if (change(one.counts)) one.isWritten = false;
    },
    async close() {
      clearInterval(timer);
      await writeLater([...counted.values()]);
    },
  };
}
