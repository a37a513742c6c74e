import { describe, expect, it } from 'vitest';
import { createGate, type Gate } from '#src/snapshot/gate.ts';

/** Work that is under way until it is ended. */
function works(gate: Gate, count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const done = Array.from({ length: count }, (_, number) =>
    gate.pass(() => {
      begun.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    settle,
    end: async (most: number) => {
      for (const end of ends.splice(0, most)) end();
      await settle();
    },
    done,
  };
}

describe('createGate', () => {
  it('lets so much through at a time, in the order in which it came', async () => {
    const gate = createGate(2);
    const begun: number[] = [];
    let most = 0;
    let now = 0;
    const work = (number: number) =>
      gate.pass(async () => {
        begun.push(number);
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        if (number === 2) throw new Error('two');
        return number;
      });
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(work));
    expect(begun).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('halves its width once for all that is in trouble together, and not below one', async () => {
    const gate = createGate(4);
    await Promise.all([gate.narrow(1), gate.narrow(1), gate.narrow(1)]);
    expect(gate.width).toBe(2);
    await gate.narrow(1);
    await gate.narrow(1);
    expect(gate.width).toBe(1);
  });

  it('lets nothing in while it rests, and then only so much as it is wide', async () => {
    const gate = createGate(4);
    const rest = gate.narrow(20);
    const { begun, settle, end, done } = works(gate, 4);
    await settle();
    expect(begun).toEqual([]);
    await rest;
    await settle();
    expect(begun).toEqual([0, 1]);
    await end(2);
    expect(begun).toEqual([0, 1, 2, 3]);
    await end(2);
    await Promise.all(done);
  });

  it.each([
    ['a longer one begins meanwhile', 5, 40],
    ['a shorter one does', 40, 5],
  ])('rests until the last of its pauses ends, where %s', async (_, first, second) => {
    const gate = createGate(4);
    const begun = performance.now();
    const rests = [gate.narrow(first), gate.narrow(second)];
    await gate.pass(async () => {});
    expect(performance.now() - begun).toBeGreaterThan(38);
    await Promise.all(rests);
    expect(gate.width).toBe(2);
  });

  it('rests anew after a pause of no time', async () => {
    const gate = createGate(4);
    await gate.narrow(0);
    await gate.narrow(0);
    expect(gate.width).toBe(1);
    expect(await gate.pass(async () => 'through')).toBe('through');
  });

  it('widens by one at a time, and not beyond what it was', async () => {
    const gate = createGate(3);
    await gate.narrow(1);
    const widths = Array.from({ length: 40 }, () => {
      gate.widen();
      return gate.width;
    });
    expect(widths.slice(0, 4)).toEqual([1, 1, 1, 2]);
    expect(widths.slice(4, 12)).toEqual([2, 2, 2, 2, 2, 2, 2, 3]);
    expect(widths.at(-1)).toBe(3);
  });

  it('ends its rest when it is stopped', async () => {
    const stop = new AbortController();
    const gate = createGate(2, stop.signal);
    const rest = gate.narrow(60_000);
    const passed = gate.pass(async () => 'through');
    stop.abort();
    await rest;
    expect(await passed).toBe('through');
  });
});
