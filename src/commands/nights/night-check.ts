import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import type { Log } from '#src/lib/log.ts';
import { checkNight, readNights, type Verdict } from '#src/publish/nights/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import { alertOf } from './night-alert.ts';

interface Check {
  readonly config: Config;
  readonly brands: readonly Pick<Brand, 'id'>[];
  readonly withinHours: number;
  readonly log: Log;
  readonly now: Date;
}

const HOUR_MS = 3_600_000;

/** `new`: the brand has never been rebuilt and has no release, so no night can be missing. */
type Outcome = Verdict['outcome'] | 'new';

/**
 * Returns the outcome of each brand's last nightly rebuild. Calls the alert hooks if that rebuild is missing or was
 * lost. A failed or refused rebuild has already called them.
 */
export async function checkNights({ config, brands, withinHours, log, now }: Check) {
  const since = new Date(now.getTime() - withinHours * HOUR_MS);
  const checked = brands.map(({ id }) => {
    const { outcome, night } = checkNight(config.state, { brand: id, since });
    return { brand: id, night, outcome: outcome === 'missing' && isNew(config.state, id) ? ('new' as const) : outcome };
  });
  for (const { brand, outcome, night } of checked) {
    if (outcome !== 'missing' && outcome !== 'lost') continue;
    const reasons = [reasonOf(outcome, withinHours, night)];
    const release = liveId(join(config.state, brand)) ?? null;
    await alertOf({ brand, outcome, exitCode: null, release, at: now.toISOString(), reasons }, config, log);
  }
  return checked.map(({ brand, outcome, night }) => ({
    brand,
    outcome,
    started: night?.started ?? null,
    reasons:
      outcome === 'missing' || outcome === 'lost'
        ? [reasonOf(outcome, withinHours, night)]
        : outcome === 'new'
          ? [`Nothing is published yet. Run: npm run rebuild -- --brand ${brand}`]
          : (night?.reasons ?? []),
  }));
}

const isNew = (state: string, brand: string) =>
  liveId(join(state, brand)) === undefined && readNights(state, { brand, last: 1 }).length === 0;

const reasonOf = (outcome: 'missing' | 'lost', hours: number, night: Verdict['night']) =>
  outcome === 'missing'
    ? `No run of the whole site started in the last ${hours} hours. Check whether the timer is active.`
    : `The run of ${night?.started} was killed, or the machine went down. Run it again to continue.`;

const HARMLESS: readonly Outcome[] = ['good', 'running', 'new'];

export const isTrouble = ({ outcome }: { readonly outcome: Outcome }) => !HARMLESS.includes(outcome);
