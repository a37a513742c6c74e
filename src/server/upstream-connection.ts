import { Agent } from 'undici';
import { type Circuit, createCircuit } from '#src/api-client/circuit.server.ts';
import { repeat, retryAfterOf } from '#src/api-client/retry.ts';
import { createRetryBudget, VISITOR_PAUSES_MS } from '#src/api-client/retry-budget.server.ts';
import { CALLS } from '#src/contract/index.ts';
import type { Log } from '#src/lib/log.ts';
import { callUpstream, discard, type Outcome, type UpstreamCall } from './upstream-call.ts';

/** One brand's calls to the upstream, with their own connections, circuit breaker and retry budget. */
export interface UpstreamConnection extends Pick<Circuit<Outcome>, 'refuses' | 'refusesForMs'> {
  /**
   * Makes a call. Idempotent calls are retried after a reset, 502, 503 or 504.
   * @param until deadline by `performance.now()`
   * @param left aborted when the visitor has left
   * @returns undefined at once while the circuit is open
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
  // With `pipelining: 0` undici keeps no connection alive: each request opens a new one.
  const newConnections = new Agent({ connections, ...timeouts, pipelining: 0 });
  const budget = createRetryBudget();
  const circuit = createCircuit<Outcome>({
    isFailure: (outcome, isProbe) => isDown(outcome, isProbe, timeoutMs),
    onChange: (isOpen) =>
      isOpen
        ? log.error('the upstream fails: calls are refused until it answers', { brand })
        : log.info('the upstream answers again', { brand }),
  });
  const mayRetry = () => !circuit.refuses() && budget.take();
  return {
    refuses: circuit.refuses,
    refusesForMs: circuit.refusesForMs,
    call(call, until, left) {
      const isRepeatable = mayBeRepeated(call);
      // A call that must not be retried needs a connection that the upstream cannot have closed.
      const attempt = (isRetry: boolean) => {
        const dispatcher = isRetry || !isRepeatable ? newConnections : agent;
        return callUpstream(dispatcher, call, until - performance.now(), left);
      };
      budget.noteCall();
      return circuit.run(async () => {
        if (!isRepeatable) return attempt(false);
        let answered: Outcome | undefined;
        const replace = (outcome: Outcome) => {
          if (outcome.kind === 'answer') answered = outcome;
          discard(outcome);
        };
        const repetition = { pausesMs: VISITOR_PAUSES_MS, until, signal: left, pauseAsked, mayRetry, discard: replace };
        const outcome = await repeat(attempt, repetition);
        // A retry has only the time that is left, so an upstream that answered before is not down.
        return outcome.kind === 'timeout' && answered ? answered : outcome;
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

/** A visitor is better told of a longer pause than kept waiting. */
const MAX_ASKED_PAUSE_MS = 1000;

/** Minimum pause before a retry, in ms; undefined if a retry would not help. */
function pauseAsked(outcome: Outcome): number | undefined {
  if (outcome.kind === 'unusable') return outcome.isPassing ? 0 : undefined;
  if (outcome.kind !== 'answer' || outcome.status !== 503) return undefined;
  const askedMs = retryAfterOf(outcome.headers['retry-after']) ?? 0;
  return askedMs <= MAX_ASKED_PAUSE_MS ? askedMs : undefined;
}

/**
 * Whether an outcome indicates that the upstream is down. A 500 may concern a single call, and a 503 with `Retry-After` is a
 * deliberate answer. Browsers give up after half the time, so a missing response by then counts.
 */
function isDown(outcome: Outcome, isProbe: boolean, timeoutMs: number): boolean {
  if (outcome.kind === 'left') return isProbe || outcome.afterMs > 0.4 * timeoutMs;
  if (outcome.kind === 'answer') return outcome.status === 503 && outcome.headers['retry-after'] === undefined;
  return true;
}
