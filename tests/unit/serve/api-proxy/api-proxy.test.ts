import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authLogin, bookShow, searchMulti } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { SESSION_COOKIE } from '#src/lib/cookie.ts';
import { type ApiProxy, createApiProxy } from '#src/serve/api-proxy/api-proxy.ts';
import type { MeasuredCall } from '#src/serve/http/meter.ts';
import { createProxyCheck, parseRequest } from '#src/serve/http/parse-request.ts';
import { ask as askPort, type RequestOptions } from '../../../helpers/http.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { type Answerer, type ScriptedServer, startScriptedServer, succeed } from '../../../helpers/scripted-server.ts';
import { parsedRequest } from '../parsed-request.ts';

const nobody = createProxyCheck([]);
let upstream: ScriptedServer;
let answer: Answerer;
let proxy: ApiProxy;
let calls: MeasuredCall[];
let lines: readonly string[];
let port: number;
let close: () => Promise<void>;
/** Sets the upstream's time limit to 50 ms, or to `timeoutMs`. */
let shortenTimeLimit: (timeoutMs?: number) => Promise<void>;

beforeEach(async () => {
  answer = (response) => succeed(response, {});
  calls = [];
  upstream = await startScriptedServer((response, request, count) => answer(response, request, count));
  const recording = recordingLog();
  lines = recording.lines;
  const newProxy = (timeoutMs: number) =>
    createApiProxy(upstream.origin, recording.log, timeoutMs, { call: (call) => calls.push(call) });
  proxy = newProxy(60_000);
  shortenTimeLimit = async (timeoutMs = 50) => {
    await proxy.close();
    proxy = newProxy(timeoutMs);
  };
  const server = createServer((message, response) => {
    const request = parseRequest(message, nobody);
    const brand = request?.path.slice(1, 4);
    if (request && brand) void proxy.forward(brand, request, message, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  close = () => new Promise((resolve) => server.close(() => resolve()));
});
afterEach(async () => {
  await proxy.close();
  await close();
  await upstream.close();
});

const ask = (path: string, options?: RequestOptions) => askPort(port, 'ash.test', path, options);

const SESSION = `${SESSION_COOKIE}=s3cret`;

describe('a proxied API call', () => {
  it("keeps its method, URL and body, and adds the visitor's IP address", async () => {
    const headers = { 'device-uuid': 'd1', 'user-agent': 'Mozilla/5.0', ua: 'wap' };
    await ask('/ash_api/v1/book.show?book_id=7', { method: 'POST', body: '{"a":1}', headers });
    expect(upstream.seen[0]).toMatchObject({
      method: 'POST',
      path: '/ash_api/v1/book.show',
      query: { book_id: '7' },
      body: '{"a":1}',
      headers: { 'device-uuid': 'd1', 'user-agent': 'pc', ua: 'wap', 'x-forwarded-for': '127.0.0.1' },
    });
    expect(calls).toMatchObject([{ brand: 'ash', caller: 'visitor', outcome: '2xx' }]);
  });

  it('drops connection headers, headers that the server sets itself, and headers named in Connection', async () => {
    const dropped = {
      forwarded: 'for=1.2.3.4',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'oak.test',
      'x-forwarded-proto': 'https',
      range: 'bytes=0-1',
      'if-range': '"e"',
      te: 'trailers',
      'proxy-authorization': 'Basic eA==',
      'x-hop': 'one',
      cookie: 'theme=night',
    };
    await ask('/ash_api/v1/book.show', { headers: { ...dropped, connection: 'close, X-Hop' } });
    const [seen] = upstream.seen;
    const forwardedNames = Object.keys(dropped).filter((name) => name in (seen?.headers ?? dropped));
    expect([forwardedNames, seen?.headers['x-forwarded-for']]).toEqual([['x-forwarded-for'], '127.0.0.1']);
  });

  it.each(['/ash_api/v1/auth.login', '/ash_api/v1/auth.renew', '/ash_api/v1/user.delete'])(
    'passes only the session cookie in both directions: %s',
    async (path) => {
      answer = (response) => succeed(response, {}, { 'set-cookie': [`${SESSION}; Path=/`, 'tracker=1'] } as never);
      const { headers } = await ask(path, { headers: { cookie: `theme=night; ${SESSION}` } });
      expect(upstream.seen[0]?.headers.cookie).toBe(SESSION);
      expect(headers['set-cookie']).toEqual([`${SESSION}; Path=/`]);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it.each(['/ash_api/v1/user.profile', '/ash_api/v1/auth.login/x', '/ash_api/v1/user.deleted'])(
    'does not pass the session cookie in either direction: %s',
    async (path) => {
      answer = (response) => succeed(response, {}, { 'set-cookie': `${SESSION}; Path=/` });
      const { headers } = await ask(path, { headers: { cookie: SESSION } });
      expect(upstream.seen[0]?.headers.cookie).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it('is not cached if it contains a token, and otherwise cached as the upstream requests', async () => {
    answer = (response) => succeed(response, {}, { 'cache-control': 'max-age=60' });
    const by = async (authorization: string) =>
      (await ask('/ash_api/v1/book.show', { headers: { authorization } })).headers['cache-control'];
    expect([await by('Bearer x'), await by('bearer  x'), await by('Bearer '), await by('Basic x')]).toEqual([
      'no-store',
      'no-store',
      'max-age=60',
      'max-age=60',
    ]);
  });

  it('drops response headers that only the brand may set, and sets a policy against scripts', async () => {
    const open = {
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      'strict-transport-security': 'max-age=1',
      'content-security-policy': "script-src 'unsafe-inline'",
      etag: '"e"',
    };
    answer = (response) => succeed(response, {}, open);
    const { headers } = await ask('/ash_api/v1/book.show');
    expect(headers).toMatchObject({ etag: '"e"', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    for (const name of Object.keys(open).slice(0, 3)) expect(headers).not.toHaveProperty(name);
  });
});

describe('API calls with an ambiguous path', () => {
  it.each([
    '/ash_api/../x',
    '/ash_api/v1/.',
    '/ash_api/..',
    '/ash_api/%2e%2e/x',
    '/ash_api/a%2Fb',
    '/ash_api/a%5cb',
    '/ash_api/a\\b',
    '/ash_api/a%00',
    '/ash_api/a%zz',
    '/ash_api/a%2',
  ])('are rejected before they reach the upstream: %s', async (path) => {
    const { status, text } = await ask(path);
    expect([status, JSON.parse(text).errors[0].code, upstream.seen.length]).toEqual([400, 'BAD_REQUEST', 0]);
  });

  it.each(['/ash_api/a..b', '/ash_api/v1/.well', '/ash_api/%C3%A9', '/ash_api/a%20b'])(
    'do not include paths such as %s',
    async (path) => {
      expect((await ask(path)).status).toBe(200);
    },
  );
});

describe('the body of an API call', () => {
  it('is forwarded up to 1 MiB, and rejected above that', async () => {
    const MIB = 1024 * 1024;
    expect((await ask('/ash_api/v1/x', { method: 'POST', body: 'a'.repeat(MIB) })).status).toBe(200);
    expect(upstream.seen[0]?.bytes.length).toBe(MIB);
    const { status, text, headers } = await ask('/ash_api/v1/x', { method: 'POST', body: 'a'.repeat(MIB + 1) });
    expect([status, JSON.parse(text).errors[0].code, headers['connection']]).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
      'close',
    ]);
    expect(upstream.seen).toHaveLength(1);
  });
});

describe('an error response from the upstream', () => {
  it('is forwarded as JSON, with a Retry-After header added if it has none', async () => {
    const json = { 'content-type': 'application/json' };
    answer = (response) => response.writeHead(503, json).end('{"success":0}');
    expect(await ask('/ash_api/v1/x')).toMatchObject({
      status: 503,
      text: '{"success":0}',
      headers: { 'retry-after': '1' },
    });
    answer = (response) => response.writeHead(503, { ...json, 'retry-after': '60' }).end('{}');
    expect((await ask('/ash_api/v1/x')).headers['retry-after']).toBe('60');
    expect(calls.map(({ outcome }) => outcome)).toEqual(['5xx', '5xx']);
  });

  it('is replaced if it has status 500 or above and is not JSON', async () => {
    answer = (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('at f (x.js:1)');
    const fault = await ask('/ash_api/v1/x');
    expect([fault.status, fault.text.includes('x.js'), fault.headers['retry-after']]).toEqual([503, false, '1']);
    answer = (response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('none');
    expect(await ask('/ash_api/v1/x')).toMatchObject({ status: 404, text: 'none' });
  });

  it.each([201, 206, 302, 418, 502, 504])(
    'with status %i is replaced, because the contract does not allow that status',
    async (status) => {
      answer = (response) => response.writeHead(status, { location: 'https://elsewhere.test/' }).end();
      const reply = await ask('/ash_api/v1/x');
      expect([reply.status, reply.headers['location']]).toEqual([503, undefined]);
      expect(calls.map(({ outcome }) => outcome)).toEqual(['failed']);
    },
  );

  it('with status 304 is forwarded only to a client that sent a validator', async () => {
    answer = (response) => response.writeHead(304, { etag: '"e"' }).end();
    expect((await ask('/ash_api/v1/x', { headers: { 'if-none-match': '"e"' } })).status).toBe(304);
    expect((await ask('/ash_api/v1/x')).status).toBe(503);
  });
});

const hang: Answerer = () => {};
const unavailable: Answerer = (response) =>
  response.writeHead(503, { 'content-type': 'application/json' }).end('{"success":0}');
const outcomes = () => calls.map(({ outcome }) => outcome);

describe('the API proxy with a slow upstream', () => {
  it('returns 504 with Retry-After, and logs the failure', async () => {
    await shortenTimeLimit();
    answer = hang;
    const { status, headers, text } = await ask('/ash_api/v1/x', { method: 'POST', body: '{}' });
    expect([status, headers['retry-after'], JSON.parse(text).errors[0].code]).toEqual([504, '5', 'UNAVAILABLE']);
    expect(outcomes()).toEqual(['timeout']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', msg: 'the upstream failed: no response in time', method: 'POST', path: '/ash_api/v1/x' },
    ]);
  });

  it('returns 504 even if a part of the JSON has arrived', async () => {
    await shortenTimeLimit();
    answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    expect((await ask('/ash_api/v1/x')).status).toBe(504);
  });

  it('measures the duration of an API call in seconds', async () => {
    await shortenTimeLimit();
    answer = hang;
    await ask('/ash_api/v1/x');
    expect(calls[0]?.seconds).toBeGreaterThan(0.03);
    expect(calls[0]?.seconds).toBeLessThan(30);
  });
});

describe('the API proxy with an upstream that breaks the connection', () => {
  it('returns 503 and logs the reason if the JSON is incomplete', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' }).write('{');
      setImmediate(() => response.destroy());
    };
    expect((await ask('/ash_api/v1/x')).status).toBe(503);
    expect(outcomes()).toEqual(['failed']);
    expect(lines.join()).toContain('the upstream failed: ');
  });

  it("also breaks the visitor's connection if a large image is incomplete", async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'image/webp', 'content-length': `${1024 * 1024}` }).write('x');
      setImmediate(() => response.destroy());
    };
    await expect(ask('/ash_api/media/7.webp')).rejects.toThrow();
    await expect.poll(() => lines.join()).toContain('a response of the upstream broke off: ');
  });
});

/** Makes `times` requests fail, each in a different way, and responds to all others. */
const failing = (times: number): Answerer => {
  const faults: Answerer[] = [
    (response) => response.socket?.resetAndDestroy(),
    (response) => response.writeHead(502).end(),
    unavailable,
    (response) => response.writeHead(504).end(),
  ];
  return (response, request, count) => {
    const fault = count <= times ? faults[(count - 1) % faults.length] : undefined;
    return fault ? fault(response, request, count) : succeed(response, { count });
  };
};

describe('a transient failure of the upstream', () => {
  it.each([
    ['GET', 'book.show'],
    ['HEAD', 'book.show'],
    ['POST', 'search.multi'],
    ['POST', 'event.help_click'],
    ['POST', 'report.add'],
  ])('is hidden from visitors by retries if the call is idempotent: %s %s', async (method, call) => {
    answer = failing(3);
    expect((await ask(`/ash_api/v1/${call}`, { method, body: method === 'POST' ? '{}' : '' })).status).toBe(200);
    expect(upstream.seen).toHaveLength(4);
    expect(outcomes()).toEqual(['2xx']);
  });

  it.each([
    ['POST', 'auth.login'],
    ['POST', 'user.delete'],
    ['POST', 'search.unknown'],
    ['PUT', 'book.show'],
    ['DELETE', 'book.show'],
  ])('makes the call fail if the call is not idempotent: %s %s', async (method, call) => {
    answer = failing(1);
    const { status, headers } = await ask(`/ash_api/v1/${call}`, { method, body: '{}' });
    expect([status, headers['retry-after'], upstream.seen.length]).toEqual([503, '1', 1]);
  });

  it('is hidden from visitors by retries for an image that is small enough to buffer', async () => {
    answer = (response, _request, count) => {
      response.writeHead(200, { 'content-type': 'image/webp', 'content-length': '2' }).write('x');
      if (count === 1) setImmediate(() => response.socket?.resetAndDestroy());
      else response.end('y');
    };
    expect(await ask('/ash_api/media/7.webp')).toMatchObject({ status: 200, text: 'xy' });
  });

  it('does not include errors returned by the upstream itself, which are not retried', async () => {
    answer = (response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    expect((await ask('/ash_api/v1/x')).status).toBe(500);
    answer = (response) => response.writeHead(503, { 'retry-after': '3600' }).end('{}');
    expect((await ask('/ash_api/v1/x')).status).toBe(503);
    expect(upstream.seen).toHaveLength(2);
  });

  it('makes the proxy send the first response if the retry times out, without opening the circuit breaker', async () => {
    await shortenTimeLimit(400);
    answer = (response, request, count) => {
      if (count % 2 === 0) hang(response, request, count);
      else response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' }).end('{}');
    };
    for (let time = 1; time <= 5; time += 1) {
      const { status, headers } = await ask('/ash_api/v1/x');
      expect([status, headers['retry-after'], upstream.seen.length]).toEqual([503, '0', 2 * time]);
    }
    expect(proxy.openCircuits()).toEqual([]);
  });

  it('makes the retry use a new connection; calls that are not idempotent always use a new connection', async () => {
    const ports: (number | undefined)[] = [];
    answer = (response, request, count) => {
      ports.push(response.socket?.remotePort);
      failing(1)(response, request, count);
    };
    for (const method of ['GET', 'GET', 'PUT', 'PUT']) await ask('/ash_api/v1/x', { method });
    expect(ports).toHaveLength(5);
    // The second GET follows a reset, so it also needs a new connection.
    expect(new Set(ports).size).toBe(5);
  });
});

describe('a visitor who disconnects', () => {
  it('during the transfer of an image ends the upstream call without a log line', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    answer = (response) => {
      response.once('close', resolve).writeHead(200, { 'content-type': 'image/webp' }).write('x');
    };
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /ash_api/media/7.webp HTTP/1.1\r\nHost: ash.test\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await left;
    await expect.poll(() => proxy.queues()).toEqual([{ brand: 'ash', running: 0, waiting: 0 }]);
    expect(lines).toEqual([]);
  });

  it('before any response has arrived ends the upstream call without a log line', async () => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const { promise: requested, resolve: markRequested } = Promise.withResolvers<void>();
    answer = (response) => {
      response.once('close', resolve);
      markRequested();
    };
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /ash_api/v1/x HTTP/1.1\r\nHost: ash.test\r\n\r\n');
    await requested;
    expect(proxy.queues()).toEqual([{ brand: 'ash', running: 1, waiting: 0 }]);
    socket.destroy();
    await left;
    await expect.poll(outcomes).toEqual(['left']);
    expect([lines, proxy.queues()]).toEqual([[], [{ brand: 'ash', running: 0, waiting: 0 }]]);
  });
});

describe('API calls of a brand whose upstream is down', () => {
  const fail = async (times: number, path = '/ash_api/v1/x') => {
    for (let time = 0; time < times; time += 1) await ask(path);
  };

  it('are refused after five failures, with one log line, while other brands are unaffected', async () => {
    answer = unavailable;
    await fail(4);
    expect(proxy.openCircuits()).toEqual([]);
    await fail(1);
    expect(proxy.openCircuits()).toEqual(['ash']);
    answer = (response) => succeed(response, {});
    const refused = await ask('/ash_api/v1/x');
    expect([refused.status, refused.headers['retry-after'], upstream.seen.length]).toEqual([503, '5', 15]);
    expect(calls.at(-1)).toEqual({ brand: 'ash', caller: 'visitor', outcome: 'refused', seconds: 0 });
    expect((await ask('/oak_api/v1/x')).status).toBe(200);
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([{ brand: 'ash', msg: 'the upstream fails: calls are rejected until it responds' }]);
  });

  it('are sent again after five seconds, when a test call has succeeded', async () => {
    answer = unavailable;
    await fail(5);
    answer = (response) => succeed(response, {});
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 5001);
    expect((await ask('/ash_api/v1/x')).status).toBe(200);
    expect(proxy.openCircuits()).toEqual([]);
    expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({
      level: 'info',
      brand: 'ash',
      msg: 'the upstream responds again',
    });
  });

  it.each([
    ['an undefined status', ((response) => response.writeHead(502).end()) as Answerer, ['ash']],
    ['a broken connection', ((response) => response.destroy()) as Answerer, ['ash']],
    ['status 500, which may concern a single call', ((response) => response.writeHead(500).end()) as Answerer, []],
    [
      'status 503 with Retry-After',
      ((response) => response.writeHead(503, { 'retry-after': '9' }).end()) as Answerer,
      [],
    ],
    ['status 429', ((response) => response.writeHead(429).end()) as Answerer, []],
  ])('open the circuit breaker only if the whole upstream fails: %s', async (_what, failure, open) => {
    answer = failure;
    await fail(6);
    expect(proxy.openCircuits()).toEqual(open);
  });
});

describe('visitors who disconnect before they get a response', () => {
  /** Makes five visitors leave after `waitedMs`, with a time limit of a minute. */
  const leaveAfter = async (waitedMs: number) => {
    const now = performance.now.bind(performance);
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    for (let time = 1; time <= 5; time += 1) {
      const { promise: requested, resolve } = Promise.withResolvers<void>();
      answer = () => resolve();
      const socket = connect(port, '127.0.0.1');
      socket.write('GET /ash_api/v1/x HTTP/1.1\r\nHost: ash.test\r\n\r\n');
      await requested;
      passed += waitedMs;
      socket.destroy();
      await expect.poll(outcomes).toEqual(Array.from({ length: time }, () => 'left'));
    }
  };

  it('count as an upstream failure if they waited for most of the time limit', async () => {
    await leaveAfter(24_001);
    expect(proxy.openCircuits()).toEqual(['ash']);
  });

  it('do not count as an upstream failure if they waited for up to 20 s', async () => {
    await leaveAfter(20_000);
    expect(proxy.openCircuits()).toEqual([]);
  });
});

describe('API calls of a brand with too many waiting calls', () => {
  it('are rejected immediately', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => waiting.push(response);
    const all = Array.from({ length: 64 + 512 }, () =>
      proxy.ask({ id: 'ash', apiPrefix: '/ash_api' }, parsedRequest('/'), bookShow, { book_id: 1 }, CONTEXT),
    );
    await expect.poll(() => waiting.length).toBe(64);
    expect(proxy.queues()).toEqual([{ brand: 'ash', running: 64, waiting: 512 }]);
    const { status, text } = await ask('/ash_api/v1/x');
    expect([status, JSON.parse(text).desc]).toEqual([503, 'Too many calls are waiting for the content service.']);
    expect(await proxy.ask(ASH, parsedRequest('/'), bookShow, { book_id: 1 }, CONTEXT)).toBeUndefined();
    expect(outcomes()).toEqual(['refused']);
    expect(upstream.seen).toHaveLength(64);
    answer = (response) => succeed(response, {});
    for (const response of waiting) succeed(response, {});
    const answers = await Promise.all(all);
    expect(answers.every((response) => response?.status === 200)).toBe(true);
  });
});

