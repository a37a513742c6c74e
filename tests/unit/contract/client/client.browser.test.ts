import { describe, expect, it } from 'vitest';
import { createBrowserClient } from '#src/contract/client/client.browser.ts';
import { bannerIndex, searchMulti } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';

const locale = LOCALES.en;
const BODY = JSON.stringify({ success: 1, data: { items: [] }, errors: [] });

function start(answer: () => Response | Promise<Response>) {
  const requests: [url: unknown, init: RequestInit | undefined][] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    requests.push([url, init]);
    return answer();
  };
  return { requests, call: createBrowserClient({ prefix: '/ash_api', fetch }) };
}

describe('a call from a page in the browser', () => {
  it('is sent to the origin of the page, and does not follow redirects', async () => {
    const { requests, call } = start(() => new Response(BODY));
    expect(await call(bannerIndex, {}, { locale })).toMatchObject({ success: 1, data: { items: [] }, status: 200 });
    const [[url, init] = []] = requests;
    expect(url).toBe('/ash_api/v1/banner.index?section=7&lang=en-us');
    expect(init).toMatchObject({ method: 'GET', redirect: 'manual', keepalive: false });
    expect(init).not.toHaveProperty('body');
  });

  it('is sent as a POST with keepalive, so that it can complete after the page is closed', async () => {
    const { requests, call } = start(() => new Response(BODY));
    await call(searchMulti, { keyword: 'x' }, { locale, keepalive: true });
    expect(requests[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true });
    expect(JSON.parse(String(requests[0]?.[1]?.body))).toMatchObject({ keyword: 'x' });
  });

  it('detects a redirect although the browser hides its status', async () => {
    const hidden = new Response(null);
    Object.defineProperties(hidden, { type: { value: 'opaqueredirect' }, status: { value: 0 } });
    const { call } = start(() => hidden);
    expect(await call(bannerIndex, {}, { locale })).toMatchObject({ status: 302, errors: [{ code: 'CLIENT_STATUS' }] });
  });

  it('is not retried if Retry-After exceeds the time limit, and the result contains its time', async () => {
    const { requests, call } = start(() => new Response('{}', { status: 429, headers: { 'retry-after': '7' } }));
    expect(await call(bannerIndex, {}, { locale })).toMatchObject({ status: 429, retryAfterMs: 7000 });
    expect(requests).toHaveLength(1);
  });

  it('succeeds without the list items that violate the contract', async () => {
    const { call } = start(() => new Response(BODY.replace('[]', '[{"id":"7"}]')));
    expect(await call(bannerIndex, {}, { locale })).toMatchObject({ success: 1, data: { items: [] } });
  });

  it('is not sent, logged or shown as a failure if it is already aborted', async () => {
    const controller = new AbortController();
    controller.abort();
    const { requests, call } = start(() => new Response(BODY));
    const result = await call(bannerIndex, {}, { locale, signal: controller.signal });
    expect([result.errors[0]?.code, requests.length]).toEqual(['CLIENT_ABORTED', 0]);
  });
});
