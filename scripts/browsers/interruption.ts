import { constants } from 'node:os';

/** A signal that ends a run. */
export class Interruption extends Error {
  /** Exit code as reported by a shell. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`Interrupted by ${signal}.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

const controller = new AbortController();

/** Aborts on the first signal that ends a run: open resources are closed, and no further step starts. */
export const interruption: AbortSignal = controller.signal;

/** Listens for signals that end a run. A second one ends the process immediately. */
export function watchSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => controller.abort(new Interruption(signal)));
}
