import { ConstantBackoff, handleWhenResult, retry } from 'cockatiel';
import type { Log } from '#src/lib/log.ts';
import { createCircuit } from './circuit.server.ts';
import { UpstreamError } from './error.ts';
import { attempted, isTransient, type Outcome, type Send, timeLimit, unwrap } from './retry.ts';
import type { HttpRequest, Transport } from './types.ts';

/** Pause before a retry. A visitor waits meanwhile. */
const PAUSE_MS = 100;
/** There is at most one retry in so many calls, so that a failing upstream gets at most a tenth more. */
const CALLS_PER_RETRY = 10;

/** Counts calls, and allows a retry once there were enough of them since the last one. */
function createRetryBudget() {
  let calls = CALLS_PER_RETRY;
  return {
    note(): void {
      calls += 1;
    },
    isThere: () => calls >= CALLS_PER_RETRY,
    take(): boolean {
      if (calls < CALLS_PER_RETRY) return false;
      calls = 0;
      return true;
    },
  };
}

/**
 * Sends for pages that a visitor waits for: with few retries, and not at all while the upstream is down.
 * @param name of what is called, for the log
 */
export function createFailFast(transport: Transport, log: Log, name: string): Send {
  const budget = createRetryBudget();
  const circuit = createCircuit<Outcome>({
    isFailure: isDown,
    onChange: (isOpen) =>
      isOpen
        ? log.error('the upstream fails: pages do without it until it answers', { prefix: name })
        : log.info('the upstream answers pages again', { prefix: name }),
  });
  const again = retry(
    handleWhenResult((outcome) => budget.isThere() && isTransient(outcome as Outcome, PAUSE_MS)),
    { maxAttempts: 1, backoff: new ConstantBackoff(PAUSE_MS) },
  );
  return async (request, options) => {
    const { signal, release } = timeLimit(request.name, options);
    let first: Outcome | undefined;
    const attempt = async (count: number): Promise<Outcome> => {
      // Another call may have taken the retry during the pause.
      if (first && count > 0 && !budget.take()) return first;
      first = (await circuit.run(() => attempted(transport, request, signal))) ?? first ?? refused(request);
      return first;
    };
    try {
      budget.note();
      return unwrap(await (options.idempotent ? again.execute((context) => attempt(context.attempt)) : attempt(0)));
    } finally {
      release();
    }
  };
}

const refused = ({ name }: HttpRequest) =>
  new UpstreamError('CLIENT_UNAVAILABLE', `${name}: not asked, because the upstream failed just now`);

/** A 500 may be about one call, and a 503 with `Retry-After` is the upstream's own word. */
function isDown(outcome: Outcome, isProbe: boolean): boolean {
  if (!(outcome instanceof UpstreamError))
    return [502, 504].includes(outcome.status) || (outcome.status === 503 && outcome.retryAfterMs === undefined);
  if (outcome.code === 'CLIENT_ABORTED') return isProbe;
  return outcome.code === 'CLIENT_NETWORK' || outcome.code === 'CLIENT_TIMEOUT';
}