const ASH = { id: 'ash', apiPrefix: '/ash_api' };
const CONTEXT = { locale: LOCALES.vn, deviceUuid: 'device-1' };

describe('an API call made by the server on behalf of a visitor', () => {
  const call = () =>
    proxy.ask(ASH, parsedRequest('/', { clientAddress: '203.0.113.9' }), searchMulti, { keyword: 'sea' }, CONTEXT);

  it("sends the visitor's IP address and device id, the content section and the language", async () => {
    const answer = await call();
    expect(upstream.seen[0]).toMatchObject({
      method: 'POST',
      path: '/ash_api/v1/search.multi',
      query: { section: '15', lang: 'vi-VN' },
      body: '{"keyword":"sea"}',
      headers: { 'x-forwarded-for': '203.0.113.9', 'device-uuid': 'device-1', authorization: 'Bearer' },
    });
    expect([answer?.status, JSON.parse(Buffer.from(answer?.body ?? '').toString())]).toEqual([
      200,
      { success: 1, data: {}, errors: [] },
    ]);
    expect(calls).toMatchObject([{ brand: 'ash', caller: 'visitor', outcome: '2xx' }]);
  });

  it('returns the session cookie set by the upstream, and no other cookie', async () => {
    answer = (response) => succeed(response, {}, { 'set-cookie': ['tracker=1', `${SESSION}; Path=/`] } as never);
    const callAnswer = await proxy.ask(
      ASH,
      parsedRequest('/'),
      authLogin,
      { email: 'a@b.test', password: 'p' },
      CONTEXT,
    );
    expect(callAnswer?.cookies).toEqual([`${SESSION}; Path=/`]);
  });

  it('returns an upstream error unchanged', async () => {
    answer = (response) => response.writeHead(409, { 'content-type': 'application/json' }).end('{"success":0}');
    expect(await call()).toMatchObject({ status: 409, cookies: [] });
    expect(outcomes()).toEqual(['4xx']);
  });

  it.each([
    ['HTML', ((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')) as Answerer, '2xx'],
    ['a broken connection', ((response) => response.destroy()) as Answerer, 'failed'],
    ['a timeout', hang, 'timeout'],
  ])('returns undefined after %s', async (_what, failure, outcome) => {
    if (failure === hang) await shortenTimeLimit();
    answer = failure;
    expect(await call()).toBeUndefined();
    expect(outcomes()).toEqual([outcome]);
  });

  it('is not sent while the circuit breaker is open, and counts towards opening it if it fails', async () => {
    answer = unavailable;
    for (let time = 0; time < 5; time += 1) await call();
    expect(proxy.openCircuits()).toEqual(['ash']);
    const seen = upstream.seen.length;
    expect(await call()).toBeUndefined();
    expect(upstream.seen).toHaveLength(seen);
  });
});
