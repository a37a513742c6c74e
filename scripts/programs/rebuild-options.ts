import { ConfigError } from '#src/lib/errors.ts';
import type { RebuildOptions } from '#src/rebuild/index.ts';

export const SWITCHES = {
  brand: { type: 'string' },
  full: { type: 'boolean', default: false },
  pages: { type: 'string', multiple: true },
  'changed-since': { type: 'string' },
  shard: { type: 'string' },
  merge: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  accept: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** What the command line says of a run, each switch under its own name. */
export interface RebuildSwitches {
  readonly full: boolean;
  readonly pages?: readonly string[] | undefined;
  readonly 'changed-since'?: string | undefined;
  readonly shard?: string | undefined;
  readonly merge?: string | undefined;
  readonly 'dry-run': boolean;
  readonly accept?: string | undefined;
}

type Name = keyof RebuildSwitches;

/** Switches that mean nothing together, or two different things. */
const APART: readonly (readonly [Name, Name])[] = [
  ['full', 'pages'],
  ['full', 'changed-since'],
  ['pages', 'changed-since'],
  ['pages', 'shard'],
  ['pages', 'merge'],
  ['changed-since', 'shard'],
  ['changed-since', 'merge'],
  ['shard', 'merge'],
  ['shard', 'dry-run'],
  ['merge', 'dry-run'],
];

/** @throws ConfigError saying which switch is wrong */
export function rebuildOptions(given: RebuildSwitches): RebuildOptions {
  const isGiven = (name: Name) => given[name] !== undefined && given[name] !== false;
  const apart = APART.find(([one, other]) => isGiven(one) && isGiven(other));
  if (apart) throw new ConfigError(`--${apart[0]} and --${apart[1]} cannot be given together.`);
  const { full, pages, shard, merge, accept, 'dry-run': dryRun, 'changed-since': changedSince } = given;
  if (accept?.trim() === '') throw new ConfigError('--accept needs a reason.');
  return {
    full,
    dryRun,
    ...(accept === undefined ? {} : { accept }),
    ...(pages ? { pages } : {}),
    ...(changedSince === undefined ? {} : { changedSince }),
    ...(shard === undefined ? {} : { shard: shardOf(shard) }),
    ...(merge === undefined ? {} : { merge: partsOf(merge) }),
  };
}

const MOST_PARTS = 1000;

function shardOf(text: string): NonNullable<RebuildOptions['shard']> {
  const [, index = '', of = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of && shard.of <= MOST_PARTS) return shard;
  throw new ConfigError(`--shard ${text}: say which part of how many, such as 1/7 to 7/7.`);
}

function partsOf(text: string): number {
  const parts = /^\d+$/.test(text) ? Number(text) : 0;
  if (parts >= 1 && parts <= MOST_PARTS) return parts;
  throw new ConfigError(`--merge ${text}: say how many parts there are, such as 7.`);
}
