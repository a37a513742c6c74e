import { afterEach, describe, expect, it } from 'vitest';
import { requestId } from '#src/lib/request-id.ts';
import { createHttpServer, type Handler, type HttpServer } from '#src/serve/http/http-server.ts';
import { ask, sendRaw } from '../../../helpers/http.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

let server: HttpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(handle: Handler) {
  const { log, lines } = recordingLog();
  server = createHttpServer(handle, { log, headersTimeoutMs: 60_000 });
  const port = await server.listen(0, '127.0.0.1');
  const get = (path = '/', headers = {}) => ask(port, 'ash.test', path, { headers });
  return { server, port, lines, get };
}
const fail = () => {
  throw new Error('a fault');
};

describe('a request whose handler fails', () => {
  it.each([
    ['synchronously', fail],
    ['asynchronously', async () => fail()],
  ])(
    'gets a 500 without the reason if it fails %s, and the reason is logged without the query',
    async (_when, handle) => {
      const { get, lines } = await start(handle);
      const { status, text, headers } = await get('/search?q=secret');
      expect([status, text, headers['cache-control']]).toEqual([500, 'Internal error\n', 'no-store']);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(lines).toEqual([expect.stringMatching(/"path":"\/search".*Error: a fault/)]);
      expect(lines[0]).not.toContain('secret');
    },
  );

  it('closes the connection if the response has started', async () => {
    const { get, port } = await start(async (_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half');
      await new Promise((resolve) => void setImmediate(resolve));
      fail();
    });
    await expect(get()).rejects.toThrow();
    expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: ash.test\r\n\r\n')).not.toContain('Internal error');
  });

  it('does not affect the next request', async () => {
    let count = 0;
    const { get } = await start((_request, response) => {
      count += 1;
      if (count === 1) fail();
      response.end('well');
    });
    expect((await get()).status).toBe(500);
    expect((await get()).text).toBe('well');
  });
});

describe('the id of a request', () => {
  it('is the one set by a reverse proxy, or else a new one', async () => {
    const { get } = await start((_request, response) => void response.end(requestId()));
    expect((await get('/', { 'x-request-id': 'request-0001' })).text).toBe('request-0001');
    const [one, other] = [(await get()).text, (await get('/', { 'x-request-id': 'no id' })).text];
    expect(one).toMatch(/^[\w.-]{8,64}$/);
    expect(other).toMatch(/^[\w.-]{8,64}$/);
    expect(one).not.toBe(other);
  });
});

describe('a malformed request', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', /^HTTP\/1\.1 400 .*Connection: close/s],
    [
      'headers of more than 16 KiB',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(16_384)}\r\n\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
    ['a request for a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', /^HTTP\/1\.1 405 .*Allow: GET, HEAD/s],
  ])('gets an error status: %s', async (_what, bytes, answer) => {
    const { port } = await start((_request, response) => void response.end());
    expect(await sendRaw(port, bytes)).toMatch(answer);
  });
});

describe('a server that is closing', () => {
  it('closes idle connections, and announces the closing in its responses', async () => {
    const { server: ending, get, port } = await start((_request, response) => void response.end('well'));
    const lasting = { connection: 'keep-alive' };
    expect([ending.isDraining(), (await get('/', lasting)).headers.connection]).toEqual([false, undefined]);
    const closed = ending.close(100);
    expect([ending.isDraining(), (await get('/', lasting)).headers.connection]).toEqual([true, 'close']);
    await closed;
    server = undefined;
    await expect(ask(port, 'ash.test', '/')).rejects.toThrow('ECONNREFUSED');
  });

  it('completes requests in progress', async () => {
    const requestStarted = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { server: ending, get } = await start(async (_request, response) => {
      requestStarted.resolve();
      await released.promise;
      response.end('whole');
    });
    const slow = get();
    await requestStarted.promise;
    const closed = ending.close();
    released.resolve();
    expect((await slow).text).toBe('whole');
    await closed;
    server = undefined;
  });
});

it('a server whose port is in use fails with a message that says what to do', async () => {
  const { port } = await start((_request, response) => void response.end());
  const other = createHttpServer(fail, { log: recordingLog().log, headersTimeoutMs: 60_000 });
  await expect(other.listen(port, '127.0.0.1')).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(`Port ${port} is in use`),
  });
});
