import { describe, expect, it } from 'vitest';
import {
  isNightly,
  publishesAll,
  readsUpstream,
  recordsPlan,
  removesPartialReleases,
  searchesDamage,
} from '#src/rebuild/run-scope.ts';
import type { RebuildOptions } from '#src/rebuild/types.ts';

const bring = async () => {};
const RUNS = {
  night: {},
  'full run': { full: true },
  'run without the search for damage': { skipsDamageSearch: true },
  'run from the snapshot as it is': { fromSnapshot: true },
  'dry run': { dryRun: true },
  'correction of pages': { pages: ['/genres'] },
  'run of the books changed since a cursor': { changedSince: 'c1' },
  shard: { shard: { index: 1, of: 2 } },
  merge: { merge: 2 },
  'merge of a night without shards': { merge: 0 },
  'run whose pages are in a store': { pagesElsewhere: { bring } },
} as const satisfies Record<string, RebuildOptions>;

const allBut = (...left: readonly (keyof typeof RUNS)[]) =>
  Object.keys(RUNS).filter((name) => !left.some((one) => one === name));

describe.each<[string, (options: RebuildOptions) => boolean, string[]]>([
  [
    'reads the upstream',
    readsUpstream,
    allBut('run from the snapshot as it is', 'shard', 'merge', 'merge of a night without shards'),
  ],
  [
    'searches the live release for damage',
    searchesDamage,
    allBut('run without the search for damage', 'shard', 'run whose pages are in a store'),
  ],
  [
    'publishes all pages by itself',
    publishesAll,
    allBut('dry run', 'correction of pages', 'shard', 'merge', 'merge of a night without shards'),
  ],
  [
    'may end without a plan',
    isNightly,
    ['night', 'run without the search for damage', 'run from the snapshot as it is', 'run whose pages are in a store'],
  ],
  [
    'spares the next run its plan',
    recordsPlan,
    allBut('correction of pages', 'run of the books changed since a cursor'),
  ],
  ['removes the pages of interrupted runs', removesPartialReleases, allBut('correction of pages')],
])('whether a run %s', (_, holds, expected) => {
  it.each(
    Object.entries(RUNS).map(([name, options]) => [expected.includes(name) ? 'yes' : 'no', name, options] as const),
  )('%s for a %s', (answer, _name, options) => {
    expect(holds(options)).toBe(answer === 'yes');
  });
});
