import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UpstreamError } from '#src/api-client/error.ts';
import { createFailFast } from '#src/api-client/fail-fast.server.ts';
import type { RetryOptions } from '#src/api-client/retry.ts';
import type { HttpRequest, HttpResponse } from '#src/api-client/types.ts';
import { recordingLog } from '../../helpers/recording-log.ts';

const REQUEST: HttpRequest = { name: 'book.show', method: 'GET', target: '/', headers: {}, body: undefined };
type Given = HttpResponse | UpstreamError;
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

/** Sends to an upstream that gives what it is told, again and again. */
function start(...given: Given[]) {
  const { log, lines } = recordingLog();
  const upstream = { given, asked: 0 };
  const send = createFailFast(
    async () => {
      upstream.asked += 1;
      const next = upstream.given.length > 1 ? upstream.given.shift() : upstream.given[0];
      if (!next || next instanceof UpstreamError) throw next ?? new Error('nothing is given');
      return next;
    },
    log,
    '/ash_api',
  );
  const call = async (options: Partial<RetryOptions> = {}) => {
    const sent = send(REQUEST, { idempotent: true, timeoutMs: 60_000, ...options }).then(
      ({ status }) => status,
      (thrown: UpstreamError) => thrown.code,
    );
    await vi.advanceTimersByTimeAsync(100);
    return sent;
  };
  const calls = async (count: number, options?: Partial<RetryOptions>) => {
    const outcomes: unknown[] = [];
    for (let time = 0; time < count; time += 1) outcomes.push(await call(options));
    return outcomes;
  };
  return { upstream, call, calls, lines };
}

/** Of an upstream that is down no call is repeated. */
const ONCE = { idempotent: false };

describe('a call for a page that a visitor waits for', () => {
  it('is repeated a tenth of a second later', async () => {
    const { upstream, call } = start(answer(500), answer(200));
    expect(await call()).toBe(200);
    expect(upstream.asked).toBe(2);
  });

  it('is repeated once, and ends as the second time did', async () => {
    const { upstream, call } = start(answer(500), answer(504), answer(200));
    expect(await call()).toBe(504);
    expect(upstream.asked).toBe(2);
  });

  it('is repeated no more before ten calls later', async () => {
    const { upstream, calls } = start(answer(500));
    await calls(1);
    expect(upstream.asked).toBe(2);
    await calls(9);
    expect(upstream.asked).toBe(11);
    await calls(1);
    expect(upstream.asked).toBe(13);
  });

  it('keeps its first answer where another took the retry during its pause', async () => {
    const { upstream, call } = start(answer(500));
    expect(await Promise.all([call(), call()])).toEqual([500, 500]);
    expect(upstream.asked).toBe(3);
  });

  it.each([
    ['not idempotent', answer(503, 0), ONCE, 503],
    ['answered with what will not change', answer(404), {}, 404],
    ['to wait longer than it may', answer(503, 101), {}, 503],
    ['out of time', error('CLIENT_TIMEOUT'), {}, 'CLIENT_TIMEOUT'],
  ])('is not repeated where it is %s', async (_what, given, options, outcome) => {
    const { upstream, call } = start(given);
    expect(await call(options)).toBe(outcome);
    expect(upstream.asked).toBe(1);
  });

  it('leaves no timer behind', async () => {
    const { call } = start(answer(200));
    await call();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an upstream that is down', () => {
  it.each([
    ['502', answer(502)],
    ['504', answer(504)],
    ['503', answer(503)],
    ['no connection', error('CLIENT_NETWORK')],
    ['no answer in time', error('CLIENT_TIMEOUT')],
  ])('is asked no more after five failures, which is told once: %s', async (_what, given) => {
    const { upstream, calls, call, lines } = start(given);
    await calls(5, ONCE);
    expect(await call(ONCE)).toBe('CLIENT_UNAVAILABLE');
    expect(upstream.asked).toBe(5);
    expect(lines).toEqual([expect.stringMatching(/"level":"error".*\/ash_api.*the upstream fails/)]);
  });

  it.each([
    ['500, which may be about one call', answer(500)],
    ['503 with a time to come again', answer(503, 7000)],
    ['an answer that is too long', error('CLIENT_TOO_LARGE')],
    ['a visitor who left', error('CLIENT_ABORTED')],
  ])('is another thing: %s', async (_what, given) => {
    const { upstream, calls, lines } = start(given);
    await calls(6, ONCE);
    expect([upstream.asked, lines]).toEqual([6, []]);
  });

  it('is tried five seconds later, and asked again once it answers', async () => {
    const { upstream, calls, call, lines } = start(answer(502));
    await calls(5, ONCE);
    upstream.given = [answer(200)];
    await vi.advanceTimersByTimeAsync(4000);
    expect(await call(ONCE)).toBe('CLIENT_UNAVAILABLE');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await calls(2, ONCE)).toEqual([200, 200]);
    expect(upstream.asked).toBe(7);
    expect(lines[1]).toMatch(/"level":"info".*the upstream answers pages again/);
  });

  it('stays so where the one who tried it left', async () => {
    const { upstream, calls, call } = start(answer(502));
    await calls(5, ONCE);
    upstream.given = [error('CLIENT_ABORTED')];
    await vi.advanceTimersByTimeAsync(5000);
    expect(await call(ONCE)).toBe('CLIENT_ABORTED');
    expect(await call(ONCE)).toBe('CLIENT_UNAVAILABLE');
    expect(upstream.asked).toBe(6);
  });

  it('gives its first answer where it is found down while a call waits to be repeated', async () => {
    const { upstream, call } = start(answer(502));
    const [first] = await Promise.all([call(), ...Array.from({ length: 4 }, () => call(ONCE))]);
    expect([first, upstream.asked]).toEqual([502, 5]);
  });
});
