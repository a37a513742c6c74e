import { join } from 'node:path';
import type { BrandStatus, ShownNight, Status } from '#src/admin/contract/status.ts';
import type { Brand } from '#src/brand/registry.ts';
import { type Night, readNights } from '#src/publish/nights/index.ts';
import { listReleases } from '#src/publish/release/index.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
/**
 * Maximum number of runs that are read. It is enough for 30 days: each brand has one scheduled run a day, plus the runs
 * started manually.
 */
const MAX_RUNS = 2000;

/** Reads the brands and their nightly rebuilds from the releases and the record of runs in `state`. */
export function readStatus(state: string, brands: readonly Brand[], now: Date): Omit<Status, 'reports'> {
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
  const runs = readNights(state, { last: MAX_RUNS, modes: ['night', 'full', 'changed-since', 'merge'] });
  const nights = runs.filter(({ started }) => started >= since).map(withoutKinds);
  return { brands: brands.map((brand) => statusOf(brand, state, runs)), nights };
}

function statusOf({ id, appName, hosts }: Brand, state: string, runs: readonly Night[]): BrandStatus {
  const live = listReleases(join(state, id)).find((release) => release.live) ?? null;
  const last = runs.find(({ brand }) => brand === id);
  return {
    brand: id,
    name: appName,
    host: hosts[0] ?? `${id}.localhost`,
    live,
    last: last ? withoutKinds(last) : null,
  };
}

const withoutKinds = ({ kinds: _, ...night }: Night): ShownNight => night;
