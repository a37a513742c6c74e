import type { World } from './simulate.ts';

/** What may happen to machines in the first seconds of a night. Each is told by a number from 0 to 1 how bad it is. */
export const FAULTS = {
  /** Some machines are several times as slow as the others. */
  stragglers({ machines, random }: World, part: number): void {
    for (const machine of machines) if (random() < part) machine.slowness = 2 + random() * 6;
  },
  /** Machines end and do not come back; one is left at least. */
  deaths({ machines, random, at }: World, part: number, within: number): void {
    for (const machine of machines.slice(1)) if (random() < part) at(random() * within, machine.kill);
  },
  /** Machines stand still for up to two minutes, and go on. */
  pauses({ machines, random, at }: World, part: number, within: number): void {
    for (const machine of machines)
      if (random() < part) {
        const from = random() * within;
        at(from, () => machine.pause(from + random() * 120_000));
      }
  },
  /** Machines reach neither PostgreSQL nor the store, and go on working. */
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
