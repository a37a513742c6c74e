import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';
import { type ScriptedServer, send, startScriptedServer, succeed } from '../../helpers/scripted-server.ts';

const MIB = 1024 * 1024;

/**
 * Writes a response directly to the socket, because Node cannot send a 101 without an upgrade, or a status above 999.
 */
function sendOddStatus(response: ServerResponse, status: number): void {
  response.socket?.end(`HTTP/1.1 ${status} Odd\r\nLocation: https://elsewhere.test/\r\nConnection: close\r\n\r\n`);
}

let upstream: ScriptedServer;
let server: RunningServer;

beforeEach(async () => {
  upstream = await startScriptedServer((response, request) => {
    if (request.path.endsWith('/etag')) {
      const etag = '"one"';
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
      return succeed(response, { known: false }, { etag, 'cache-control': 'no-cache' });
    }
    if (request.path.endsWith('/open')) {
      const open = { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' };
      return succeed(response, {}, open);
    }
    if (request.path.endsWith('/hang')) return;
    if (request.path.endsWith('/cut')) {
      const type = request.path.includes('/media/') ? 'image/webp' : 'application/json';
      response.writeHead(200, { 'content-type': type, 'content-length': '1000000' }).write('part');
      return void setTimeout(() => response.destroy(), 50);
    }
    if (request.path.endsWith('/drip')) {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      const drip = setInterval(() => response.write(' '), 100);
      return void response.once('close', () => clearInterval(drip));
    }
    if (request.path.includes('/status/')) return sendOddStatus(response, Number(request.path.split('/').at(-1)));
    if (request.path.endsWith('/early')) {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      return succeed(response, { late: true });
    }
    if (request.path.endsWith('/trace'))
      return void response.writeHead(500, { 'content-type': 'text/html' }).end('<pre>at f (/srv/app/x.js:1:2)');
    if (request.path.endsWith('/overloaded')) return send(response, 503, '{"success":0}');
    if (request.path.endsWith('/busy')) return send(response, 429, '{}', { 'retry-after': '5' });
    succeed(
      response,
      { body: request.body },
      { etag: '"e"', 'x-own': 'yes', 'keep-alive': 'timeout=9', connection: 'x-secret', 'x-secret': '1' },
    );
  });
  server = await startServer([testBrand('ash'), testBrand('oak')], {
    upstreamOrigin: upstream.origin,
    upstreamTimeoutMs: 700,
  });
});
afterEach(async () => {
  await server.close();
  await upstream.close();
});

describe('an API call through the site', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])(
    'is forwarded with method %s, query, body and headers',
    async (method) => {
      const body = method === 'GET' ? '' : '{"keyword":"sea"}';
      const { status, headers, text } = await server.ask('ash', '/ash_api/v1/search.multi?section=7&lang=en-us', {
        method,
        body,
        headers: { 'x-app-version': '1.0.0', 'device-uuid': 'd1', ua: 'wap', connection: 'x-hop', 'x-hop': '1' },
      });
      expect({ status, data: JSON.parse(text).data }).toEqual({ status: 200, data: { body } });
      expect(upstream.seen[0]).toMatchObject({
        method,
        path: '/ash_api/v1/search.multi',
        query: { section: '7', lang: 'en-us' },
        body,
        headers: { 'x-app-version': '1.0.0', 'device-uuid': 'd1', ua: 'wap', 'x-forwarded-for': '127.0.0.1' },
      });
      expect(upstream.seen[0]?.headers).not.toHaveProperty('x-hop');
      expect(upstream.seen[0]?.headers.host).toBe(new URL(upstream.origin).host);
      expect(headers).toMatchObject({ etag: '"e"', 'content-security-policy': expect.stringContaining('sandbox') });
      for (const name of ['x-own', 'x-secret']) expect(headers).not.toHaveProperty(name);
    },
  );

  it('is forwarded with its request id, even if a proxy in front set the id', async () => {
    await server.ask('ash', '/ash_api/v1/one', { headers: { 'x-request-id': 'from-a-proxy-1' } });
    await server.ask('ash', '/ash_api/v1/two');
    await server.ask('ash', '/ash_api/v1/three', { headers: { 'x-request-id': 'bad id' } });
    const ids = upstream.seen.map(({ headers }) => headers['x-request-id']);
    expect(ids).toEqual([
      'from-a-proxy-1',
      expect.stringMatching(/^[\w-]{10,}$/),
      expect.stringMatching(/^[\w-]{10,}$/),
    ]);
    expect(new Set(ids).size).toBe(3);
  });

  it('gets the ETag and the 304 responses of the upstream', async () => {
    const first = await server.ask('ash', '/ash_api/v1/etag');
    expect(first.headers).toMatchObject({ etag: '"one"', 'cache-control': 'no-cache' });
    const second = await server.ask('ash', '/ash_api/v1/etag', { headers: { 'if-none-match': '"one"' } });
    expect(second).toMatchObject({ status: 304, text: '' });
  });

  it('gets a no-store response if it contains a token', async () => {
    const signedIn = await server.ask('ash', '/ash_api/v1/etag', { headers: { authorization: 'Bearer t0ken' } });
    expect(signedIn.headers['cache-control']).toBe('no-store');
    const anonymous = await server.ask('ash', '/ash_api/v1/etag', { headers: { authorization: 'Bearer ' } });
    expect(anonymous.headers['cache-control']).toBe('no-cache');
  });

  it('gets the error responses of the upstream', async () => {
    const { status, headers } = await server.ask('ash', '/ash_api/v1/busy');
    expect({ status, after: headers['retry-after'] }).toEqual({ status: 429, after: '5' });
  });

  it('gets 404 under the prefix of another brand, with any method', async () => {
    for (const method of ['GET', 'POST']) {
      const { status, text } = await server.ask('ash', '/oak_api/v1/book.show', { method });
      expect({ status, code: JSON.parse(text).errors[0].code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    }
    expect(upstream.seen).toHaveLength(0);
  });

  it('is forwarded before the brand has a release', async () => {
    expect((await server.ask('oak', '/oak_api/v1/book.show')).status).toBe(200);
  });

  it.each([
    '/ash_api/../oak_api/v1/x',
    '/ash_api/%2e%2e/x',
    '/ash_api/a%2fb',
    '/ash_api/a\\b',
    '/ash_api/a%00',
    '/ash_api/v1/x%zz',
  ])('gets 400 for the path %s', async (path) => {
    expect((await server.ask('ash', path)).status).toBe(400);
    expect(upstream.seen).toHaveLength(0);
  });
});

