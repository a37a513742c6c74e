import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadStores, memoryPlatform } from './memory-platform.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('messages to the visitor', () => {
  it.each([
    ['notify', '$notification', 3000],
    ['toast', '$toast', 2000],
  ] as const)('%s stores its text in %s for %i ms', async (show, store, ms) => {
    const { messages } = await loadStores(memoryPlatform());
    messages[show]('Has Error');
    vi.advanceTimersByTime(ms - 1);
    expect(messages[store].get()).toBe('Has Error');
    vi.advanceTimersByTime(1);
    expect(messages[store].get()).toBeNull();
  });

  it('show a second text for its full duration even if it replaces the first', async () => {
    const { messages } = await loadStores(memoryPlatform());
    messages.notify('one');
    vi.advanceTimersByTime(2000);
    messages.notify('two');
    vi.advanceTimersByTime(2000);
    expect(messages.$notification.get()).toBe('two');
  });
});
