import { constants } from 'node:os';

/** Thrown when a signal ends a run. */
export class Interruption extends Error {
  /** Exit code as a shell reports it. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`Interrupted by ${signal}.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

const controller = new AbortController();

/** Aborts on the first signal that ends a run. Open resources are then closed, and no further step starts. */
export const interruption: AbortSignal = controller.signal;

/** Listens for signals that end a run. A second signal ends the process immediately. */
export function watchSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => controller.abort(new Interruption(signal)));
}
