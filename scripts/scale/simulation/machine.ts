import type { Clock } from '#src/publish/queue/clock.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A simulated machine. */
export interface Machine {
  readonly name: string;
  readonly clock: Clock;
  /** Factor by which all work takes longer. */
  slowness: number;
  /** Whether the machine cannot reach PostgreSQL and the store. */
  isCutOff: boolean;
  isRunning(): boolean;
  /** Time since which the machine has sent nothing; undefined if it is not silent. */
  silentSince(): number | undefined;
  /** Kills the machine immediately. */
  kill(): void;
  /** Pauses the machine until the given time. */
  pause(until: number): void;
  cutOff(until: number): void;
  /** Waits for as long as this machine needs for work that normally takes `ms`. */
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
  /** If the machine is paused, the event happens when it continues. On a dead machine, nothing happens. */
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
