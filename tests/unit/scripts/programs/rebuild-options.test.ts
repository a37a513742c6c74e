import { describe, expect, it } from 'vitest';
import { type RebuildSwitches, rebuildOptions } from '../../../../scripts/programs/rebuild-options.ts';

const none: RebuildSwitches = { full: false, 'dry-run': false };

describe('rebuildOptions', () => {
  it.each([
    [{}, { full: false, dryRun: false }],
    [
      { full: true, accept: 'cut' },
      { full: true, dryRun: false, accept: 'cut' },
    ],
    [{ pages: ['/'] }, { full: false, dryRun: false, pages: ['/'] }],
    [{ explain: '/tags/' }, { full: false, dryRun: true, explain: '/tags' }],
    [
      { explain: 'https://www.example/es/tag/9/Café?x=1' },
      { full: false, dryRun: true, explain: '/es/tag/9/Caf%C3%A9' },
    ],
    [{ 'changed-since': 'a.1' }, { full: false, dryRun: false, changedSince: 'a.1' }],
    [{ shard: '3/7' }, { full: false, dryRun: false, shard: { index: 3, of: 7 } }],
    [
      { merge: '7', full: true },
      { full: true, dryRun: false, merge: 7 },
    ],
  ])('reads %j', (switches, options) => {
    expect(rebuildOptions({ ...none, ...switches })).toEqual(options);
  });

  it.each([
    [{ accept: ' ' }, '--accept needs a reason'],
    [{ shard: '0/7' }, '--shard 0/7'],
    [{ shard: '8/7' }, '--shard 8/7'],
    [{ shard: '3' }, '--shard 3'],
    [{ merge: '0' }, '--merge 0'],
    [{ merge: 'all' }, '--merge all'],
    [{ full: true, pages: ['/'] }, '--full and --pages'],
    [{ shard: '1/2', merge: '2' }, '--shard and --merge'],
    [{ shard: '1/2', 'dry-run': true }, '--shard and --dry-run'],
    [{ explain: 'tags' }, '--explain tags: give the path of a page'],
    [{ explain: '/%zz' }, '--explain /%zz: give the path of a page'],
    [{ explain: '/', queue: true }, '--explain and --queue'],
    [{ pages: ['/'], 'changed-since': 'a.1' }, '--pages and --changed-since'],
  ])('refuses %j', (switches, message) => {
    expect(() => rebuildOptions({ ...none, ...switches })).toThrow(message);
  });
});