describe('the body of an API call through the site', () => {
  it('is forwarded if it has exactly 1 MiB', async () => {
    const body = 'x'.repeat(MIB);
    const { text } = await server.ask('ash', '/ash_api/v1/x', { method: 'POST', body });
    expect(JSON.parse(text).data.body).toHaveLength(MIB);
  });

  it.each([
    ['with a Content-Length', {}],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('is rejected with 413 above 1 MiB %s', async (_how, headers) => {
    const body = 'x'.repeat(MIB + 1);
    const { status, text } = await server.ask('ash', '/ash_api/v1/x', { method: 'POST', body, headers });
    expect({ status, code: JSON.parse(text).errors[0].code }).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    expect(upstream.seen).toHaveLength(0);
  });

  it('is neither forwarded nor logged if it never ends', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST /ash_api/v1/x HTTP/1.1\r\nHost: ash.test\r\nContent-Length: 100\r\n\r\npart');
    await wait(50);
    socket.destroy();
    await wait(50);
    expect({ seen: upstream.seen, lines: server.lines }).toEqual({ seen: [], lines: [] });
  });
});

describe('the API proxy of the site', () => {
  const codeOf = (text: string) => JSON.parse(text) as { success: number; errors: { code: string }[]; desc: string };

  const UNAVAILABLE = { success: 0, errors: [{ code: 'UNAVAILABLE' }], desc: expect.any(String) };

  it.each([
    ['nothing', 'hang'],
    ['only white space', 'drip'],
  ])('responds with 504 if the upstream sends %s until the time limit', async (_what, call) => {
    const { status, headers, text } = await server.ask('ash', `/ash_api/v1/${call}`);
    expect({ status, after: headers['retry-after'] }).toEqual({ status: 504, after: '5' });
    expect(codeOf(text)).toMatchObject(UNAVAILABLE);
  });

  it('responds with 503 and Retry-After if the upstream is unreachable', async () => {
    await upstream.close();
    const { status, headers, text } = await server.ask('ash', '/ash_api/v1/x');
    expect({ status, after: headers['retry-after'] }).toEqual({ status: 503, after: '1' });
    expect(codeOf(text)).toMatchObject(UNAVAILABLE);
    upstream = await startScriptedServer((response) => succeed(response, {}));
  });

  it("responds with 503 and discards the body if the upstream's error is not JSON", async () => {
    const { status, headers, text } = await server.ask('ash', '/ash_api/v1/trace');
    expect({ status, after: headers['retry-after'], body: codeOf(text) }).toMatchObject({
      status: 503,
      after: '1',
      body: UNAVAILABLE,
    });
  });

  it('adds Retry-After to a 503 or 429 without that header', async () => {
    const { status, headers, text } = await server.ask('ash', '/ash_api/v1/overloaded');
    expect({ status, after: headers['retry-after'], text }).toEqual({ status: 503, after: '1', text: '{"success":0}' });
  });

  it('responds with 503 if the upstream sends truncated JSON', async () => {
    const { status, text } = await server.ask('ash', '/ash_api/v1/cut');
    expect({ status, body: codeOf(text) }).toMatchObject({ status: 503, body: UNAVAILABLE });
    expect((await server.ask('ash', '/ash_api/v1/x')).status).toBe(200);
  });

  it('aborts the response to the visitor if the upstream aborts a large image', async () => {
    await expect(server.ask('ash', '/ash_api/media/cut')).rejects.toThrow();
    expect((await server.ask('ash', '/ash_api/v1/x')).status).toBe(200);
  });

  it.each([101, 201, 204, 206, 301, 302, 304, 307, 418, 502, 504, 600])(
    'responds with 503 if the upstream sends the status %i',
    async (status) => {
      const answer = await server.ask('ash', `/ash_api/v1/status/${status}`, { headers: { range: 'bytes=0-1' } });
      expect({ status: answer.status, location: answer.headers.location }).toEqual({
        status: 503,
        location: undefined,
      });
      expect(codeOf(answer.text)).toMatchObject(UNAVAILABLE);
      expect(server.lines.join()).toContain('the upstream failed');
      expect(upstream.seen[0]?.headers).not.toHaveProperty('range');
    },
  );

  it('forwards the final response after informational responses', async () => {
    const { status, text } = await server.ask('ash', '/ash_api/v1/early');
    expect({ status, data: JSON.parse(text).data }).toEqual({ status: 200, data: { late: true } });
  });

  it('aborts the upstream call when the visitor disconnects', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /ash_api/v1/hang HTTP/1.1\r\nHost: ash.test\r\n\r\n');
    await expect.poll(() => upstream.seen.length, { timeout: 60_000 }).toBe(1);
    socket.destroy();
    await wait(100);
    expect(upstream.seen).toHaveLength(1);
    expect(server.lines).toEqual([]);
  });
});

