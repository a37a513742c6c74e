import { readNights } from './read.ts';
import { GOOD, type Night, WHOLE } from './types.ts';

/** Maximum number of recent runs read per brand. */
const MAX_RUNS = 50;

/**
 * The result of a brand's recent nightly rebuilds. `good` and `running` need no action. Cancelled runs are ignored.
 */
export interface Verdict {
  readonly outcome: 'good' | 'running' | 'failed' | 'refused' | 'lost' | 'missing';
  /** The run that determines the outcome; undefined if there was no run. */
  readonly night: Night | undefined;
}

interface Question {
  readonly brand: string;
  /** Runs that started earlier are ignored. */
  readonly since: Date;
}

/**
 * The outcome is `good` if any run succeeded, even if a later one failed; otherwise `running` if a run is in progress;
 * otherwise that of the newest run.
 */
export function checkNight(state: string, { brand, since }: Question): Verdict {
  const recent = readNights(state, { brand, last: MAX_RUNS, modes: WHOLE }).filter(
    ({ started, outcome }) => started >= since.toISOString() && outcome !== 'cancelled',
  );
  const good = recent.find(({ outcome }) => GOOD.includes(outcome));
  if (good) return { outcome: 'good', night: good };
  const running = recent.find(({ outcome }) => outcome === 'running');
  if (running) return { outcome: 'running', night: running };
  const [night] = recent;
  if (!night) return { outcome: 'missing', night };
  return { outcome: night.outcome === 'refused' || night.outcome === 'lost' ? night.outcome : 'failed', night };
}
