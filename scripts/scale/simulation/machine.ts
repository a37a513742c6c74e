import type { Clock } from '#src/night-queue/clock.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What a simulated machine can reach at the moment. */
export interface Machine {
  readonly name: string;
  readonly clock: Clock;
  /** How many times as long everything takes. */
  slowness: number;
  /** Whether it can reach PostgreSQL and the store. */
  isCutOff: boolean;
  isRunning(): boolean;
  /** Since when others have heard nothing of it; undefined while it is heard. */
  silentSince(): number | undefined;
  /** Ends it at once. */
  kill(): void;
  /** Lets it stand still until a moment. */
  pause(until: number): void;
  cutOff(until: number): void;
  /** Lets time pass that its own work takes. */
  works(ms: number): Promise<void>;
}

export function createMachine(time: VirtualTime, name: string, slowness = 1): Machine {
  let isDead = false;
  let pausedUntil = 0;
  let silent: number | undefined;
  const fall = () => {
    silent ??= time.now();
  };
  const rise = () => {
    if (!isDead && !machine.isCutOff && pausedUntil <= time.now()) silent = undefined;
  };
  /** What would happen while it stands still happens when it goes on; on a dead one nothing does. */
  const wake = (resolve: () => void) => {
    if (isDead) return;
    if (pausedUntil > time.now()) time.at(pausedUntil, () => wake(resolve));
    else resolve();
  };
  const machine: Machine = {
    name,
    slowness,
    isCutOff: false,
    clock: {
      now: time.now,
      wait: (ms) => new Promise((resolve) => time.at(time.now() + ms, () => wake(resolve))),
    },
    isRunning: () => !isDead && pausedUntil <= time.now(),
    silentSince: () => silent,
    kill() {
      isDead = true;
      fall();
    },
    pause(until) {
      pausedUntil = until;
      fall();
      time.at(until, rise);
    },
    cutOff(until) {
      machine.isCutOff = true;
      fall();
      time.at(until, () => {
        machine.isCutOff = false;
        rise();
      });
    },
    works: (ms) => machine.clock.wait(ms * machine.slowness),
  };
  return machine;
}