describe('an API call from another site', () => {
  const call = (headers: Record<string, string>, method = 'POST') =>
    server.ask('ash', '/ash_api/v1/help_event.help', { method, body: method === 'GET' ? '' : '{}', headers });

  it('is rejected if it could change data, with or without cookies', async () => {
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'https://oak.test', 'sec-fetch-site': 'same-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', cookie: 'a=b' },
    ]) {
      const { status, text } = await call(headers);
      expect([status, JSON.parse(text).errors[0].code]).toEqual([403, 'FORBIDDEN']);
    }
    expect(upstream.seen).toEqual([]);
  });

  it('is forwarded if it only reads, like all calls from the site itself and from programs other than browsers', async () => {
    expect((await call({ origin: 'https://evil.test' }, 'GET')).status).toBe(200);
    expect((await call({ origin: 'https://ash.test', 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await call({})).status).toBe(200);
    expect(upstream.seen).toHaveLength(3);
  });

  it('never gets CORS headers, whatever the upstream sends', async () => {
    const { status, headers } = await server.ask('ash', '/ash_api/v1/open', {
      headers: { origin: 'https://evil.test' },
    });
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe("the visitor's address behind proxies", () => {
  let behind: RunningServer;
  let seen: string | undefined;
  let api: Server;
  beforeAll(async () => {
    api = createServer((request, response) => {
      seen = String(request.headers['x-forwarded-for']);
      response.end('{}');
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const address = api.address();
    const port = typeof address === 'object' ? address?.port : 0;
    behind = await startServer([testBrand('ash')], {
      upstreamOrigin: `http://127.0.0.1:${port}`,
      proxies: ['127.0.0.1', '10.0.0.0/8'],
    });
    await publish(behind.state, 'ash', { pages: {} });
  });
  afterAll(async () => {
    await behind.close();
    api.close();
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9, 10.1.1.1', '203.0.113.9'],
    ['nonsense', '127.0.0.1'],
    ['10.1.1.1', '127.0.0.1'],
  ])('with X-Forwarded-For "%s" is forwarded as %s', async (forwardedFor, visitor) => {
    await ask(behind.port, 'ash.test', '/ash_api/v1/x', { headers: { 'x-forwarded-for': forwardedFor } });
    expect(seen).toBe(visitor);
  });
});
