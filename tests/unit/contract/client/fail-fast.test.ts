import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UpstreamError } from '#src/contract/client/error.ts';
import { createFailFast } from '#src/contract/client/fail-fast.server.ts';
import type { RetryOptions } from '#src/contract/client/retry.ts';
import type { HttpRequest, HttpResponse } from '#src/contract/client/types.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const REQUEST: HttpRequest = { name: 'book.show', method: 'GET', target: '/', headers: {}, body: undefined };
type Outcome = HttpResponse | UpstreamError;
const answer = (status: number, retryAfterMs?: number): HttpResponse => ({
  status,
  etag: undefined,
  contentType: undefined,
  retryAfterMs,
  body: '',
});
const error = (code: ConstructorParameters<typeof UpstreamError>[0]) => new UpstreamError(code, 'no answer');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates functions that send calls to an upstream with these results. The last result is repeated. */
function start(...cycle: Outcome[]) {
  const { log, lines } = recordingLog();
  const upstream = {
    given: cycle,
    /** The fraction of time during which our own thread is busy, from 0 to 1. */
    busy: 0,
    /** For each request, whether a new connection was required. */
    asked: [] as boolean[],
    next: (): Outcome | undefined => (upstream.given.length > 1 ? upstream.given.shift() : upstream.given[0]),
  };
  const send = createFailFast(
    async (_request, _signal, onNewConnection = false) => {
      upstream.asked.push(onNewConnection);
      const next = upstream.next();
      if (!next || next instanceof UpstreamError) throw next ?? new Error('nothing is given');
      return next;
    },
    log,
    '/ash_api',
    () => ({ idle: 0, active: 0, utilization: upstream.busy }),
  );
  const call = async (options: Partial<RetryOptions> = {}) => {
    const sent = send(REQUEST, { idempotent: true, timeoutMs: 60_000, ...options }).then(
      ({ status }) => status,
      (thrown: UpstreamError) => thrown.code,
    );
    await vi.advanceTimersByTimeAsync(400);
    return sent;
  };
  const calls = async (count: number, options?: Partial<RetryOptions>) => {
    const outcomes: unknown[] = [];
    for (let time = 0; time < count; time += 1) outcomes.push(await call(options));
    return outcomes;
  };
  return { upstream, call, calls, lines };
}

/** Options of a call that must not be retried. */
const ONCE = { idempotent: false };

