import { channel } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { measureCallsOfThread } from '#src/serve/render/thread-calls.ts';

/** Publishes undici's diagnostics messages for a request. */
const say = (name: string, message: object) => channel(`undici:request:${name}`).publish(message);

function start() {
  const calls = measureCallsOfThread();
  calls.know({ id: 'ash', apiPrefix: '/ash_api' });
  calls.know({ id: 'oak', apiPrefix: '/oak_api' });
  const call = (path: string | undefined, status?: number, end = 'trailers') => {
    const request = { path };
    say('create', { request });
    if (status !== undefined) say('headers', { request, response: { statusCode: status } });
    say(end, { request });
    return request;
  };
  const taken = () => calls.take().map(({ brand, outcome }) => `${brand} ${outcome}`);
  return { calls, call, taken };
}

describe('API calls made by pages in a thread', () => {
  it('are counted once each, for the brand with their prefix', () => {
    const { call, taken } = start();
    call('/ash_api/v1/book.show', 200);
    call('/oak_api', 404);
    call('/ash_api_2/v1/book.show', 200);
    call(undefined, 200);
    expect(taken()).toEqual(['ash 2xx', 'oak 4xx', 'none 2xx', 'none 2xx']);
    expect(taken()).toEqual([]);
  });

  it('count as failed if the connection ended, even after the status had arrived', () => {
    const { call, taken } = start();
    call('/ash_api/v1/x', undefined, 'error');
    call('/ash_api/v1/x', 200, 'error');
    call('/ash_api/v1/x');
    expect(taken()).toEqual(['ash failed', 'ash failed', 'ash failed']);
  });

  it('are reported once, when they have ended', () => {
    const { calls, call, taken } = start();
    const request = { path: '/ash_api/v1/x' };
    say('create', { request });
    say('headers', { request, response: { statusCode: 503 } });
    expect(taken()).toEqual([]);
    say('trailers', { request });
    say('error', { request });
    expect(taken()).toEqual(['ash 5xx']);
    call('/ash_api/v1/x', 200);
    const [{ caller, seconds } = { caller: '', seconds: -1 }] = calls.take();
    expect(caller).toBe('page');
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan(60);
  });

  it('are not counted if they started before listening', () => {
    const { taken } = start();
    say('trailers', { request: { path: '/ash_api/v1/x' } });
    say('headers', { request: { path: '/ash_api/v1/x' }, response: { statusCode: 200 } });
    expect(taken()).toEqual([]);
  });
});
