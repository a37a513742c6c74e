import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Log } from '#src/lib/log.ts';
import { createCircuit } from './circuit.server.ts';
import { toUpstreamError, UpstreamError } from './error.ts';
import { type Outcome, type RetryRule, retryPause, type Send, sendWithRetry, unwrap } from './retry.ts';
import { createRetryBudget, VISITOR_PAUSES_MS } from './retry-budget.server.ts';
import type { HttpRequest, Transport } from './types.ts';

/**
 * Maximum fraction of a call's time during which the thread may be busy. Above it, the thread may be the reason for a
 * timeout: the response may have arrived in time, but was read too late.
 */
const MAX_BUSY_SHARE = 0.5;

/** Measures how busy the event loop of this thread is, as `performance.eventLoopUtilization` does. */
type MeasureThread = (since?: EventLoopUtilization) => EventLoopUtilization;

/**
 * The outcome of a call, and whether the thread was so busy that a timeout does not prove that the upstream is slow.
 */
interface EndedCall {
  readonly outcome: Outcome;
  readonly wasBusy: boolean;
}

/**
 * Creates the function that sends requests whose responses visitors wait for. Retries are quick, use new connections
 * and are limited by a budget. While the upstream is down, no requests are sent.
 * @param name name of the upstream in log lines
 */
export function createFailFast(
  transport: Transport,
  log: Log,
  name: string,
  measureThread: MeasureThread = performance.eventLoopUtilization,
): Send {
  const budget = createRetryBudget();
  const circuit = createCircuit<EndedCall>({
    isFailure: isDown,
    onChange: (isOpen) =>
      isOpen
        ? log.error('the upstream is failing; pages are rendered without it', { prefix: name })
        : log.info('the upstream has recovered', { prefix: name }),
  });
  const rule: RetryRule = {
    pausesMs: VISITOR_PAUSES_MS,
    retryPause: retryPauseForPage,
    mayRetry: () => !circuit.refuses() && budget.take(),
  };
  return async (request, options) => {
    budget.noteCall();
    const ended = await circuit.run(async () => {
      const before = measureThread();
      const outcome = await sendWithRetry(transport, request, options, rule).catch((error: unknown) =>
        toUpstreamError(error, request.name),
      );
      return { outcome, wasBusy: measureThread(before).utilization > MAX_BUSY_SHARE };
    });
    return unwrap(ended?.outcome ?? refused(request));
  };
}

/** Returns the pause before a retry. After a 429, there is a retry only if the response contains `Retry-After`. */
const retryPauseForPage = (outcome: Outcome) =>
  !(outcome instanceof UpstreamError) && outcome.status === 429 ? outcome.retryAfterMs : retryPause(outcome);

const refused = ({ name }: HttpRequest) =>
  new UpstreamError('CLIENT_UNAVAILABLE', `${name}: not sent, because the upstream is failing`);

/**
 * Whether an outcome indicates that the upstream is down. A 500 may be specific to a single call, and a 503 with
 * `Retry-After` is deliberate.
 */
function isDown({ outcome, wasBusy }: EndedCall, isProbe: boolean): boolean {
  if (!(outcome instanceof UpstreamError))
    return [502, 504].includes(outcome.status) || (outcome.status === 503 && outcome.retryAfterMs === undefined);
  if (outcome.code === 'CLIENT_ABORTED') return isProbe;
  return outcome.code === 'CLIENT_NETWORK' || (outcome.code === 'CLIENT_TIMEOUT' && !wasBusy);
}
