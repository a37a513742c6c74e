import { describe, expect, it } from 'vitest';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

describe('reader settings', () => {
  it('change the font size in steps of 1 px, from 14 to 24', async () => {
    const { local, reading } = await loadStores(memoryPlatform());
    reading.increaseFont();
    expect(local.$fontSize.get()).toBe(17);
    for (let step = 0; step < 20; step += 1) reading.increaseFont();
    expect(local.$fontSize.get()).toBe(24);
    for (let step = 0; step < 20; step += 1) reading.decreaseFont();
    expect(local.$fontSize.get()).toBe(14);
  });

  it.each([0, 6, 1.5, Number.NaN])('ignore the invalid paper colour %s', async (paper) => {
    const { local, reading } = await loadStores(memoryPlatform({ bg_color: '3' }));
    reading.setPaper(paper);
    expect(local.$bgColor.get()).toBe(3);
  });

  it('accept each of the five paper colours', async () => {
    const { local, reading } = await loadStores(memoryPlatform());
    for (const paper of [1, 2, 3, 4, 5]) {
      reading.setPaper(paper);
      expect(local.$bgColor.get()).toBe(paper);
    }
  });

  it('switch to the opposite of the visible mode', async () => {
    const { local, reading } = await loadStores(memoryPlatform());
    reading.toggleNight(true);
    expect(local.$bgNight.get()).toBe(false);
    reading.toggleNight(false);
    expect(local.$bgNight.get()).toBe(true);
  });
});
