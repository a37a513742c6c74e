import { Agent } from 'undici';
import { type Circuit, createCircuit } from '#src/api-client/circuit.server.ts';
import { repeat, retryAfterOf } from '#src/api-client/retry.ts';
import { createRetryBudget, VISITOR_PAUSES_MS } from '#src/api-client/retry-budget.server.ts';
import { CALLS } from '#src/contract/index.ts';
import type { Log } from '#src/lib/log.ts';
import { callUpstream, discard, type Outcome, type UpstreamCall } from './upstream-call.ts';

/** The calls of one brand to the upstream, with connections, a circuit breaker and a budget of retries of their own. */
export interface UpstreamConnection extends Pick<Circuit<Outcome>, 'refuses' | 'refusesForMs'> {
  /**
   * Makes a call. One that may be repeated is made again after a reset, 502, 503 or 504.
   * @param until when the visitor has waited long enough, by `performance.now()`
   * @param left aborted when the visitor no longer waits
   * @returns undefined at once where the upstream is left alone
   */
  call(call: UpstreamCall, until: number, left: AbortSignal): Promise<Outcome | undefined>;
  close(): Promise<void>;
}

export interface UpstreamConnectionOptions {
  /** Its id. */
  readonly brand: string;
  readonly connections: number;
  readonly timeoutMs: number;
  readonly log: Log;
}

export function createUpstreamConnection(options: UpstreamConnectionOptions): UpstreamConnection {
  const { brand, connections, timeoutMs, log } = options;
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connectTimeout: timeoutMs };
  const agent = new Agent({ connections, ...timeouts });
  // Without pipelining undici keeps no connection alive: each request has a new one.
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
      // What may not be repeated must not meet a connection that the upstream has just closed.
      const attempt = (isRetry: boolean) => {
        const dispatcher = isRetry || !isRepeatable ? newConnections : agent;
        return callUpstream(dispatcher, call, until - performance.now(), left);
      };
      const repetition = { pausesMs: VISITOR_PAUSES_MS, until, signal: left, pauseAsked, mayRetry, discard };
      budget.noteCall();
      return circuit.run(() => (isRepeatable ? repeat(attempt, repetition) : attempt(false)));
    },
    close: async () => void (await Promise.all([agent.destroy(), newConnections.destroy()])),
  };
}

const REPEATABLE_POSTS = new Set(
  CALLS.filter(({ method, idempotent }) => method === 'POST' && idempotent).map(({ path }) => path as string),
);

/** Whether two such calls have the effect of one, as the contract says. */
function mayBeRepeated({ method, url }: UpstreamCall): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return method === 'POST' && REPEATABLE_POSTS.has(/\/v1\/[\w.]+$/.exec(new URL(url).pathname)?.[0] ?? '');
}

/** The pause that an outcome asks for before a retry, 0 for any; undefined where a retry would not help. */
function pauseAsked(outcome: Outcome): number | undefined {
  if (outcome.kind === 'unusable') return outcome.isPassing ? 0 : undefined;
  if (outcome.kind !== 'answer' || outcome.status !== 503) return undefined;
  return retryAfterOf(outcome.headers['retry-after']) ?? 0;
}

/**
 * Whether an outcome says that the upstream is down. A 500 may be about one call, and a 503 with `Retry-After` is the
 * upstream's own word. A visitor's browser gives up after half the time: that an answer did not come until then counts.
 */
function isDown(outcome: Outcome, isProbe: boolean, timeoutMs: number): boolean {
  if (outcome.kind === 'left') return isProbe || outcome.afterMs > 0.4 * timeoutMs;
  if (outcome.kind === 'answer') return outcome.status === 503 && outcome.headers['retry-after'] === undefined;
  return true;
}
