import { Agent } from 'undici';
import { type Circuit, createCircuit } from '#src/contract/client/circuit.server.ts';
import { repeat, retryAfterOf } from '#src/contract/client/retry.ts';
import { createRetryBudget, VISITOR_PAUSES_MS } from '#src/contract/client/retry-budget.server.ts';
import { CALLS } from '#src/contract/index.ts';
import type { Log } from '#src/lib/log.ts';
import { callUpstream, discard, type Outcome, type UpstreamCall } from './upstream-call.ts';

/** Connection to the upstream for one brand's calls, with its own circuit breaker and retry budget. */
export interface UpstreamConnection extends Pick<Circuit<Outcome>, 'refuses' | 'refusesForMs'> {
  /**
   * Makes a call. Idempotent calls are retried after a connection reset, 502, 503 or 504.
   * @param until deadline in `performance.now()` time
   * @param left aborted when the visitor has left
   * @returns undefined, without waiting, while the circuit is open
   */
  call(call: UpstreamCall, until: number, left: AbortSignal): Promise<Outcome | undefined>;
  close(): Promise<void>;
}

export interface UpstreamConnectionOptions {
  readonly brand: string;
  readonly connections: number;
  readonly timeoutMs: number;
  readonly log: Log;
}

export function createUpstreamConnection(options: UpstreamConnectionOptions): UpstreamConnection {
  const { brand, connections, timeoutMs, log } = options;
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connectTimeout: timeoutMs };
  const agent = new Agent({ connections, ...timeouts });
  // With `pipelining: 0`, undici opens a new connection for each request.
  const newConnections = new Agent({ connections, ...timeouts, pipelining: 0 });
  const budget = createRetryBudget();
  const circuit = createCircuit<Outcome>({
    isFailure: (outcome, isProbe) => isDown(outcome, isProbe, timeoutMs),
    onChange: (isOpen) =>
      isOpen
        ? log.error('the upstream fails: calls are rejected until it responds', { brand })
        : log.info('the upstream responds again', { brand }),
  });
  const mayRetry = () => !circuit.refuses() && budget.take();
  return {
    refuses: circuit.refuses,
    refusesForMs: circuit.refusesForMs,
    call(call, until, left) {
      const isRepeatable = mayBeRepeated(call);
      // A call that must not be repeated needs a new connection, because the upstream may close an idle connection at
      // the moment of the call.
      const attempt = (isRetry: boolean) => {
        const dispatcher = isRetry || !isRepeatable ? newConnections : agent;
        return callUpstream(dispatcher, call, until - performance.now(), left);
      };
      budget.noteCall();
      return circuit.run(async () => {
        if (!isRepeatable) return attempt(false);
        let lastResponse: Outcome | undefined;
        const replace = (outcome: Outcome) => {
          if (outcome.kind === 'answer') lastResponse = outcome;
          discard(outcome);
        };
        const repetition = { pausesMs: VISITOR_PAUSES_MS, until, signal: left, retryPause, mayRetry, discard: replace };
        const outcome = await repeat(attempt, repetition);
        // A retry only gets the remaining time. If it times out, that does not mean that the upstream is down, so the
        // earlier response is returned.
        return outcome.kind === 'timeout' && lastResponse ? lastResponse : outcome;
      });
    },
    close: async () => void (await Promise.all([agent.destroy(), newConnections.destroy()])),
  };
}

const REPEATABLE_POSTS = new Set(
  CALLS.filter(({ method, idempotent }) => method === 'POST' && idempotent).map(({ path }) => path as string),
);

/** Whether the contract marks the call as idempotent. */
function mayBeRepeated({ method, url }: UpstreamCall): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return method === 'POST' && REPEATABLE_POSTS.has(/\/v1\/[\w.]+$/.exec(new URL(url).pathname)?.[0] ?? '');
}

/** Maximum pause before a retry, in ms. If `Retry-After` is longer, visitors get the error immediately. */
const MAX_RETRY_AFTER_MS = 1000;

/** Returns the minimum pause before a retry, in ms; undefined if a retry would not help. */
function retryPause(outcome: Outcome): number | undefined {
  if (outcome.kind === 'unusable') return outcome.isPassing ? 0 : undefined;
  if (outcome.kind !== 'answer' || outcome.status !== 503) return undefined;
  const askedMs = retryAfterOf(outcome.headers['retry-after']) ?? 0;
  return askedMs <= MAX_RETRY_AFTER_MS ? askedMs : undefined;
}

/**
 * Whether an outcome indicates that the upstream is down. A 500 may be specific to a single call, and a 503 with
 * `Retry-After` is deliberate. Browsers give up after half of `timeoutMs`, so an upstream that has not responded until
 * then counts as down.
 */
function isDown(outcome: Outcome, isProbe: boolean, timeoutMs: number): boolean {
  if (outcome.kind === 'left') return isProbe || outcome.afterMs > 0.4 * timeoutMs;
  if (outcome.kind === 'answer') return outcome.status === 503 && outcome.headers['retry-after'] === undefined;
  return true;
}
