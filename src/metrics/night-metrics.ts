import type { Registry } from 'prom-client';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { type LastNights, lastNights, type Night } from '#src/nights/index.ts';
import { gaugeMaker } from './gauge.ts';

interface NightSource {
  /** Folder of all state. */
  readonly state: string;
  /** Ids of all brands. */
  readonly brands: readonly string[];
  readonly log: Log;
}

const OUTCOMES = ['published', 'unchanged', 'refused', 'failed', 'running', 'lost'] as const;

const secondsOf = (moment: string) => Date.parse(moment) / 1000;

/** Registers how each brand's last run of the whole site went. @returns what reads it from the record */
export function nightsInto(registry: Registry, source: NightSource): () => void {
  const gauge = gaugeMaker(registry);
  const started = gauge('lectern_night_started_timestamp_seconds', 'When the last night began.', 'brand');
  const good = gauge('lectern_night_good_timestamp_seconds', 'When the last night began that ended well.', 'brand');
  const outcomes = gauge('lectern_night_outcome', '1 for how the last night ended, else 0.', 'brand', 'outcome');
  const exitCodes = gauge('lectern_night_exit_code', 'Of the last night, once it has ended.', 'brand');
  const durations = gauge(
    'lectern_night_duration_seconds',
    'Of the last night, by stage, and total.',
    'brand',
    'stage',
  );
  const pages = gauge(
    'lectern_night_pages',
    'Of the last night that ended well, by what became of them.',
    'brand',
    'result',
  );
  const calls = gauge('lectern_night_upstream_calls', 'Of the last night: calls, retries, errors.', 'brand', 'kind');
  const all = [started, good, outcomes, exitCodes, durations, pages, calls];
  const setLast = ({ brand, outcome, exitCode, seconds, upstream, ...night }: Night) => {
    started.set({ brand }, secondsOf(night.started));
    for (const one of OUTCOMES) outcomes.set({ brand, outcome: one }, one === outcome ? 1 : 0);
    if (exitCode !== null) exitCodes.set({ brand }, exitCode);
    for (const [stage, value] of Object.entries(seconds)) durations.set({ brand, stage }, value);
    for (const [kind, value] of Object.entries(upstream)) calls.set({ brand, kind }, value);
  };
  let now: LastNights = { last: [], good: [] };
  return () => {
    now = read(source, now);
    for (const one of all) one.reset();
    for (const night of now.last) setLast(night);
    for (const { brand, pages: counts, ...night } of now.good) {
      good.set({ brand }, secondsOf(night.started));
      for (const [result, value] of Object.entries(counts ?? {})) pages.set({ brand, result }, value);
    }
  };
}

/** Where the record cannot be read, what it said before stands. */
function read({ state, brands, log }: NightSource, before: LastNights): LastNights {
  try {
    const { last, good } = lastNights(state);
    const isKnown = ({ brand }: { readonly brand: string }) => brands.includes(brand);
    return { last: last.filter(isKnown), good: good.filter(isKnown) };
  } catch (error) {
    log.warn(`the record of runs cannot be read: ${messageOf(error)}`);
    return before;
  }
}
