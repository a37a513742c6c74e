import { ConfigError } from '#src/lib/errors.ts';
import type { RebuildOptions } from '#src/rebuild/index.ts';
import { normalisePath } from '#src/routes/parse.ts';

export const SWITCHES = {
  brand: { type: 'string' },
  full: { type: 'boolean', default: false },
  pages: { type: 'string', multiple: true },
  'changed-since': { type: 'string' },
  shard: { type: 'string' },
  merge: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  explain: { type: 'string' },
  accept: { type: 'string' },
  queue: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** The parsed command line, by the names of its switches. */
export interface RebuildSwitches {
  readonly full: boolean;
  readonly pages?: readonly string[] | undefined;
  readonly 'changed-since'?: string | undefined;
  readonly shard?: string | undefined;
  readonly merge?: string | undefined;
  readonly 'dry-run': boolean;
  readonly explain?: string | undefined;
  readonly accept?: string | undefined;
  readonly queue?: boolean | undefined;
}

type Name = keyof RebuildSwitches;

/** Pairs of switches that exclude each other. */
const EXCLUSIVE: readonly (readonly [Name, Name])[] = [
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
  ['queue', 'shard'],
  ['queue', 'merge'],
  ['queue', 'dry-run'],
  ['explain', 'pages'],
  ['explain', 'shard'],
  ['explain', 'merge'],
  ['explain', 'queue'],
];

/** @throws ConfigError saying which switch is wrong */
export function rebuildOptions(switches: RebuildSwitches): RebuildOptions {
  const isSet = (name: Name) => switches[name] !== undefined && switches[name] !== false;
  const conflict = EXCLUSIVE.find(([one, other]) => isSet(one) && isSet(other));
  if (conflict) throw new ConfigError(`--${conflict[0]} and --${conflict[1]} cannot be given together.`);
  const { full, pages, shard, merge, accept, 'dry-run': dryRun, explain, 'changed-since': changedSince } = switches;
  if (accept?.trim() === '') throw new ConfigError('--accept needs a reason.');
  return {
    full,
    dryRun: dryRun || explain !== undefined,
    ...(explain === undefined ? {} : { explain: pathOf(explain) }),
    ...(accept === undefined ? {} : { accept }),
    ...(pages ? { pages } : {}),
    ...(changedSince === undefined ? {} : { changedSince }),
    ...(shard === undefined ? {} : { shard: parseShard(shard) }),
    ...(merge === undefined ? {} : { merge: shardCount(merge) }),
  };
}

/** @returns the canonical path of a path or an address */
function pathOf(text: string): string {
  const path = URL.canParse(text) ? new URL(text).pathname : text.split(/[?#]/)[0];
  const canonical = path?.startsWith('/') ? normalisePath(path) : undefined;
  if (canonical !== undefined) return canonical;
  throw new ConfigError(`--explain ${text}: give the path of a page, such as /genres/12/Romance.`);
}

const MAX_SHARDS = 1000;

function parseShard(text: string): NonNullable<RebuildOptions['shard']> {
  const [, index = '', of = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of && shard.of <= MAX_SHARDS) return shard;
  throw new ConfigError(`--shard ${text}: say which shard of how many, such as 1/7 to 7/7.`);
}

function shardCount(text: string): number {
  const shards = /^\d+$/.test(text) ? Number(text) : 0;
  if (shards >= 1 && shards <= MAX_SHARDS) return shards;
  throw new ConfigError(`--merge ${text}: say how many shards there are, such as 7.`);
}
