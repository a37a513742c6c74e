import type { NightRow } from './status-data.ts';

/** One bar of the chart: seconds by stage. */
export interface Day {
  /** ISO date, UTC. */
  readonly day: string;
  readonly seconds: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly failed: number;
}

const DAY_MS = 86_400_000;
const BAD = new Set(['failed', 'refused', 'lost']);

/** The last `count` days up to `now`, each with the time that its runs spent in each stage; days without a run are empty. */
export function nightsByDay(nights: readonly NightRow[], now: Date, count = 30): Day[] {
  return Array.from({ length: count }, (_, back) => {
    const day = new Date(now.getTime() - (count - 1 - back) * DAY_MS).toISOString().slice(0, 10);
    const runs = nights.filter(({ started }) => started.startsWith(day));
    const failed = runs.filter(({ outcome }) => BAD.has(outcome)).length;
    return { day, seconds: summed(runs), runs: runs.length, failed };
  });
}

function summed(runs: readonly NightRow[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { seconds } of runs)
    for (const [stage, time] of Object.entries(seconds)) if (stage !== 'total') sums[stage] = (sums[stage] ?? 0) + time;
  return sums;
}

/** All stages that any day has, in the order in which they come first. */
export const stagesOf = (days: readonly Day[]): string[] => [
  ...new Set(days.flatMap(({ seconds }) => Object.keys(seconds))),
];
