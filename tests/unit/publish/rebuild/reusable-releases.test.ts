import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reusableReleases } from '#src/publish/rebuild/reusable-releases.ts';
import type { MergeRun, RebuildMode } from '#src/publish/rebuild/types.ts';
import { openPartialReleaseLog, type Shard } from '#src/publish/release/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-reusable-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a partial release without pages. */
function partial(name: string, { buildKey = 'k', shard, isComplete = true }: Partial<Header> = {}): void {
  const target = join(folder, 'releases', name);
  mkdirSync(target, { recursive: true });
  const log = openPartialReleaseLog(target, { buildKey, shard });
  if (isComplete) log.complete();
  log.close();
}
interface Header {
  readonly buildKey: string;
  readonly shard: Shard;
  readonly isComplete: boolean;
}

const namesFor = (run: RebuildMode) => reusableReleases(folder, 'k', run).map((release) => basename(release.folder));
const merge = (shards: number): MergeRun => ({ mode: 'merge', shards, pagesElsewhere: { bring: async () => {} } });

it('a rebuild reuses pages of interrupted runs and parts that have the same code and brand', () => {
  partial('.next-1', { isComplete: false });
  partial('.part-2', { buildKey: 'other' });
  partial('.part-3', { shard: { index: 1, of: 2 } });
  expect(namesFor({ mode: 'night' })).toEqual(['.next-1', '.part-3']);
});

describe('the merge of a rebuild in parts', () => {
  beforeEach(() => {
    partial('.part-b', { shard: { index: 1, of: 2 } });
    partial('.part-a', { shard: { index: 2, of: 2 } });
    partial('.next-left', { isComplete: false });
  });

  it('uses the parts of its own rebuild, in order, and no others', () => {
    expect(namesFor(merge(2))).toEqual(['.part-b', '.part-a']);
    expect(namesFor(merge(0))).toEqual([]);
  });

  it('uses a complete part with the same code instead of other parts with the same number', () => {
    partial('.part-0', { buildKey: 'other', shard: { index: 1, of: 2 } });
    partial('.part-1', { shard: { index: 1, of: 2 }, isComplete: false });
    expect(namesFor(merge(2))).toEqual(['.part-b', '.part-a']);
  });

  it.each<[string, Partial<Header> | undefined, string]>([
    ['missing', undefined, 'Shard 2 of 3 is not in '],
    ['from a plan with a different number of parts', { shard: { index: 2, of: 4 } }, 'Shard 2 of 3 is not in '],
    [
      'incomplete',
      { shard: { index: 2, of: 3 }, isComplete: false },
      '/.part-x) is incomplete. Start the night again.',
    ],
    [
      'from different code or for a different version of the brand',
      { shard: { index: 2, of: 3 }, buildKey: 'other' },
      '/.part-x) was rendered with other code, or for a changed brand. Start the night again.',
    ],
  ])('fails with an error that names a part that is %s', (_what, part, message) => {
    for (const index of [1, 3]) partial(`.part-${index}`, { shard: { index, of: 3 } });
    if (part) partial('.part-x', part);
    expect(() => namesFor(merge(3))).toThrow(message);
  });
});
