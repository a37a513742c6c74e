import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { delayed } from '#src/admin/ui/chapters/editor/delayed.ts';

describe('delayed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs once after a pause', () => {
    const work = vi.fn();
    const { schedule } = delayed(work);
    for (let key = 0; key < 5; key += 1) {
      schedule();
      vi.advanceTimersByTime(100);
    }
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(work).toHaveBeenCalledOnce();
  });

  it('runs every five seconds if there is no pause', () => {
    const work = vi.fn();
    const { schedule } = delayed(work);
    for (let key = 0; key < 110; key += 1) {
      schedule();
      vi.advanceTimersByTime(100);
    }
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('runs at once when flushed, and only if work is scheduled', () => {
    const work = vi.fn();
    const { schedule, flush } = delayed(work);
    flush();
    expect(work).not.toHaveBeenCalled();
    schedule();
    flush();
    vi.advanceTimersByTime(1_000);
    expect(work).toHaveBeenCalledOnce();
  });
});
