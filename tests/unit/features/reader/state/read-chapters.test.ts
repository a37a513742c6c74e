import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIn, withNumber } from '#src/features/reader/state/read-chapters.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

describe('chapters that were read', () => {
  it('are stored as ranges, and adjacent ranges are merged', () => {
    expect(withNumber([[1, 3]], 5)).toEqual([
      [1, 3],
      [5, 5],
    ]);
    expect(
      withNumber(
        [
          [1, 3],
          [5, 5],
        ],
        4,
      ),
    ).toEqual([[1, 5]]);
  });

  it('contain exactly the chapters that were added, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (numbers) => {
        const spans = numbers.reduce<[number, number][]>((ranges, number) => withNumber(ranges, number), []);
        for (let number = 1; number <= 41; number += 1) expect(isIn(spans, number)).toBe(numbers.includes(number));
      }),
    );
  });

  it('are stored by book, the latest book first', async () => {
    const platform = memoryPlatform();
    const { local } = await loadStores(platform);
    const { markRead } = await import('#src/features/reader/state/read-chapters.ts');
    for (const [book, number] of [
      [4, 1],
      [4, 2],
      [9, 7],
      [4, 3],
    ] as const)
      markRead(book, number);
    expect(local.$readChapters.get()).toEqual([
      { book_id: 4, spans: [[1, 3]] },
      { book_id: 9, spans: [[7, 7]] },
    ]);
  });
});
