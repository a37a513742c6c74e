import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '#src/lib/cookie.ts';
import { type ApiProxy, createApiProxy } from '#src/server/api-proxy.ts';
import type { MeasuredCall } from '#src/server/meter.ts';
import { createProxyCheck, parseRequest } from '#src/server/parse-request.ts';
import { ask as askPort, type RequestOptions } from '../../helpers/http.ts';
import { recordingLog } from '../../helpers/recording-log.ts';
import { type Answerer, type ScriptedServer, startScriptedServer, succeed } from '../../helpers/scripted-server.ts';

const nobody = createProxyCheck([]);
let upstream: ScriptedServer;
let answer: Answerer;
let proxy: ApiProxy;
let calls: MeasuredCall[];
let port: number;
let close: () => Promise<void>;

beforeEach(async () => {
  answer = (response) => succeed(response, {});
  calls = [];
  upstream = await startScriptedServer((response, request, count) => answer(response, request, count));
  proxy = createApiProxy(upstream.origin, recordingLog().log, 60_000, { call: (call) => calls.push(call) });
  const server = createServer((message, response) => {
    const request = parseRequest(message, nobody);
    if (request) void proxy.forward('ash', request, message, response);
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

describe('a call that is passed on', () => {
  it('keeps its method, address and body, and says who sent it', async () => {
    await ask('/ash_api/v1/book.show?book_id=7', { method: 'POST', body: '{"a":1}', headers: { 'x-own': 'yes' } });
    expect(upstream.seen[0]).toMatchObject({
      method: 'POST',
      path: '/ash_api/v1/book.show',
      query: { book_id: '7' },
      body: '{"a":1}',
      headers: { 'x-own': 'yes', 'x-forwarded-for': '127.0.0.1' },
    });
    expect(calls).toMatchObject([{ brand: 'ash', caller: 'visitor', outcome: '2xx' }]);
  });

  it('loses what is of its connection, what is the server’s to say, and what its header Connection names', async () => {
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
    const there = Object.keys(dropped).filter((name) => name in (seen?.headers ?? dropped));
    expect([there, seen?.headers['x-forwarded-for']]).toEqual([['x-forwarded-for'], '127.0.0.1']);
  });

  it.each(['/ash_api/v1/auth.login', '/ash_api/v1/auth.renew', '/ash_api/v1/user.delete'])(
    '%s carries the session and no other cookie, and may set it',
    async (path) => {
      answer = (response) => succeed(response, {}, { 'set-cookie': [`${SESSION}; Path=/`, 'tracker=1'] } as never);
      const { headers } = await ask(path, { headers: { cookie: `theme=night; ${SESSION}` } });
      expect(upstream.seen[0]?.headers.cookie).toBe(SESSION);
      expect(headers['set-cookie']).toEqual([`${SESSION}; Path=/`]);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it.each(['/ash_api/v1/user.profile', '/ash_api/v1/auth.login/x', '/ash_api/v1/user.deleted'])(
    '%s carries no session and may set none',
    async (path) => {
      answer = (response) => succeed(response, {}, { 'set-cookie': `${SESSION}; Path=/` });
      const { headers } = await ask(path, { headers: { cookie: SESSION } });
      expect(upstream.seen[0]?.headers.cookie).toBeUndefined();
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it('with a token is kept by nobody, and without one as the upstream says', async () => {
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

  it('is answered without what is the brand’s to say, and can run nothing in a browser', async () => {
    const open = {
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      'strict-transport-security': 'max-age=1',
      'content-security-policy': "script-src 'unsafe-inline'",
      'x-own': 'yes',
    };
    answer = (response) => succeed(response, {}, open);
    const { headers } = await ask('/ash_api/v1/book.show');
    expect(headers).toMatchObject({ 'x-own': 'yes', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    for (const name of Object.keys(open).slice(0, 3)) expect(headers).not.toHaveProperty(name);
  });
});

describe('a path that an upstream could read in another way', () => {
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
  ])('%s is refused before the upstream hears of it', async (path) => {
    const { status, text } = await ask(path);
    expect([status, JSON.parse(text).errors[0].code, upstream.seen.length]).toEqual([400, 'BAD_REQUEST', 0]);
  });

  it.each(['/ash_api/a..b', '/ash_api/v1/.well', '/ash_api/%C3%A9', '/ash_api/a%20b'])('%s is none', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });
});

describe('a body', () => {
  it('of 1 MiB is passed on, and one of a byte more is not', async () => {
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

describe('an answer of a failing upstream', () => {
  it('is passed on as JSON, with the time to come again where it names none', async () => {
    const json = { 'content-type': 'application/json' };
    answer = (response) => response.writeHead(503, json).end('{"success":0}');
    expect(await ask('/ash_api/v1/x')).toMatchObject({
      status: 503,
      text: '{"success":0}',
      headers: { 'retry-after': '5' },
    });
    answer = (response) => response.writeHead(503, { ...json, 'retry-after': '60' }).end('{}');
    expect((await ask('/ash_api/v1/x')).headers['retry-after']).toBe('60');
    expect(calls.map(({ outcome }) => outcome)).toEqual(['5xx', '5xx']);
  });

  it('in another form is not told, below 500 it is', async () => {
    answer = (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('at f (x.js:1)');
    const fault = await ask('/ash_api/v1/x');
    expect([fault.status, fault.text.includes('x.js'), fault.headers['retry-after']]).toEqual([503, false, '5']);
    answer = (response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('none');
    expect(await ask('/ash_api/v1/x')).toMatchObject({ status: 404, text: 'none' });
  });

  it.each([201, 206, 302, 418, 502, 504])('of status %i, which no call has, is none', async (status) => {
    answer = (response) => response.writeHead(status, { location: 'https://elsewhere.test/' }).end();
    const given = await ask('/ash_api/v1/x');
    expect([given.status, given.headers['location']]).toEqual([503, undefined]);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['failed']);
  });

  it('that is 304 is passed on only to who has something to compare', async () => {
    answer = (response) => response.writeHead(304, { etag: '"e"' }).end();
    expect((await ask('/ash_api/v1/x', { headers: { 'if-none-match': '"e"' } })).status).toBe(304);
    expect((await ask('/ash_api/v1/x')).status).toBe(503);
  });
});
