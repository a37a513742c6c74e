import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import { type Night, readNights } from '#src/nights/index.ts';
import { type ListedRelease, listReleases } from '#src/release/index.ts';

/** How a brand is doing. */
export interface BrandStatus {
  readonly brand: string;
  readonly name: string;
  /** Its first host. */
  readonly host: string;
  readonly live: ListedRelease | null;
  /** The last run of its whole site, null where there was none in the last 30 days. */
  readonly last: Night | null;
}

export interface Status {
  readonly brands: readonly BrandStatus[];
  /** Runs of whole sites of the last 30 days, the newest first. */
  readonly nights: readonly Omit<Night, 'kinds'>[];
}

const DAYS = 30;
const DAY_MS = 86_400_000;
/** A brand has one a day, and some more that were begun by hand. */
const MOST_RUNS = 2000;

/** The brands and their nights, from the releases and the record of runs below `state`. */
export function readStatus(state: string, brands: readonly Brand[], now: Date): Status {
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
  const runs = readNights(state, { last: MOST_RUNS, modes: ['night', 'full', 'changed-since', 'merge'] });
  const nights = runs.filter(({ started }) => started >= since).map(withoutKinds);
  return { brands: brands.map((brand) => statusOf(brand, state, runs)), nights };
}

function statusOf({ id, appName, hosts }: Brand, state: string, runs: readonly Night[]): BrandStatus {
  const live = listReleases(join(state, id)).find((release) => release.live) ?? null;
  const last = runs.find(({ brand }) => brand === id) ?? null;
  return { brand: id, name: appName, host: hosts[0] ?? `${id}.localhost`, live, last };
}

/** The numbers by kind of page are most of a run, and no chart shows them. */
const withoutKinds = ({ kinds: _, ...night }: Night): Omit<Night, 'kinds'> => night;
