import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { costRows, curveSizes } from '../../../../../scripts/bench/rebuild/curve.ts';
import { rateBeyond } from '../../../../../scripts/bench/rebuild/full.ts';
import { isListing, sampleEvenly } from '../../../../../scripts/bench/rebuild/listings.ts';
import { median } from '../../../../../scripts/bench/rebuild/measure.ts';
import { assertCount, differingFiles, writtenPages } from '../../../../../scripts/bench/rebuild/same-release.ts';
import { isWithinLimits } from '../../../../../scripts/bench/report.ts';

describe('median', () => {
  it('returns the middle value, or the mean of the two middle values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(median([])).toBe(0);
  });
});

describe('sampleEvenly', () => {
  it('returns at most the requested number of items, evenly spread', () => {
    const all = Array.from({ length: 100 }, (_, index) => index);
    expect(sampleEvenly(all, 4)).toEqual([0, 25, 50, 75]);
    expect(sampleEvenly(all, 30)).toHaveLength(30);
    expect(sampleEvenly([1, 2], 5)).toEqual([1, 2]);
  });
});

describe('isListing', () => {
  it('returns true for the pages of a keyword, but not for the list of all keywords', () => {
    expect(['/keywords/a-b/1', '/keywords/a-b/12'].every(isListing)).toBe(true);
    expect(['/keywords', '/keywords/2', '/tags/1/a', '/keywords/a/b/1'].some(isListing)).toBe(false);
  });
});

describe('curveSizes', () => {
  it('returns the comparison size first', () => {
    expect(curveSizes(undefined, false)).toEqual([1_000, 10_000, 100_000, 1_000_000]);
    expect(curveSizes(50_000, false)).toEqual([1_000, 50_000]);
    expect(curveSizes(500, true)).toEqual([500]);
  });
});

describe('costRows', () => {
  const cost = (size: number, whole: number, render: number) => ({ size, whole, render });
  const ofThousand = cost(1_000, 4, 3);
  const ofTenThousand = cost(10_000, 2.2, 2);

  it('returns no rows for the smallest catalogue', () => {
    expect(costRows(ofThousand, [])).toEqual([]);
  });

  it('compares the cost per page with the smallest catalogue, and the rendering cost with ten thousand pages', () => {
    expect(costRows(cost(100_000, 2.5, 2.4), [ofThousand, ofTenThousand])).toEqual([
      { what: 'curve/100k, cost per page vs 1k', ours: 2.5, peer: 4, ratio: 1.6, unit: 'ms' },
      { what: 'curve/100k render stage, cost per page vs 10k', ours: 2.4, peer: 2, ratio: 0.83, unit: 'ms' },
    ]);
  });

  it('compares the rendering cost with the smallest catalogue if ten thousand pages were not measured', () => {
    const [, render] = costRows(ofTenThousand, [ofThousand]);
    expect(render).toMatchObject({ what: 'curve/10k render stage, cost per page vs 1k', peer: 3, ratio: 1.5 });
  });

  it('returns a row that misses its goal if a page costs 1.5 times as much to render at a million pages as at ten thousand', () => {
    const rows = costRows(cost(1_000_000, 3.3, 3), [ofThousand, ofTenThousand]);
    expect(rows.map(({ least }) => least)).toEqual([0.8, 0.8]);
    expect(rows.map(isWithinLimits)).toEqual([true, false]);
  });
});

describe('rateBeyond', () => {
  const few = { count: 60, seconds: 10 };

  it('divides the number of additional pages by the additional seconds', () => {
    expect(rateBeyond(few, { count: 2_060, seconds: 20 })).toBe(200);
    expect(rateBeyond({ count: 0, seconds: 10 }, { count: 100, seconds: 15 })).toBe(20);
  });

  it('returns undefined if more pages took no more time, or if there were no more pages', () => {
    expect(rateBeyond(few, { count: 2_060, seconds: 10 })).toBeUndefined();
    expect(rateBeyond(few, { count: 60, seconds: 11 })).toBeUndefined();
  });
});

describe('the count of written pages', () => {
  it('includes pages in all folders, except those that a generator adds to every build', async () => {
    const files = ['404.html', 'a.html', 'a.html.br', 'a/404.html', 'a/b/1.html', 'style.css'];
    await withFiles(
      files.map((file) => [file, '']),
      (home) => {
        expect(writtenPages(home)).toBe(4);
        expect(writtenPages(home, ['404.html', '500.html'])).toBe(3);
      },
    );
  });

  it('throws if the number differs from the expected one', async () => {
    await withFiles([['a.html', '']], (pages) => {
      expect(() => assertCount({ name: 'peer', pages, count: 1 })).not.toThrow();
      expect(() => assertCount({ name: 'peer', pages, count: 2 })).toThrow(
        'No ratio to peer: it wrote 1 pages instead of 2.',
      );
    });
  });
});

describe('differingFiles', () => {
  it('returns files that differ or exist in only one folder', async () => {
    await withFiles(
      [
        ['a/same', '1'],
        ['b/same', '1'],
        ['a/deep/other', '1'],
        ['b/deep/other', '2'],
        ['a/mine', ''],
        ['b/yours', ''],
      ],
      (home) => {
        expect(differingFiles(join(home, 'a'), join(home, 'b'))).toEqual(['deep/other', 'mine', 'yours']);
      },
    );
  });
});

async function withFiles(files: readonly (readonly [string, string])[], look: (home: string) => void): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-figures-'));
  try {
    for (const [file, text] of files) {
      mkdirSync(join(home, file, '..'), { recursive: true });
      writeFileSync(join(home, file), text);
    }
    look(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
