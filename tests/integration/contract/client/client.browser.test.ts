import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBrowserClient } from '#src/contract/client/client.browser.ts';
import { authLogin, bannerIndex, bookShow, searchMulti } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { type Answerer, refuse, send, startScriptedServer, succeed } from '../../../helpers/scripted-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const locale = LOCALES.en;
const empty = { items: [] };

async function start(answer: Answerer, timeoutMs?: number) {
  const server = await startScriptedServer(answer);
  closers.push(server.close);
  const options = { prefix: '/joyfic_api', origin: server.origin };
  return {
    call: createBrowserClient(timeoutMs === undefined ? options : { ...options, timeoutMs }),
    seen: server.seen,
  };
}

describe('the API client for browsers', () => {
  it("sends the same request as the server's API client", async () => {
    const { call, seen } = await start((response) => succeed(response, empty));
    expect(await call(bannerIndex, {}, { locale, token: 't', deviceUuid: 'd' })).toMatchObject({
      success: 1,
      data: empty,
    });
    expect(seen[0]).toMatchObject({
      path: '/joyfic_api/v1/banner.index',
      query: { section: '7', lang: 'en-us' },
      headers: {
        authorization: 'Bearer t',
        'device-uuid': 'd',
        'x-app-version': '1.0.0',
        ua: 'wap',
        accept: 'application/json',
      },
    });
  });

  it('puts section and lang of a POST into the body, or into the query for Vietnamese', async () => {
    const { call, seen } = await start((response) => refuse(response, 400, 'BAD_REQUEST'));
    await call(searchMulti, { keyword: 'x' }, { locale });
    await call(searchMulti, { keyword: 'x' }, { locale: LOCALES.vn });
    expect(seen.map(({ query, body }) => [query, JSON.parse(body)])).toEqual([
      [{}, { keyword: 'x', section: 7, lang: 'en-us' }],
      [{ section: '15', lang: 'vi-VN' }, { keyword: 'x' }],
    ]);
  });

  it('retries once after 1000 ms', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { call, seen } = await start((response, _request, count) =>
      count === 1 ? send(response, 503, 'wait') : succeed(response, empty),
    );
    expect(await call(bannerIndex, {}, { locale })).toMatchObject({ success: 1 });
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThan(990);
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1000);
  });

  it('does not repeat a sign-in', async () => {
    const { call, seen } = await start((response) => send(response, 503, 'wait'));
    await call(authLogin, { email: 'a@example.com', password: 'p' }, { locale });
    expect(seen).toHaveLength(1);
  });

  it('gives up after 5000 ms with CLIENT_TIMEOUT', async () => {
    const { call } = await start(() => {});
    const before = performance.now();
    const { errors } = await call(bannerIndex, {}, { locale });
    expect(errors).toEqual([{ code: 'CLIENT_TIMEOUT', message: 'banner.index: no response within 5000 ms' }]);
    expect(performance.now() - before).toBeGreaterThan(4950);
  });

  it('does not retry if no time is left, and returns the failure', async () => {
    const { call } = await start((response) => refuse(response, 503, 'UNAVAILABLE'), 300);
    expect((await call(bannerIndex, {}, { locale })).errors[0]?.code).toBe('UNAVAILABLE');
  });

  it.each([
    ['a body that is not JSON', (response) => send(response, 200, 'oops'), 'CLIENT_GARBLED', 200],
    ['a wrong field', (response) => succeed(response, { book: { id: '1' } }), 'CLIENT_CONTRACT', 200],
    ['an error', (response) => refuse(response, 404, 'NOT_FOUND', 'Lost'), 'NOT_FOUND', 404],
    ['a redirect', (response) => send(response, 302, '', { location: '/x' }), 'CLIENT_STATUS', 302],
  ] as [string, Answerer, string, number][])('returns an error result for %s', async (_name, answer, code, status) => {
    const { call } = await start(answer);
    const result = await call(bookShow, { book_id: 1 }, { locale });
    expect(result).toMatchObject({ success: 0, data: { book: null }, status, errors: [{ code }] });
  });

  it('returns an error result while offline', async () => {
    const call = createBrowserClient({ prefix: '', origin: 'http://127.0.0.1:1' });
    const { errors } = await call(bannerIndex, {}, { locale });
    expect(errors[0]).toMatchObject({ code: 'CLIENT_NETWORK' });
  });

  it.each([
    [
      'sends',
      () => {
        throw new TypeError('Promise.withResolvers is not a function');
      },
    ],
    [
      'reads a response',
      async () => ({
        headers: {
          get: () => {
            throw new TypeError('x.get is not a function');
          },
        },
      }),
    ],
  ])('reports an exception instead of a lost connection if code throws while the client %s', async (_where, fetch) => {
    const call = createBrowserClient({ prefix: '', fetch: fetch as never });
    const { errors, data } = await call(bannerIndex, {}, { locale });
    expect(errors[0]).toMatchObject({ code: 'CLIENT_EXCEPTION' });
    expect(data).toEqual(bannerIndex.empty);
  });
});
