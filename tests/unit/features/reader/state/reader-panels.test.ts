import { describe, expect, it } from 'vitest';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const loadPanels = async () => (await loadStores(memoryPlatform())).panels;

describe('the bar and panels', () => {
  it('can be toggled, with at most one panel open', async () => {
    const panels = await loadPanels();
    const state = () => [panels.$navigationBar.get(), panels.$tableOfContentsPanel.get(), panels.$fontPanel.get()];
    expect(state()).toEqual([false, false, false]);
    panels.toggleNavigationBar();
    panels.toggleFontPanel();
    expect(state()).toEqual([true, false, true]);
    panels.toggleTableOfContents();
    expect(state()).toEqual([true, true, false]);
    panels.toggleTableOfContents();
    expect(state()).toEqual([true, false, false]);
  });

  it('close together with the bar', async () => {
    const panels = await loadPanels();
    panels.toggleNavigationBar();
    panels.toggleFontPanel();
    panels.toggleNavigationBar();
    expect([panels.$navigationBar.get(), panels.$fontPanel.get()]).toEqual([false, false]);
  });
});
