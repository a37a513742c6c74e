import { describe, expect, it } from 'vitest';
import { learnedPace, minutesFor } from '#src/stores/reading-pace.ts';
import { loadStores, memoryPlatform } from './memory-platform.ts';

const MINUTE = 60_000;

describe('pace', () => {
  it('begins with what is measured first, then leans towards it', () => {
    expect(learnedPace(0, 200, MINUTE)).toBe(200);
    const next = learnedPace(200, 300, MINUTE);
    expect(next).toBeGreaterThan(200);
    expect(next).toBeLessThan(300);
  });

  it('comes to the pace that is kept up', () => {
    let pace = 200;
    for (let step = 0; step < 60; step += 1) pace = learnedPace(pace, 320, MINUTE);
    expect(Math.abs(pace - 320)).toBeLessThan(5);
  });

  it.each([
    ['leafing', 3000, MINUTE],
    ['a rest', 20, MINUTE],
    ['a long rest', 700, 4 * MINUTE],
    ['no time', 300, 0],
  ])('learns nothing from %s', (_what, words, ms) => {
    expect(learnedPace(250, words, ms)).toBe(250);
  });

  it('tells whole minutes, by what is usual while nothing is known', () => {
    expect([minutesFor(460, 0), minutesFor(461, 0), minutesFor(0, 0), minutesFor(1000, 500)]).toEqual([2, 3, 0, 2]);
  });

  it('is kept', async () => {
    const platform = memoryPlatform();
    const stores = await loadStores(platform);
    const { learnPace } = await import('#src/stores/reading-pace.ts');
    learnPace(240, MINUTE);
    learnPace(5000, MINUTE);
    expect(stores.local.$pace.get()).toBe(240);
    expect(platform.saved.get('lectern:pace')).toBe('240');
  });
});
