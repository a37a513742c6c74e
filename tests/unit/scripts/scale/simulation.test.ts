import { describe, expect, it } from 'vitest';
import { FAULTS, type FaultName } from '../../../../scripts/scale/simulation/faults.ts';
import { type Scenario, type SimulatedNight, simulate } from '../../../../scripts/scale/simulation/simulate.ts';
import { createVirtualTime, seededRandom } from '../../../../scripts/scale/simulation/virtual-time.ts';

const SEEDS = Array.from({ length: 12 }, (_, number) => number + 1);
const BRANDS = new Map([
  ['large', { pages: 400_000, rendered: 0.5, changed: 0.1 }],
  ['middle', { pages: 30_000, rendered: 1, changed: 1 }],
  ['small', { pages: 900, rendered: 1, changed: 1 }],
]);
const WITHIN_MS = 90_000;

const night = (faults: Scenario['faults'], seed: number, brands = BRANDS) =>
  simulate({ machines: 8, threads: 2, brands, seed, latestHours: 1, ...(faults ? { faults } : {}) });

/** Expects that each brand was published once, and that each of its pages was merged once, in order. */
function expectWhole({ isOver, published, merged }: SimulatedNight): void {
  expect(isOver).toBe(true);
  expect(published.map(({ brand }) => brand).toSorted()).toEqual([...BRANDS.keys()].toSorted());
  for (const { brand, release } of published) {
    const { pages = 0, rendered = 0 } = BRANDS.get(brand) ?? {};
    const rows = merged.get(release)?.toSorted((a, b) => a.from - b.from) ?? [];
    let next = 0;
    for (const { from, to } of rows) {
      expect(from).toBe(next);
      next = to;
    }
    expect(next).toBe(pages * rendered);
  }
}

describe('a simulated nightly rebuild on several machines', () => {
  it('publishes each brand once, merges each page once, and renders nothing twice', async () => {
    const result = await night(undefined, 1);
    expectWhole(result);
    expect(result.renderedTwice).toBe(0);
  });

  it.each<FaultName>(['stragglers', 'deaths', 'pauses', 'partition', 'slowStore', 'postgresAway'])(
    'produces the same release under %s, whatever the seed',
    async (name) => {
      for (const seed of SEEDS) expectWhole(await night((world) => FAULTS[name](world, 0.6, WITHIN_MS), seed));
    },
  );

  it('produces the same release under all faults at once', async () => {
    const all = Object.values(FAULTS);
    for (const seed of SEEDS)
      expectWhole(await night((world) => all.forEach((fault) => void fault(world, 0.4, WITHIN_MS)), seed));
  });

  it('is not published by a paused machine after another machine has started it again', async () => {
    const result = await night(({ machines, at }) => {
      for (const machine of machines.slice(0, 4)) at(8000, () => machine.pause(200_000));
    }, 1);
    expectWhole(result);
    for (const { brand, number } of result.published) if (brand !== 'small') expect(number).toBeGreaterThan(0);
  });

  it('repeats at most a tenth of the work if one machine dies and another one pauses', async () => {
    const faults: Scenario['faults'] = ({ machines, at }) => {
      at(60_000, () => machines[1]?.kill());
      at(65_000, () => machines[2]?.pause(125_000));
    };
    const result = await night(faults, 1, new Map([['one', { pages: 1_000_000, rendered: 1, changed: 0.05 }]]));
    expect(result.isOver).toBe(true);
    expect(result.renderedTwice).toBeGreaterThan(0);
    expect(result.renderedTwice).toBeLessThan(0.1);
  });

  it("waits for a slow machine no longer than it takes to render the machine's shard again", async () => {
    const slowest = (slowness: number) =>
      night(({ machines }) => {
        const last = machines.at(-1);
        if (last) last.slowness = slowness;
      }, 1);
    const [usual, hopeless] = [await slowest(1), await slowest(1000)];
    expect(hopeless.seconds).toBeLessThan(usual.seconds + 60);
  });

  it('has the same result with the same seed, and a different result with a different seed', async () => {
    const [one, again, other] = await Promise.all(
      [3, 3, 4].map((seed) => night((world) => FAULTS.pauses(world, 0.6, WITHIN_MS), seed)),
    );
    expect(again).toEqual(one);
    expect(other?.seconds).not.toBe(one?.seconds);
  });
});

describe('virtual time in the simulation', () => {
  it('runs timers by time, and simultaneous timers in the order in which they were set', async () => {
    const time = createVirtualTime();
    const random = seededRandom(7);
    const moments = Array.from({ length: 500 }, () => Math.floor(random() * 50));
    const seen: [number, number][] = [];
    for (const [index, moment] of moments.entries()) time.at(moment, () => seen.push([moment, index]));
    expect(await time.run(() => seen.length === moments.length, 49)).toBe(true);
    expect(seen).toEqual(seen.toSorted(([a, i], [b, j]) => a - b || i - j));
    expect(time.now()).toBe(Math.max(...moments));
  });

  it('stops before timers that are due after its end', async () => {
    const time = createVirtualTime();
    time.at(11, () => expect.fail('too late'));
    expect(await time.run(() => false, 10)).toBe(false);
  });
});