describe('a call whose response a visitor waits for', () => {
  it.each([500, 502, 503, 504])('is retried immediately after a %i', async (status) => {
    const { upstream, call } = start(answer(status), answer(200));
    expect(await call()).toBe(200);
    expect(upstream.asked).toEqual([false, true]);
  });

  it('is retried at most three times on new connections and returns the last result', async () => {
    const { upstream, call } = start(error('CLIENT_NETWORK'), answer(500), answer(500), answer(504), answer(200));
    expect(await call()).toBe(504);
    expect(upstream.asked).toEqual([false, true, true, true]);
  });

  it('causes at most 10 % additional requests if the upstream always fails', async () => {
    const { upstream, calls } = start(answer(500));
    await calls(1000);
    expect(upstream.asked.length).toBeGreaterThan(1050);
    expect(upstream.asked.length).toBeLessThanOrEqual(1100);
  });

  it('succeeds in 5,000 of 5,000 cases if 5 % of requests fail, with at most 1.1 requests per call', async () => {
    const { upstream, calls } = start(answer(200));
    let random = 20_261_128;
    // Pseudo-random, so that some failures follow each other directly.
    const isFault = () => {
      random = (random * 48_271) % 2_147_483_647;
      return random % 20 === 0;
    };
    upstream.next = () => (isFault() ? error('CLIENT_NETWORK') : answer(200));
    expect(new Set(await calls(5000))).toEqual(new Set([200]));
    expect(upstream.asked.length).toBeLessThanOrEqual(5500);
  });

  it('is retried after the pause that the upstream requests, if the pause fits into the time limit', async () => {
    const { upstream, call } = start(answer(503, 400), answer(200));
    expect(await call()).toBe(200);
    expect(upstream.asked).toHaveLength(2);
  });

  it.each([
    ['not idempotent', answer(503, 0), ONCE, 503],
    ['rejected with a permanent error', answer(404), {}, 404],
    ['asked to wait longer than its time limit', answer(503, 60_000), {}, 503],
    ['rate-limited without a Retry-After', answer(429), {}, 429],
    ['ended by its time limit', error('CLIENT_TIMEOUT'), {}, 'CLIENT_TIMEOUT'],
  ])('is not retried if it is %s', async (_what, result, options, outcome) => {
    const { upstream, call } = start(result);
    expect(await call(options)).toBe(outcome);
    expect(upstream.asked).toHaveLength(1);
  });

  it('clears its timers', async () => {
    const { call } = start(answer(200));
    await call();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the circuit breaker of an upstream', () => {
  it.each([
    ['502', answer(502)],
    ['504', answer(504)],
    ['503', answer(503)],
    ['a broken connection', error('CLIENT_NETWORK')],
    ['a timeout', error('CLIENT_TIMEOUT')],
  ])('opens after five failures, and logs once that it opened: %s', async (_what, result) => {
    const { upstream, calls, call, lines } = start(result);
    await calls(5, ONCE);
    expect(await call(ONCE)).toBe('CLIENT_UNAVAILABLE');
    expect(upstream.asked).toHaveLength(5);
    expect(lines).toEqual([expect.stringMatching(/"level":"error".*\/ash_api.*the upstream is failing/)]);
  });

  it.each([
    ['status 500, which may concern a single call', answer(500)],
    ['status 503 with Retry-After', answer(503, 7000)],
    ['a response that is too long', error('CLIENT_TOO_LARGE')],
    ['a call aborted by the visitor', error('CLIENT_ABORTED')],
  ])('stays closed after %s', async (_what, result) => {
    const { upstream, calls, lines } = start(result);
    await calls(6, ONCE);
    expect([upstream.asked.length, lines]).toEqual([6, []]);
  });

  it('stays closed if timeouts occur because the thread was too busy to read responses', async () => {
    const { upstream, calls, lines } = start(error('CLIENT_TIMEOUT'));
    upstream.busy = 0.9;
    await calls(20, ONCE);
    expect([upstream.asked.length, lines]).toEqual([20, []]);
    upstream.busy = 0.1;
    await calls(25, ONCE);
    expect(upstream.asked.length).toBeLessThan(45);
  });

  it('opens because of error responses, even if the thread is busy', async () => {
    const { upstream, calls } = start(answer(502));
    upstream.busy = 0.9;
    await calls(6, ONCE);
    expect(upstream.asked).toHaveLength(5);
  });

  it('lets a test request through after five seconds, and closes if it gets a response', async () => {
    const { upstream, calls, call, lines } = start(answer(502));
    await calls(5, ONCE);
    upstream.given = [answer(200)];
    await vi.advanceTimersByTimeAsync(4000);
    expect(await call(ONCE)).toBe('CLIENT_UNAVAILABLE');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await calls(2, ONCE)).toEqual([200, 200]);
    expect(upstream.asked).toHaveLength(7);
    expect(lines[1]).toMatch(/"level":"info".*the upstream has recovered/);
  });

  it('stays open if its test request is aborted', async () => {
    const { upstream, calls, call } = start(answer(502));
    await calls(5, ONCE);
    upstream.given = [error('CLIENT_ABORTED')];
    await vi.advanceTimersByTimeAsync(5000);
    expect(await call(ONCE)).toBe('CLIENT_ABORTED');
    expect(await call(ONCE)).toBe('CLIENT_UNAVAILABLE');
    expect(upstream.asked).toHaveLength(6);
  });

  it('prevents the retries of a call that failed before the circuit breaker opened', async () => {
    const { upstream, call } = start(answer(502, 100));
    const [first] = await Promise.all([call(), ...Array.from({ length: 5 }, () => call(ONCE))]);
    expect([first, upstream.asked.length]).toEqual([502, 6]);
  });

  it('does not retry its test request', async () => {
    const { upstream, calls, call } = start(answer(502));
    await calls(5, ONCE);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await call()).toBe(502);
    expect(upstream.asked).toHaveLength(6);
  });

  it('lets through fewer than 200 requests, including retries, for 1,000 calls to a failed upstream', async () => {
    const { upstream, calls } = start(error('CLIENT_NETWORK'));
    await calls(1000);
    expect(upstream.asked.length).toBeLessThan(200);
  });
});
