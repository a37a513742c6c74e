import { describe, expect, it } from 'vitest';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const loadChapterList = async () => (await loadStores(memoryPlatform())).chapterList;

describe('the number of the current chapter', () => {
  it('starts at 1, where "previous" has no effect', async () => {
    const store = await loadChapterList();
    store.previousChapter();
    expect(store.$curChapter.get()).toBe(1);
  });

  it('moves up to the last chapter, where "next" has no effect', async () => {
    const store = await loadChapterList();
    for (let step = 0; step < 5; step += 1) store.nextChapter(3);
    expect(store.$curChapter.get()).toBe(3);
    store.previousChapter();
    expect(store.$curChapter.get()).toBe(2);
  });

  it('can be set to any valid chapter number', async () => {
    const store = await loadChapterList();
    store.setChapter(12);
    for (const none of [0, -1, 2.5, Number.NaN]) store.setChapter(none);
    expect(store.$curChapter.get()).toBe(12);
  });
});
