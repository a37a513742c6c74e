import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, sendRaw } from '../../helpers/http.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

const BIG = html('big').repeat(4000);

let server: RunningServer;
beforeAll(async () => {
  server = await startServer([testBrand('ash')], { headersTimeoutMs: 600 });
  await publish(server.state, 'ash', { pages: { '/': html('home'), '/genres': BIG } });
});
afterAll(() => server.close());

const expectHealthy = async () => expect((await server.ask('ash', '/')).text).toBe(html('home'));

/** Returns a seeded pseudo-random number generator (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Code of a thread that sends a POST request when it is signalled, signals back when everything has been sent, and then
 * reports the response.
 */
const SEND_POST = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, signals } } = require('node:worker_threads');
Atomics.wait(signals, 0, 0);
const socket = connect(port, '127.0.0.1', () => {
  socket.write(['POST /ash_api/v1/book.show HTTP/1.1', 'Host: ash.test', 'Content-Length: 2', '', '{}'].join('\\r\\n'), () => {
    Atomics.store(signals, 1, 1);
    Atomics.notify(signals, 1);
  });
});
let text = '';
socket.on('data', (chunk) => { text += chunk; });
socket.on('error', ({ code }) => parentPort.postMessage(code));
socket.on('close', () => parentPort.postMessage(text));
`;

const METHODS = ['GET', 'HEAD', 'POST', 'TRACE', 'CONNECT', 'OPTIONS', 'get', 'BREW', '', 'PRI'];
const TARGETS = [
  '/',
  '*',
  '',
  '//',
  '/%',
  '/%zz',
  '/%00',
  '/%c0%af',
  '/..%2f..%2fetc/passwd',
  '/a\0b',
  '/é',
  'http://',
  'ftp://x/',
  'http://ash.test',
  'http://ash.test?x',
  'ash.test:443',
  '/novel/1/2/3/4',
  '/_astro/../x',
  '/_astro/%2e%2e/x',
  `/${'a'.repeat(5000)}`,
  `/${'%41'.repeat(3000)}`,
  '/?',
  '/?%',
  `/${'/'.repeat(900)}`,
  '/ash_api/x',
  '/ash_api/%',
  '/search?q=%',
  '/search/result/%E2%80%A8',
  '/__proto__',
  '/constructor/toString',
  '/keywords/__proto__',
  '/400/',
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '', 'http/1.1'];
const HEADERS = [
  'Host: ash.test',
  'Host: ',
  'Host: ash.test\r\nHost: other',
  'Host: [::1',
  'Host: a\0b',
  'Host: ash.test:x',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Expect: 100-continue',
  'Expect: tea',
  'Upgrade: h2c\r\nConnection: Upgrade',
  'If-None-Match: ,,,"',
  'Accept-Encoding: br;q=x,;;,*;q=',
  `X-Long: ${'x'.repeat(20_000)}`,
  ' folded: yes',
  'nocolon',
  'X-Forwarded-Host: \xff\xfe',
  'Cookie: a=b; =;;=',
  'Authorization: Bearer \x01',
  'Connection: close, \t, host',
];
const BODIES = ['', '', '{}', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', '\0\0\0\0'];

function oddRequest(next: (below: number) => number): Buffer {
  const pick = (from: readonly string[]) => from[next(from.length)] ?? '';
  const headers = Array.from({ length: next(4) }, () => pick(HEADERS));
  const host = next(3) > 0 ? ['Host: ash.test'] : [];
  const text = `${pick(METHODS)} ${pick(TARGETS)} ${pick(VERSIONS)}\r\n${[...host, ...headers].join('\r\n')}\r\n\r\n${pick(BODIES)}`;
  const bytes = Buffer.from(text, 'latin1');
  if (next(8) === 0) bytes[next(bytes.length)] = next(256);
  return next(10) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes;
}

describe('an invalid request', () => {
  it('does not affect the server, even if 600 of them arrive', async () => {
    const next = seeded(20_261_121);
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => sendRaw(server.port, oddRequest(next), 150)));
      for (const answer of answers) expect(answer).toMatch(/^$|^HTTP\/1\.1 \d{3} /);
      await expectHealthy();
    }
    expect(server.lines.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: ash.test\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['a URL that is too long', `GET /${'a'.repeat(5000)} HTTP/1.1\r\nHost: ash.test\r\n\r\n`, 414],
    ['a URL that is not a path', 'GET * HTTP/1.1\r\nHost: ash.test\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'two contradicting body lengths',
      'POST / HTTP/1.1\r\nHost: ash.test\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
  ])('gets the appropriate status: %s', async (_what, bytes, status) => {
    expect(await sendRaw(server.port, bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await expectHealthy();
  });

  it('gets 408 if its headers do not arrive, without delaying other requests', async () => {
    const slow = sendRaw(server.port, 'GET / HTTP/1.1\r\nHost: ash.te', 5000);
    await expectHealthy();
    expect(await slow).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('does not get its response in the middle of another response', async () => {
    const socket = connect(server.port, '127.0.0.1');
    let bytes = '';
    socket.write('GET /genres HTTP/1.1\r\nHost: ash.test\r\n\r\n');
    await once(socket, 'readable');
    // The response is larger than the connection's buffers, so the rest of it waits for this client.
    socket.write('nonsense\r\n\r\n');
    await wait(100);
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    await once(socket, 'close');
    expect(bytes).toMatch(/^HTTP\/1\.1 200 /);
    expect(bytes).not.toContain('HTTP/1.1 400');
    await expectHealthy();
  });
});

describe('a client of the server', () => {
  it('gets the whole response even if it reads slowly, without delaying other clients', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /genres HTTP/1.1\r\nHost: ash.test\r\nConnection: close\r\n\r\n');
    socket.pause();
    await wait(300);
    await expectHealthy();
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(BIG.length);
  });

  it('can disconnect during a response without affecting the server', async () => {
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET /genres HTTP/1.1\r\nHost: ash.test\r\n\r\n');
      socket.once('data', () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    await expectHealthy();
  });

  it('can send several requests on one connection', async () => {
    const socket = connect(server.port, '127.0.0.1');
    for (let count = 0; count < 3; count += 1) {
      socket.write('HEAD / HTTP/1.1\r\nHost: ash.test\r\n\r\n');
      const [chunk] = await once(socket, 'data');
      expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 (?!.*Connection: close)/is);
    }
    socket.destroy();
  });
});

describe('a server that shuts down', () => {
  const openIdle = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.write('HEAD / HTTP/1.1\r\nHost: ash.test\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };

  it('finishes a request in progress and closes idle connections immediately', async () => {
    const started = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const other = await startServer([testBrand('ash')], {
      site: {
        async render() {
          started.resolve();
          await released.promise;
          return new Response(html('slow'));
        },
      },
    });
    await publish(other.state, 'ash', { pages: { '/': html('home') } });
    const idle = await openIdle(other.port);
    const slow = ask(other.port, 'ash.test', '/novel/1/a/b', { headers: { connection: 'keep-alive' } });
    await started.promise;
    const closed = other.close();
    await once(idle, 'close');
    released.resolve();
    expect(await slow).toMatchObject({ status: 200, text: html('slow') });
    await closed;
    await expect(ask(other.port, 'ash.test', '/')).rejects.toThrow('ECONNREFUSED');
  });

  it('keeps responding while draining, reports that state, and then finishes a long response', async () => {
    const started = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const other = await startServer([testBrand('ash')], {
      site: {
        async render() {
          started.resolve();
          await released.promise;
          return new Response(html('slow'));
        },
      },
    });
    await publish(other.state, 'ash', { pages: { '/': html('home') } });
    const lasting = { headers: { connection: 'keep-alive' } };
    expect((await ask(other.port, 'ash.test', '/', lasting)).headers.connection).toBeUndefined();
    const slow = ask(other.port, 'ash.test', '/novel/1/a/b', lasting);
    await started.promise;
    const startedAt = Date.now();
    const closed = other.server.close(500);
    for (const path of ['/readyz', '/healthz']) {
      const ready = await ask(other.port, 'ash.test', path, lasting);
      expect([ready.status, ready.text, ready.headers.connection]).toEqual([503, '{"status":"draining"}\n', 'close']);
    }
    const page = await ask(other.port, 'ash.test', '/', lasting);
    expect([page.status, page.headers.connection]).toEqual([200, 'close']);
    // No connections are accepted after the drain, but the response that takes six seconds is complete.
    const refused = () => ask(other.port, 'ash.test', '/').then(() => 'answered', String);
    await expect.poll(refused).toContain('ECONNREFUSED');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(450);
    await wait(Math.max(0, startedAt + 6000 - Date.now()));
    released.resolve();
    expect(await slow).toMatchObject({ status: 200, text: html('slow') });
    await closed;
    await other.close();
  });

  it('still handles a POST that arrived during the drain, even if the event loop was blocked until the drain ended', async () => {
    const site = { render: async () => new Response(html('a page')) };
    const other = await startServer([testBrand('ash')], { site });
    const signals = new Int32Array(new SharedArrayBuffer(8));
    const client = new Worker(SEND_POST, { eval: true, workerData: { port: other.port, signals } });
    await once(client, 'online');
    const answer = once(client, 'message');
    const closed = other.server.close(20);
    Atomics.store(signals, 0, 1);
    Atomics.notify(signals, 0);
    // Blocks the event loop until after the drain. Meanwhile, the client connects and sends its request.
    Atomics.wait(signals, 1, 0);
    Atomics.wait(signals, 1, 1, 100);
    expect(await answer).toEqual([expect.stringMatching(/^HTTP\/1\.1 \d{3} /)]);
    await closed;
    await other.close();
  });

  it('exits with 2 and explains what to do if the port is in use', async () => {
    await expect(startServer([testBrand('ash')], {}, server.port)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`Port ${server.port} is in use`),
    });
  });
});
