import { afterEach, describe, expect, it, vi } from 'vitest';
import { createServerClient, type EtagStore, type ServerClientOptions } from '#src/contract/client/client.server.ts';
import { authLogin, bannerIndex, bookShow, CALLS, chapterShow, searchMulti } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { withRequestId } from '#src/lib/request-id.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import {
  type Answerer,
  refuse,
  type ScriptedServer,
  send,
  startScriptedServer,
  succeed,
} from '../../../helpers/scripted-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const locale = LOCALES.en;
const empty = { items: [] };

async function start(answer: Answerer, options: Partial<ServerClientOptions> = {}) {
  const server: ScriptedServer = await startScriptedServer(answer);
  const { log, lines } = recordingLog();
  const client = createServerClient({ origin: server.origin, prefix: '/tibok_api', log, ...options });
  closers.push(server.close, client.close);
  return { server, client, lines, seen: server.seen };
}

const found = { books: page(), authors: page(), tags: page(), keywords: page() };
function page() {
  return { items: [], page: 1, page_size: 20, total: 0 };
}

describe("a request of the server's API client", () => {
  it('contains prefix, path, query and every header', async () => {
    const { client, seen } = await start((response) => succeed(response, empty));
    const result = await client.call(bannerIndex, {}, { locale });
    expect(result).toEqual({ success: 1, data: empty, errors: [], status: 200 });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'GET',
      path: '/tibok_api/v1/banner.index',
      query: { section: '7', lang: 'en-us' },
      body: '',
    });
    const { host: _host, connection: _connection, ...headers } = seen[0]?.headers ?? {};
    expect(headers).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: 'Bearer',
      'device-uuid': '',
      'x-app-version': '1.0.0',
      'user-agent': 'pc',
      ua: 'wap',
    });
  });

  it("contains the id of the visitor's request", async () => {
    const { client, seen } = await start((response) => succeed(response, empty));
    await withRequestId('request-0001', () => client.call(bannerIndex, {}, { locale }));
    expect(seen[0]?.headers['x-request-id']).toBe('request-0001');
  });

  it.each([
    ['en', {}, { keyword: 'x', section: 7, lang: 'en-us' }],
    ['es', {}, { keyword: 'x', section: 9, lang: 'es-ES' }],
    ['vn', { section: '15', lang: 'vi-VN' }, { keyword: 'x' }],
    ['id', { section: '11', lang: 'id-ID' }, { keyword: 'x' }],
  ] as const)(
    'contains section and lang of a POST in the query or the body, as the contract requires for %s',
    async (code, query, body) => {
      const { client, seen } = await start((response) => succeed(response, found));
      await client.call(searchMulti, { keyword: 'x' }, { locale: LOCALES[code], token: 'secret', deviceUuid: 'd1' });
      expect(seen[0]).toMatchObject({
        method: 'POST',
        query,
        headers: { authorization: 'Bearer secret', 'device-uuid': 'd1' },
      });
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual(body);
    },
  );

  it('reuses the connection of an earlier call', async () => {
    const { client, seen } = await start((response) => succeed(response, empty));
    for (let index = 0; index < 12; index += 1) await client.call(bannerIndex, {}, { locale });
    // A call may start just before the previous call's connection is free again.
    expect(new Set(seen.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
  });

  it('opens at most `connections` connections', async () => {
    const slow: Answerer = (response) => void setTimeout(() => succeed(response, empty), 20);
    const { client, seen } = await start(slow, { connections: 2 });
    await Promise.all(Array.from({ length: 8 }, () => client.call(bannerIndex, {}, { locale })));
    expect(new Set(seen.map(({ port }) => port)).size).toBe(2);
  });
});

describe("a retry of the server's API client", () => {
  const failOnce =
    (status: number): Answerer =>
    (response, _request, count) =>
      count === 1 ? send(response, status, 'wait') : succeed(response, empty);

  it('is sent 1000 ms after a 503 and logs nothing if it succeeds', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { client, seen, lines } = await start(failOnce(503));
    expect(await client.call(bannerIndex, {}, { locale })).toMatchObject({ success: 1 });
    expect(seen).toHaveLength(2);
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBeGreaterThan(990);
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1000);
    expect(lines).toEqual([]);
  });

  it('is sent after every transient status', async () => {
    const calls = [429, 500, 502, 504].map(async (status) => {
      const { client, seen } = await start(failOnce(status));
      expect(await client.call(bannerIndex, {}, { locale })).toMatchObject({ success: 1 });
      expect(seen).toHaveLength(2);
    });
    await Promise.all(calls);
  });

  it('is sent after a broken connection', async () => {
    const { client, seen } = await start((response, _request, count) =>
      count === 1 ? response.destroy() : succeed(response, empty),
    );
    expect(await client.call(bannerIndex, {}, { locale })).toMatchObject({ success: 1 });
    expect(seen).toHaveLength(2);
  });

  it('is sent at most three times per call, and only the last failure is logged', async () => {
    const { client, seen, lines } = await start((response) => refuse(response, 503, 'UNAVAILABLE', 'Back soon'));
    const result = await client.call(bannerIndex, {}, { locale });
    expect(result).toEqual({
      success: 0,
      data: empty,
      status: 503,
      errors: [{ code: 'UNAVAILABLE', message: 'Test error UNAVAILABLE.' }],
      desc: 'Back soon',
    });
    expect(seen).toHaveLength(4);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/"level":"warn".*"status":503.*banner\.index: Test error UNAVAILABLE\."/);
  });

  it('is sent for an idempotent POST, but for no other POST', async () => {
    const { client, seen } = await start((response) => send(response, 503, 'wait'));
    await client.call(searchMulti, { keyword: 'x' }, { locale });
    expect(seen).toHaveLength(4);
    await client.call(authLogin, { email: 'a@example.com', password: 'p' }, { locale });
    expect(seen).toHaveLength(5);
  });

  it.each([400, 401, 404, 409, 410])('is not sent after the status %i', async (status) => {
    const { client, seen } = await start((response) => refuse(response, status, 'NOT_FOUND'));
    expect(await client.call(bookShow, { book_id: 1 }, { locale })).toMatchObject({ success: 0, status });
    expect(seen).toHaveLength(1);
  });
});

