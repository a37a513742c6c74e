import type { ShownNight } from '../../contract/status.ts';

/** One bar of the chart: seconds spent in each stage. */
export interface Day {
  /** ISO date, UTC. */
  readonly day: string;
  readonly seconds: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly failed: number;
}

const DAY_MS = 86_400_000;
const FAILURES: readonly ShownNight['outcome'][] = ['failed', 'refused', 'lost'];

type TimedNight = Pick<ShownNight, 'started' | 'outcome' | 'seconds'>;

/** The last `count` days up to `now`, with the time their runs spent in each stage. Days without runs are included. */
export function nightsByDay(nights: readonly TimedNight[], now: Date, count = 30): Day[] {
  return Array.from({ length: count }, (_, back) => {
    const day = new Date(now.getTime() - (count - 1 - back) * DAY_MS).toISOString().slice(0, 10);
    const runs = nights.filter(({ started }) => started.startsWith(day));
    const failed = runs.filter(({ outcome }) => FAILURES.includes(outcome)).length;
    return { day, seconds: summed(runs), runs: runs.length, failed };
  });
}

function summed(runs: readonly TimedNight[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { seconds } of runs)
    for (const [stage, time] of Object.entries(seconds)) if (stage !== 'total') sums[stage] = (sums[stage] ?? 0) + time;
  return sums;
}

/** All stages of these days, in the order of their first occurrence. */
export const stagesOf = (days: readonly Day[]): string[] => [
  ...new Set(days.flatMap(({ seconds }) => Object.keys(seconds))),
];
