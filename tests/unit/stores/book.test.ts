import { describe, expect, it } from 'vitest';
import { loadStores, memoryPlatform } from './platform.ts';

const loadBook = async () => (await loadStores(memoryPlatform())).book;

describe('current chapter', () => {
  it('starts at 1, where previous does nothing', async () => {
    const book = await loadBook();
    book.previousChapter();
    expect(book.$curChapter.get()).toBe(1);
  });

  it('goes on to the last chapter, where next does nothing', async () => {
    const book = await loadBook();
    for (let step = 0; step < 5; step += 1) book.nextChapter(3);
    expect(book.$curChapter.get()).toBe(3);
    book.previousChapter();
    expect(book.$curChapter.get()).toBe(2);
  });

  it('is set directly, to a chapter there can be', async () => {
    const book = await loadBook();
    book.setChapter(12);
    for (const none of [0, -1, 2.5, Number.NaN]) book.setChapter(none);
    expect(book.$curChapter.get()).toBe(12);
  });
});

describe('bar and panels', () => {
  it('toggle, and of the two panels one shows', async () => {
    const book = await loadBook();
    const state = () => [book.$navigationBar.get(), book.$tableOfContentsPanel.get(), book.$fontPanel.get()];
    expect(state()).toEqual([false, false, false]);
    book.toggleNavigationBar();
    book.toggleFontPanel();
    expect(state()).toEqual([true, false, true]);
    book.toggleTableOfContents();
    expect(state()).toEqual([true, true, false]);
    book.toggleTableOfContents();
    expect(state()).toEqual([true, false, false]);
  });

  it('close together with the bar', async () => {
    const book = await loadBook();
    book.toggleNavigationBar();
    book.toggleFontPanel();
    book.toggleNavigationBar();
    expect([book.$navigationBar.get(), book.$fontPanel.get()]).toEqual([false, false]);
  });
});
