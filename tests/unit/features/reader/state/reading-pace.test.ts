import { describe, expect, it } from 'vitest';
import { learnedPace, minutesFor } from '#src/features/reader/state/reading-pace.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const MINUTE = 60_000;

describe('the reading pace', () => {
  it('starts with the first measurement, then moves towards later ones', () => {
    expect(learnedPace(0, 200, MINUTE)).toBe(200);
    const next = learnedPace(200, 300, MINUTE);
    expect(next).toBeGreaterThan(200);
    expect(next).toBeLessThan(300);
  });

  it('converges to a constant pace', () => {
    let pace = 200;
    for (let step = 0; step < 60; step += 1) pace = learnedPace(pace, 320, MINUTE);
    expect(Math.abs(pace - 320)).toBeLessThan(5);
  });

  it.each([
    ['skimming', 3000, MINUTE],
    ['a pause', 20, MINUTE],
    ['a long pause', 700, 4 * MINUTE],
    ['a duration of zero', 300, 0],
  ])('ignores %s', (_what, words, ms) => {
    expect(learnedPace(250, words, ms)).toBe(250);
  });

  it('gives durations in whole minutes, with a default pace before the first measurement', () => {
    expect([minutesFor(460, 0), minutesFor(461, 0), minutesFor(0, 0), minutesFor(1000, 500)]).toEqual([2, 3, 0, 2]);
  });

  it('is stored in the browser', async () => {
    const platform = memoryPlatform();
    const stores = await loadStores(platform);
    const { learnPace } = await import('#src/features/reader/state/reading-pace.ts');
    learnPace(240, MINUTE);
    learnPace(5000, MINUTE);
    expect(stores.local.$pace.get()).toBe(240);
    expect(platform.saved.get('lectern:pace')).toBe('240');
  });
});
