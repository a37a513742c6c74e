import type { World } from './simulate.ts';

/** Faults of machines during a rebuild. A number from 0 to 1 sets the severity of each fault. */
export const FAULTS = {
  /** Some machines are several times as slow as the others. */
  stragglers({ machines, random }: World, part: number): void {
    for (const machine of machines) if (random() < part) machine.slowness = 2 + random() * 6;
  },
  /** Machines die and do not come back. At least one remains. */
  deaths({ machines, random, at }: World, part: number, within: number): void {
    for (const machine of machines.slice(1)) if (random() < part) at(random() * within, machine.kill);
  },
  /** Machines pause for up to two minutes, then continue. */
  pauses({ machines, random, at }: World, part: number, within: number): void {
    for (const machine of machines)
      if (random() < part) {
        const from = random() * within;
        at(from, () => machine.pause(from + random() * 120_000));
      }
  },
  /** Machines cannot reach PostgreSQL or the store, but keep working. */
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
