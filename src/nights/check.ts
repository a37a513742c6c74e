import { readNights } from './read.ts';
import { GOOD, type Night, WHOLE } from './types.ts';

/** How many runs of a brand are looked at. */
const MOST = 50;

/** What became of a brand's night: `good` and `running` need nobody. */
export interface Verdict {
  readonly outcome: 'good' | 'running' | 'failed' | 'refused' | 'lost' | 'missing';
  /** The run that says so; undefined where there is none. */
  readonly night: Night | undefined;
}

interface Question {
  readonly brand: string;
  /** Runs that began earlier do not count. */
  readonly since: Date;
}

/** Judges the runs of a brand by the newest that ended; a good one counts also where a later one failed. */
export function checkNight(state: string, { brand, since }: Question): Verdict {
  const recent = readNights(state, { brand, last: MOST, modes: WHOLE }).filter(
    ({ started }) => started >= since.toISOString(),
  );
  const good = recent.find(({ outcome }) => GOOD.includes(outcome));
  if (good) return { outcome: 'good', night: good };
  const running = recent.find(({ outcome }) => outcome === 'running');
  if (running) return { outcome: 'running', night: running };
  const [night] = recent;
  if (!night) return { outcome: 'missing', night };
  return { outcome: night.outcome === 'refused' || night.outcome === 'lost' ? night.outcome : 'failed', night };
}
