import type { World } from './simulate.ts';

/** Faults of machines during a rebuild. The severity of each fault is a number from 0 to 1. */
export const FAULTS = {
  /** Makes some machines several times as slow as the others. */
  stragglers({ machines, random }: World, part: number): void {
    for (const machine of machines) if (random() < part) machine.slowness = 2 + random() * 6;
  },
  /** Kills some machines, which do not come back. At least one machine remains. */
  deaths({ machines, random, at }: World, part: number, within: number): void {
    for (const machine of machines.slice(1)) if (random() < part) at(random() * within, machine.kill);
  },
  /** Pauses some machines for up to two minutes. */
  pauses({ machines, random, at }: World, part: number, within: number): void {
    for (const machine of machines)
      if (random() < part) {
        const from = random() * within;
        at(from, () => machine.pause(from + random() * 120_000));
      }
  },
  /** Cuts some machines off from PostgreSQL and the store. They keep working. */
  partition({ machines, random, at }: World, part: number, within: number): void {
    for (const machine of machines)
      if (random() < part) {
        const from = random() * within;
        at(from, () => machine.cutOff(from + random() * 120_000));
      }
  },
  slowStore({ store, random, at }: World, part: number, within: number): void {
    const from = random() * within;
    at(from, () => store.slowUntil(from + random() * 120_000, 1 + part * 50));
  },
  postgresAway({ postgres, random, at }: World, part: number, within: number): void {
    const from = random() * within;
    at(from, () => postgres.goAway(from + part * random() * 90_000));
  },
} as const;

export type FaultName = keyof typeof FAULTS;
