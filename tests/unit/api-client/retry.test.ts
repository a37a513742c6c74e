import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UpstreamError } from '#src/api-client/error.ts';
import { RETRY_DELAY_MS } from '#src/api-client/limits.ts';
import { isTransient, type RetryOptions, sendWithRetry } from '#src/api-client/retry.ts';
import type { HttpRequest, HttpResponse } from '#src/api-client/types.ts';

const REQUEST: HttpRequest = { name: 'book.show', method: 'GET', target: '/', headers: {}, body: undefined };
const answer = (status: number, retryAfterMs?: number): HttpResponse => ({
  status,
  etag: undefined,
  contentType: undefined,
  retryAfterMs,
  body: '',
});

describe('isTransient', () => {
  it.each([429, 500, 502, 503, 504])('holds for the status %i', (status) => {
    expect(isTransient(answer(status), 300)).toBe(true);
  });

  it.each([200, 304, 400, 401, 404, 501, 505])('does not hold for the status %i', (status) => {
    expect(isTransient(answer(status), 300)).toBe(false);
  });

  it.each([
    [0, true],
    [300, true],
    [301, false],
  ])('where the upstream asks for a pause of %i ms and 300 are made: %s', (asked, expected) => {
    expect(isTransient(answer(503, asked), 300)).toBe(expected);
  });

  it.each([
    ['CLIENT_NETWORK', true],
    ['CLIENT_TIMEOUT', false],
    ['CLIENT_ABORTED', false],
  ] as const)('for the error %s: %s', (code, expected) => {
    expect(isTransient(new UpstreamError(code, 'no answer'), 300)).toBe(expected);
  });
});

describe('sendWithRetry', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Sends, and lets the pause before a retry pass. */
  const send = async (outcomes: readonly (HttpResponse | Error)[], options: Partial<RetryOptions> = {}) => {
    const transport = vi.fn(async () => {
      const outcome = outcomes[transport.mock.calls.length - 1] ?? answer(200);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    const [sent] = await Promise.allSettled([
      sendWithRetry(transport, REQUEST, { idempotent: true, timeoutMs: 10_000, ...options }),
      vi.advanceTimersByTimeAsync(RETRY_DELAY_MS),
    ]);
    return { outcome: sent.status === 'fulfilled' ? sent.value : sent.reason, transport };
  };

  it('sends once more after a transient status', async () => {
    const { outcome, transport } = await send([answer(503), answer(200)]);
    expect(outcome).toMatchObject({ status: 200 });
    expect(transport).toHaveBeenCalledTimes(2);
  });

  it('gives the second outcome, whatever it is, and sends no third time', async () => {
    const { outcome, transport } = await send([new Error('reset'), answer(502), answer(200)]);
    expect(outcome).toMatchObject({ status: 502 });
    expect(transport).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['what may not be repeated', [answer(503)], { idempotent: false }],
    ['what the upstream refuses', [answer(404)], {}],
    ['what the upstream wants later', [answer(503, 60_000)], {}],
  ])('sends %s once', async (_what, outcomes, options) => {
    const { outcome, transport } = await send(outcomes, options);
    expect(outcome).toBe(outcomes[0]);
    expect(transport).toHaveBeenCalledTimes(1);
  });

  it('tells the first outcome where no time is left for the pause', async () => {
    const { outcome, transport } = await send([new Error('reset')], { timeoutMs: 1 });
    expect(outcome).toMatchObject({ code: 'CLIENT_NETWORK', message: 'book.show: reset' });
    expect(transport).toHaveBeenCalledTimes(1);
  });

  it('sends nothing for a client that has given up', async () => {
    const { outcome, transport } = await send([], { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ code: 'CLIENT_ABORTED' });
    expect(transport).not.toHaveBeenCalled();
  });
});
