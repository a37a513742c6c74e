import { channel } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { measureCallsOfThread } from '#src/serve/render/thread-calls.ts';

/** Publishes the diagnostics messages that undici sends for a request. */
const publish = (name: string, message: object) => channel(`undici:request:${name}`).publish(message);

function start() {
  const calls = measureCallsOfThread();
  calls.know({ id: 'ash', apiPrefix: '/ash_api' });
  calls.know({ id: 'oak', apiPrefix: '/oak_api' });
  const call = (path: string | undefined, status?: number, end = 'trailers') => {
    const request = { path };
    publish('create', { request });
    if (status !== undefined) publish('headers', { request, response: { statusCode: status } });
    publish(end, { request });
    return request;
  };
  const takeSummary = () => calls.take().map(({ brand, outcome }) => `${brand} ${outcome}`);
  return { calls, call, takeSummary };
}

describe('API calls that pages make in a render thread', () => {
  it('are counted once each, for the brand to which their API prefix belongs', () => {
    const { call, takeSummary } = start();
    call('/ash_api/v1/book.show', 200);
    call('/oak_api', 404);
    call('/ash_api_2/v1/book.show', 200);
    call(undefined, 200);
    expect(takeSummary()).toEqual(['ash 2xx', 'oak 4xx', 'none 2xx', 'none 2xx']);
    expect(takeSummary()).toEqual([]);
  });

  it('count as failed if the connection breaks, even if the status has already arrived', () => {
    const { call, takeSummary } = start();
    call('/ash_api/v1/x', undefined, 'error');
    call('/ash_api/v1/x', 200, 'error');
    call('/ash_api/v1/x');
    expect(takeSummary()).toEqual(['ash failed', 'ash failed', 'ash failed']);
  });

  it('are reported once each, after they have ended', () => {
    const { calls, call, takeSummary } = start();
    const request = { path: '/ash_api/v1/x' };
    publish('create', { request });
    publish('headers', { request, response: { statusCode: 503 } });
    expect(takeSummary()).toEqual([]);
    publish('trailers', { request });
    publish('error', { request });
    expect(takeSummary()).toEqual(['ash 5xx']);
    call('/ash_api/v1/x', 200);
    const [{ caller, seconds } = { caller: '', seconds: -1 }] = calls.take();
    expect(caller).toBe('page');
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan(60);
  });

  it('are not counted if they started before the thread listened for calls', () => {
    const { takeSummary } = start();
    publish('trailers', { request: { path: '/ash_api/v1/x' } });
    publish('headers', { request: { path: '/ash_api/v1/x' }, response: { statusCode: 200 } });
    expect(takeSummary()).toEqual([]);
  });
});
