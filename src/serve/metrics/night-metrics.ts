import type { Registry } from 'prom-client';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { type LastNights, lastNights, type Night } from '#src/publish/nights/index.ts';
import { gaugeMaker } from './gauge.ts';

interface NightSource {
  /** The state folder. */
  readonly state: string;
  /** Ids of all brands. */
  readonly brands: readonly string[];
  readonly log: Log;
}

const OUTCOMES = ['published', 'unchanged', 'refused', 'failed', 'cancelled', 'running', 'lost'] as const;

const secondsOf = (moment: string) => Date.parse(moment) / 1000;

/**
 * Registers metrics about each brand's last run for the whole site.
 * @returns a function that updates the metrics from the record of runs
 */
export function nightsInto(registry: Registry, source: NightSource): () => void {
  const gauge = gaugeMaker(registry);
  const started = gauge('lectern_night_started_timestamp_seconds', 'Start of the last night.', 'brand');
  const good = gauge('lectern_night_good_timestamp_seconds', 'Start of the last successful night.', 'brand');
  const outcomes = gauge('lectern_night_outcome', '1 for the outcome of the last night, else 0.', 'brand', 'outcome');
  const exitCodes = gauge('lectern_night_exit_code', 'Exit code of the last night, once it has ended.', 'brand');
  const durations = gauge(
    'lectern_night_duration_seconds',
    'Duration of the last night by stage, and in total.',
    'brand',
    'stage',
  );
  const pages = gauge('lectern_night_pages', 'Pages of the last successful night, by result.', 'brand', 'result');
  const calls = gauge(
    'lectern_night_upstream_calls',
    'Calls of the last night to the upstream: calls, retries, errors.',
    'brand',
    'kind',
  );
  const all = [started, good, outcomes, exitCodes, durations, pages, calls];
  const setLast = ({ brand, outcome, exitCode, seconds, upstream, ...night }: Night) => {
    started.set({ brand }, secondsOf(night.started));
    for (const candidate of OUTCOMES) outcomes.set({ brand, outcome: candidate }, candidate === outcome ? 1 : 0);
    if (exitCode !== null) exitCodes.set({ brand }, exitCode);
    for (const [stage, value] of Object.entries(seconds)) durations.set({ brand, stage }, value);
    for (const [kind, value] of Object.entries(upstream)) calls.set({ brand, kind }, value);
  };
  let now: LastNights = { last: [], good: [] };
  return () => {
    now = read(source, now);
    for (const metric of all) metric.reset();
    for (const night of now.last) setLast(night);
    for (const { brand, pages: counts, ...night } of now.good) {
      good.set({ brand }, secondsOf(night.started));
      for (const [result, value] of Object.entries(counts ?? {})) pages.set({ brand, result }, value);
    }
  };
}

/** Reads the record of runs. If it cannot be read, the previous values are kept. */
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
