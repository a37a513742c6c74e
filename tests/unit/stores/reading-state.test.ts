import { describe, expect, it } from 'vitest';
import { bookProgress, linesPerMinute, SPEED } from '#src/stores/reading-state.ts';
import { entry } from './entries.ts';
import { loadStores, memoryPlatform } from './memory-platform.ts';

describe('movement', () => {
  it('keeps the speed within its bounds', async () => {
    const platform = memoryPlatform({ 'lectern:reader': '{"speed":9}' });
    const { local } = await loadStores(platform);
    const { changeSpeed } = await import('#src/stores/reading-state.ts');
    for (let step = 0; step < 4; step += 1) changeSpeed(1);
    expect(local.$readerSettings.get().speed).toBe(SPEED.most);
    for (let step = 0; step < 40; step += 1) changeSpeed(-1);
    expect(local.$readerSettings.get().speed).toBe(SPEED.least);
    expect(JSON.parse(platform.saved.get('lectern:reader') ?? '').speed).toBe(1);
  });

  it('goes faster by each step', () => {
    expect([linesPerMinute(1), linesPerMinute(10)]).toEqual([6, 60]);
  });

  it.each([
    [1, 10, 0, 0],
    [4, 10, 0.5, 0.35],
    [10, 10, 1, 1],
    [11, 10, 1, 1],
    [1, 0, 1, 0],
  ])('chapter %i of %i, read to %d, is %d of the book', (number, count, read, share) => {
    expect(bookProgress(number, count, read)).toBeCloseTo(share);
  });

  it('knows the place in the chapter that was read last, and in no other', async () => {
    const place = { block: 3, offset: 4, hash: '0123abcd' };
    const read = entry(4, '2026-03-01T00:00:00Z');
    const saved = { ...read, chapter: { id: 41, number: 1, title: 'One', place } };
    await loadStores(memoryPlatform({ readlogList: JSON.stringify([saved]) }));
    const { savedLocator } = await import('#src/stores/reading-state.ts');
    expect([savedLocator(4, 41), savedLocator(4, 42), savedLocator(5, 41)]).toEqual([place, null, null]);
  });

  it('opens a chapter where it was read last, else at the furthest place of the book', async () => {
    const [last, far] = [3, 8].map((block) => ({ block, offset: 0, hash: '0123abcd' }));
    const saved = {
      ...entry(4, '2026-03-01T00:00:00Z'),
      chapter: { id: 41, number: 1, title: 'One', place: last },
      furthest: { chapter: { id: 47, number: 7, title: 'Seven', place: far }, since: 0 },
    };
    await loadStores(memoryPlatform({ readlogList: JSON.stringify([saved]) }));
    const { openingLocator } = await import('#src/stores/reading-state.ts');
    expect([openingLocator(4, 41), openingLocator(4, 47), openingLocator(4, 45)]).toEqual([last, far, null]);
  });
});
