import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { curveSizes } from '../../../../../scripts/bench/rebuild/curve.ts';
import { isListing, thinned } from '../../../../../scripts/bench/rebuild/listings.ts';
import { median } from '../../../../../scripts/bench/rebuild/say.ts';
import { differingFiles } from '../../../../../scripts/bench/rebuild/shards.ts';

describe('median', () => {
  it('is the middle one, or between the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(median([])).toBe(0);
  });
});

describe('thinned', () => {
  it('takes so many, evenly spread, or all where there are fewer', () => {
    const all = Array.from({ length: 100 }, (_none, index) => index);
    expect(thinned(all, 4)).toEqual([0, 25, 50, 75]);
    expect(thinned(all, 30)).toHaveLength(30);
    expect(thinned([1, 2], 5)).toEqual([1, 2]);
  });
});

describe('isListing', () => {
  it('is a keyword’s page, not one of the list of keywords', () => {
    expect(['/keywords/a-b/1', '/keywords/a-b/12'].every(isListing)).toBe(true);
    expect(['/keywords', '/keywords/2', '/tags/1/a', '/keywords/a/b/1'].some(isListing)).toBe(false);
  });
});

describe('curveSizes', () => {
  it('begin with the size that costs are compared with', () => {
    expect(curveSizes(undefined, false)).toEqual([1_000, 10_000, 100_000, 1_000_000]);
    expect(curveSizes(50_000, false)).toEqual([1_000, 50_000]);
    expect(curveSizes(500, true)).toEqual([500]);
  });
});

describe('differingFiles', () => {
  it('names what differs and what only one folder has', async () => {
    const home = await mkdtemp(join(tmpdir(), 'lectern-differing-'));
    try {
      for (const [file, text] of [
        ['a/same', '1'],
        ['b/same', '1'],
        ['a/deep/other', '1'],
        ['b/deep/other', '2'],
        ['a/mine', ''],
        ['b/yours', ''],
      ] as const) {
        mkdirSync(join(home, file, '..'), { recursive: true });
        writeFileSync(join(home, file), text);
      }
      expect(differingFiles(join(home, 'a'), join(home, 'b'))).toEqual(['deep/other', 'mine', 'yours']);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
