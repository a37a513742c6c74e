import { describe, expect, it } from 'vitest';
import { createStillness } from '#src/server/stillness.ts';

/** A thread whose processor time a test sets. */
function thread() {
  const at = { now: 0, cpuMs: 0 };
  const stillness = createStillness(
    async () => ({ user: at.cpuMs * 1000, system: 0 }),
    () => at.now,
  );
  /** Passes time in steps of 100 ms, with a share of the processor. */
  const pass = async (ms: number, share: number, beats: () => number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      at.now += 100;
      at.cpuMs += 100 * share;
      stillness.check(beats());
      await Promise.resolve();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { stillness, pass };
}

describe('the stillness of a thread', () => {
  it('is that of its event loop while it takes the processor', async () => {
    const { stillness, pass } = thread();
    await pass(1000, 1, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(false);
    await pass(500, 1, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(true);
  });

  it('is none while the event loop comes round, or without work', async () => {
    const { stillness, pass } = thread();
    let beats = 0;
    await pass(5000, 1, () => {
      beats += 1;
      return beats;
    });
    expect(stillness.isLongerThan(100)).toBe(false);
    await pass(5000, 1, () => 0);
    expect(stillness.isLongerThan(100)).toBe(false);
  });

  it('does not count the time in which the thread waits for a processor', async () => {
    const { stillness, pass } = thread();
    await pass(8000, 0.1, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(false);
  });

  it('is long at last also for a thread that takes no time', async () => {
    const { stillness, pass } = thread();
    await pass(21_000, 0, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(true);
  });
});
