import type { Result } from '#src/contract/index.ts';
import type { Gate } from './gate.ts';

/** Times a call is made in all while the upstream says that it is busy. */
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 1000;
/** An upstream that asks for a longer pause is as good as gone: the night ends, and the next one goes on. */
const LONGEST_PAUSE_MS = 30_000;

/**
 * Makes a call through the gate. Where the upstream is too busy to answer, fewer calls are let through, none for as
 * long as it asks for or a second and then two, and the call is made again.
 * @returns the last result
 */
export async function patiently<R extends Result<unknown>>(gate: Gate, ask: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await gate.pass(ask);
    if (!isBusy(result)) {
      if (result.success === 1) gate.widen();
      return result;
    }
    const pause = result.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
    if (attempt === ATTEMPTS || pause > LONGEST_PAUSE_MS) return result;
    await gate.narrow(pause);
  }
}

const BUSY = new Set([429, 503]);

/** The upstream could not answer, and may later. */
export const isBusy = ({ status, errors }: Result<unknown>) =>
  BUSY.has(status) || errors.some(({ code }) => code === 'CLIENT_TIMEOUT');
