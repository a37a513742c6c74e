import { describe, expect, it } from 'vitest';
import { bookProgress, linesPerMinute } from '#src/features/reader/state/reading-state.ts';
import { entry } from '../../../shell/state/entries.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

describe('the reading state', () => {
  it('keeps the scroll speed within its limits', async () => {
    const platform = memoryPlatform({ 'lectern:reader': '{"speed":9}' });
    const { local } = await loadStores(platform);
    const { stepReaderSetting } = await import('#src/features/reader/state/reader-settings.ts');
    for (let step = 0; step < 4; step += 1) stepReaderSetting('speed', 1);
    expect(local.$readerSettings.get().speed).toBe(10);
    for (let step = 0; step < 40; step += 1) stepReaderSetting('speed', -1);
    expect(local.$readerSettings.get().speed).toBe(1);
    expect(JSON.parse(platform.saved.get('lectern:reader') ?? '').speed).toBe(1);
  });

  it('increases the scroll speed with each step', () => {
    expect([linesPerMinute(1), linesPerMinute(10)]).toEqual([6, 60]);
  });

  it.each([
    [1, 10, 0, 0],
    [4, 10, 0.5, 0.35],
    [10, 10, 1, 1],
    [11, 10, 1, 1],
    [1, 0, 1, 0],
  ])(
    'converts chapter %i of %i, read to the fraction %d, to the fraction %d of the book',
    (number, count, read, share) => {
      expect(bookProgress(number, count, read)).toBeCloseTo(share);
    },
  );

  it('contains a position only in the chapter that was read last', async () => {
    const place = { block: 3, offset: 4, hash: '0123abcd' };
    const read = entry(4, '2026-03-01T00:00:00Z');
    const saved = { ...read, chapter: { id: 41, number: 1, title: 'One', place } };
    await loadStores(memoryPlatform({ readlogList: JSON.stringify([saved]) }));
    const { savedLocator } = await import('#src/features/reader/state/reading-state.ts');
    expect([savedLocator(4, 41), savedLocator(4, 42), savedLocator(5, 41)]).toEqual([place, null, null]);
  });

  it('provides the position at which a chapter opens: where it was read last, or else the furthest position', async () => {
    const [last, far] = [3, 8].map((block) => ({ block, offset: 0, hash: '0123abcd' }));
    const saved = {
      ...entry(4, '2026-03-01T00:00:00Z'),
      chapter: { id: 41, number: 1, title: 'One', place: last },
      furthest: { chapter: { id: 47, number: 7, title: 'Seven', place: far }, since: 0 },
    };
    await loadStores(memoryPlatform({ readlogList: JSON.stringify([saved]) }));
    const { openingLocator } = await import('#src/features/reader/state/reading-state.ts');
    expect([openingLocator(4, 41), openingLocator(4, 47), openingLocator(4, 45)]).toEqual([last, far, null]);
  });
});