describe('a Retry-After header from the upstream', () => {
  const busy = (retryAfter: string) =>
    start((response) => send(response, 429, { success: 0, data: null, errors: [] }, { 'retry-after': retryAfter }));

  it('prevents retries if it exceeds the time limit of the call, and is returned in the result', async () => {
    const { client, seen } = await busy('7');
    expect(await client.call(bannerIndex, {}, { locale })).toMatchObject({ status: 429, retryAfterMs: 7000 });
    expect(seen).toHaveLength(1);
  });

  it('may contain a date', async () => {
    const { client } = await busy(new Date(Date.now() + 60_000).toUTCString());
    const { retryAfterMs = 0 } = await client.call(bannerIndex, {}, { locale });
    expect(retryAfterMs).toBeGreaterThan(30_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  it('is ignored if it is invalid', async () => {
    const { client, seen } = await busy('soon');
    expect(await client.call(bannerIndex, {}, { locale })).not.toHaveProperty('retryAfterMs');
    expect(seen).toHaveLength(4);
  });
});

describe('an upstream call without a usable response', () => {
  it('ends at the time limit, and the error contains the limit in milliseconds', async () => {
    const { client, lines, seen } = await start(() => {});
    const before = performance.now();
    const result = await client.call(bannerIndex, {}, { locale });
    expect(performance.now() - before).toBeGreaterThan(4950);
    expect(result).toMatchObject({ success: 0, data: empty, status: 0 });
    expect(result.errors).toEqual([{ code: 'CLIENT_TIMEOUT', message: 'banner.index: no response within 5000 ms' }]);
    expect(lines).toHaveLength(1);
    expect(seen).toHaveLength(1);
  });

  it('ends at the time limit even while the body is being read', async () => {
    const { client } = await start((response) => void response.writeHead(200).write('{"success":1,'), {
      timeoutMs: 150,
    });
    const { errors } = await client.call(bannerIndex, {}, { locale });
    expect(errors).toEqual([{ code: 'CLIENT_TIMEOUT', message: 'banner.index: no response within 150 ms' }]);
  });

  it('returns a network error with ECONNREFUSED if the connection is refused', async () => {
    const { server, client } = await start(() => {});
    await server.close();
    const { errors } = await client.call(bannerIndex, {}, { locale });
    expect(errors[0]).toMatchObject({ code: 'CLIENT_NETWORK' });
    expect(errors[0]?.message).toMatch(/^banner\.index: .*ECONNREFUSED/);
  });

  it.each([
    ['a body that is not JSON', '<!doctype html>', 'CLIENT_GARBLED', 'not JSON'],
    ['a wrong field', '{"success":1,"errors":[],"data":{"items":[{"id":"7"}]}}', 'CLIENT_CONTRACT', 'data.items.0.id'],
  ])('returns an error that describes %s', async (_name, body, code, words) => {
    const { client, lines } = await start((response) => send(response, 200, body));
    const { errors, data } = await client.call(bannerIndex, {}, { locale });
    expect(errors[0]?.code).toBe(code);
    expect(errors[0]?.message).toContain(words);
    expect(data).toEqual(empty);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`banner.index: `);
  });

  it('does not follow redirects', async () => {
    const { client, seen } = await start((response) => send(response, 302, '', { location: '/elsewhere' }));
    expect((await client.call(bannerIndex, {}, { locale })).errors[0]).toMatchObject({ code: 'CLIENT_STATUS' });
    expect(seen).toHaveLength(1);
  });

  it('stops reading a response that exceeds the size limit', async () => {
    const { client } = await start((response) => succeed(response, { items: [], pad: 'x'.repeat(5000) }), {
      maxResponseBytes: 1000,
    });
    expect((await client.call(bannerIndex, {}, { locale })).errors[0]).toEqual({
      code: 'CLIENT_TOO_LARGE',
      message: 'banner.index: the response is longer than 1000 bytes',
    });
  });

  it('ends immediately when the caller aborts it, and logs nothing', async () => {
    const { client, lines } = await start(() => {});
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const { errors } = await client.call(bannerIndex, {}, { locale, signal: controller.signal });
    expect(errors[0]?.code).toBe('CLIENT_ABORTED');
    expect(lines).toEqual([]);
  });

  it('is logged at level info if its status is 404', async () => {
    const { client, lines } = await start((response) => refuse(response, 404, 'NOT_FOUND'));
    await client.call(bookShow, { book_id: 1 }, { locale });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/"level":"info".*"msg":"book\.show/);
  });
});

describe("calls that the server's API client finds missing upstream", () => {
  it.each([
    [
      'a 404 with the code CALL_ABSENT',
      404,
      { success: 0, data: null, errors: [{ code: 'CALL_ABSENT', message: 'no' }] },
    ],
    ['a 404 without an error code', 404, 'Not here'],
    ['a 501 without an error code', 501, 'Cannot'],
    ['a 405 without an error code', 405, 'No'],
  ])('are remembered after %s', async (_name, status, body) => {
    const { client, seen, lines } = await start((response) => send(response, status, body));
    expect(client.lacks(chapterShow)).toBe(false);
    for (let index = 0; index < 2; index += 1) {
      const result = await client.call(chapterShow, { book_id: 1, chapter_id: 1 }, { locale });
      expect(result).toMatchObject({
        success: 0,
        status: 404,
        data: { chapter: null },
        errors: [{ code: 'CALL_ABSENT' }],
      });
    }
    expect(client.lacks(chapterShow)).toBe(true);
    expect(seen).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('upstream lacks chapter.show: ');
  });

  it('do not include a call that returns NOT_FOUND, or a required call that fails', async () => {
    const { client } = await start((response, { path }) => {
      if (path.endsWith('chapter.show')) refuse(response, 404, 'NOT_FOUND');
      else send(response, 404, 'nothing');
    });
    await client.call(chapterShow, { book_id: 1, chapter_id: 1 }, { locale });
    await client.call(bookShow, { book_id: 1 }, { locale });
    expect([client.lacks(chapterShow), client.lacks(bookShow)]).toEqual([false, false]);
  });

  it('are found by a probe with one request per optional call', async () => {
    const { client, seen, lines } = await start((response, { path }) =>
      path.endsWith('chapter.show') ? refuse(response, 400, 'BAD_REQUEST') : send(response, 404, 'nothing'),
    );
    const lacking = await client.probe();
    const optional = CALLS.filter((call) => !call.required);
    expect(seen).toHaveLength(optional.length);
    expect(lacking.map(({ name }) => name)).toEqual(
      optional.map(({ name }) => name).filter((name) => name !== 'chapter.show'),
    );
    expect([client.lacks(chapterShow), client.lacks(authLogin)]).toEqual([false, true]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', calls: lacking.map(({ name }) => name) },
    ]);
  });
});

describe("ETags stored by the server's API client", () => {
  const answer: Answerer = (response, { headers }) => {
    if (headers['if-none-match'] === '"v1"') response.writeHead(304, { etag: '"v1"' }).end();
    else succeed(response, empty, { etag: '"v1"' });
  };

  function store(keepBody: boolean): EtagStore & { kept: Map<string, { etag: string; body?: string }> } {
    const stored = new Map<string, { etag: string; body?: string }>();
    return {
      kept: stored,
      get: (key) => stored.get(key),
      set: (key, etag, body) => void stored.set(key, keepBody ? { etag, body } : { etag }),
    };
  }

  it.each([true, false])(
    'are sent with the next request, whose result has notModified set after a 304 (body stored: %s)',
    async (keepBody) => {
      const etags = store(keepBody);
      const { client, seen } = await start(answer, { etags });
      const first = await client.call(bannerIndex, {}, { locale });
      expect(first).not.toHaveProperty('notModified');
      const second = await client.call(bannerIndex, {}, { locale });
      expect(second).toMatchObject({ success: 1, data: empty, notModified: true });
      expect(seen[1]?.headers['if-none-match']).toBe('"v1"');
      expect([...etags.kept.keys()]).toEqual(['/tibok_api/v1/banner.index?section=7&lang=en-us']);
    },
  );

  it('are not stored for a response that violates the contract', async () => {
    const etags = store(true);
    const { client } = await start((response) => succeed(response, { items: 5 }, { etag: '"bad"' }), { etags });
    await client.call(bannerIndex, {}, { locale });
    expect(etags.kept.size).toBe(0);
  });

  it('are not used for calls with a token', async () => {
    const etags = store(true);
    const { client } = await start(answer, { etags });
    await client.call(bannerIndex, {}, { locale, token: 'secret' });
    expect(etags.kept.size).toBe(0);
  });

  it('are not used for a POST, and a 304 without a stored ETag is an error', async () => {
    const { client } = await start((response) => response.writeHead(304).end(), { etags: store(true) });
    expect(await client.call(searchMulti, { keyword: 'x' }, { locale })).toMatchObject({
      success: 0,
      errors: [{ code: 'CLIENT_STATUS' }],
    });
  });
});
