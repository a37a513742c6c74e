import { constants } from 'node:os';

/** A signal that ends a run. */
export class Interruption extends Error {
  /** As a shell would report it. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`Interrupted by ${signal}.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

const controller = new AbortController();

/** Aborted at the first signal that ends a run: what is open is closed, and no further step starts. */
export const interruption: AbortSignal = controller.signal;

/** Listens to the signals. A second one ends the process at once. */
export function watchSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => controller.abort(new Interruption(signal)));
}
