import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UpstreamError } from '#src/contract/client/error.ts';
import { RETRY_DELAY_MS } from '#src/contract/client/limits.ts';
import { type RetryOptions, retryPause, sendWithRetry } from '#src/contract/client/retry.ts';
import type { HttpRequest, HttpResponse } from '#src/contract/client/types.ts';

const REQUEST: HttpRequest = { name: 'book.show', method: 'GET', target: '/', headers: {}, body: undefined };
const answer = (status: number, retryAfterMs?: number): HttpResponse => ({
  status,
  etag: undefined,
  contentType: undefined,
  retryAfterMs,
  body: '',
});

describe('retryPause', () => {
  it.each([429, 500, 502, 503, 504])('returns 0 after status %i, so that the default pause applies', (status) => {
    expect(retryPause(answer(status))).toBe(0);
  });

  it.each([200, 304, 400, 401, 404, 501, 505])(
    'returns undefined after status %i, for which retrying is pointless',
    (status) => {
      expect(retryPause(answer(status, 0))).toBeUndefined();
    },
  );

  it('returns the pause requested by the upstream', () => {
    expect(retryPause(answer(503, 300))).toBe(300);
  });

  it.each([
    ['CLIENT_NETWORK', 0],
    ['CLIENT_TIMEOUT', undefined],
    ['CLIENT_ABORTED', undefined],
  ] as const)('for the error %s returns %s', (code, expected) => {
    expect(retryPause(new UpstreamError(code, 'no answer'))).toBe(expected);
  });
});

describe('sendWithRetry', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Calls `sendWithRetry` with these outcomes and advances the clock by the pause before the retry. */
  const send = async (
    outcomes: readonly (HttpResponse | Error)[],
    options: Partial<RetryOptions> = {},
    pauseMs = RETRY_DELAY_MS,
  ) => {
    const transport = vi.fn(async () => {
      const outcome = outcomes[transport.mock.calls.length - 1] ?? answer(200);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    const [sent] = await Promise.allSettled([
      sendWithRetry(transport, REQUEST, { idempotent: true, timeoutMs: 10_000, ...options }),
      vi.advanceTimersByTimeAsync(pauseMs),
    ]);
    return { outcome: sent.status === 'fulfilled' ? sent.value : sent.reason, transport };
  };

  it('sends a second request after a transient status', async () => {
    const { outcome, transport } = await send([answer(503), answer(200)]);
    expect(outcome).toMatchObject({ status: 200 });
    expect(transport).toHaveBeenCalledTimes(2);
  });

  it('sends no third request, and returns the second result even if it is a failure', async () => {
    const { outcome, transport } = await send([new Error('reset'), answer(502), answer(200)]);
    expect(outcome).toMatchObject({ status: 502 });
    expect(transport).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['repeats the request', '2 s, within a time limit of 10 s', 2000, 10_000, 200],
    ['does not repeat the request', '5 s, with a time limit of 5 s', 5000, 5000, 503],
  ])('%s if the upstream requests a pause of %s', async (_what, _pause, requestedPauseMs, timeoutMs, status) => {
    const { outcome } = await send([answer(503, requestedPauseMs), answer(200)], { timeoutMs }, requestedPauseMs);
    expect(outcome).toMatchObject({ status });
  });

  it.each([
    ['a call that must not be repeated', [answer(503)], { idempotent: false }],
    ['a call that the upstream rejects', [answer(404)], {}],
    ['a call that the upstream postpones for too long', [answer(503, 60_000)], {}],
  ])('sends %s only once', async (_what, outcomes, options) => {
    const { outcome, transport } = await send(outcomes, options);
    expect(outcome).toBe(outcomes[0]);
    expect(transport).toHaveBeenCalledTimes(1);
  });

  it('does not retry if the default pause exceeds the remaining time', async () => {
    const { outcome, transport } = await send([new Error('reset')], { timeoutMs: 1 });
    expect(outcome).toMatchObject({ code: 'CLIENT_NETWORK', message: 'book.show: reset' });
    expect(transport).toHaveBeenCalledTimes(1);
  });

  it('sends nothing if the signal is already aborted', async () => {
    const { outcome, transport } = await send([], { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ code: 'CLIENT_ABORTED' });
    expect(transport).not.toHaveBeenCalled();
  });
});
