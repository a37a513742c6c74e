import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedServer } from '#src/server/index.ts';
import { createWire } from '#src/server/wire.ts';
import { recordingLog } from '../../helpers/recording-log.ts';
import { frontBrand, html, publish, type RunningFront, startFront } from './fixture.ts';
import { sendRaw } from './http.ts';

let front: RunningFront;
let rendered = 0;
beforeAll(async () => {
  const site = {
    async render({ url }: Request) {
      rendered += 1;
      const { pathname } = new URL(url);
      if (pathname.startsWith('/author')) return new Response('', { status: 404 });
      const headers = { 'lectern-cache': 'max-age=60, stale-while-revalidate=600' };
      return new Response(html(`page of ${pathname}`), { headers });
    },
  };
  const brands = [frontBrand('ash'), frontBrand('oak', { locales: ['en', 'pt'] })];
  front = await startFront(brands, { site, headersTimeoutMs: 600 });
  const pages = { '/': html('home'), '/genres': html('genres'), '/pt': html('inicio') };
  await publish(front.state, 'ash', { pages, assets: { '/_astro/a.js': 'a()' } });
  await publish(front.state, 'oak', { pages });
});
afterAll(() => front.close());

interface Said {
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Takes apart the one answer that `bytes` are. */
function take(bytes: string): Said {
  const end = bytes.indexOf('\r\n\r\n');
  const [status = '', ...headers] = bytes.slice(0, end).split('\r\n');
  return { status, headers, body: bytes.slice(end + 4) };
}

const request = (line: string, ...headers: string[]) => [`${line} HTTP/1.1`, ...headers, '', ''].join('\r\n');
const ofMoment = (header: string) => !/^(date|connection|keep-alive):/i.test(header);

/** One request after another on one connection. */
async function converse(requests: readonly string[], port = front.port): Promise<Said[]> {
  const socket = connect(port, '127.0.0.1');
  const answers: Said[] = [];
  for (const each of requests) {
    socket.write(each);
    answers.push(take(await answerOf(socket, each.startsWith('HEAD'))));
  }
  socket.destroy();
  return answers;
}

async function answerOf(socket: Socket, bodiless: boolean): Promise<string> {
  let bytes = '';
  while (true) {
    const [chunk] = await once(socket, 'data');
    bytes += chunk.toString('latin1');
    const length = bodiless ? 0 : Number(/\r\ncontent-length: (\d+)\r\n/i.exec(bytes)?.[1] ?? 0);
    const end = bytes.indexOf('\r\n\r\n');
    if (end >= 0 && bytes.length >= end + 4 + length) return bytes;
  }
}

describe('what the quick lane answers', () => {
  const host = 'Host: ash.test';
  it.each([
    ['a page', 'GET /genres', [host]],
    ['a page, compressed', 'GET /genres', [host, 'Accept-Encoding: gzip']],
    ['the head of a page', 'HEAD /genres', [host, 'Accept-Encoding: br']],
    ['a page with a query of others', 'GET /genres?utm_source=x', [host]],
    ['a browser file', 'GET /_astro/a.js', [host]],
    ['a page rendered on request', 'GET /novel/1/a/b', [host, 'Accept-Encoding: gzip']],
    ['the head of one', 'HEAD /novel/1/a/b', [host]],
    ['a page that is not there', 'GET /genres/9/none', [host]],
    ['a page that the upstream has not', 'GET /author/9/none', [host]],
    ['another spelling', 'GET /genres/', [host]],
    ['a host of no brand', 'GET /genres', ['Host: nobody.test']],
    ['a page of two languages', 'GET /', ['Host: oak.test']],
    ['a visitor who is led to a language', 'GET /', ['Host: oak.test', 'Accept-Language: pt']],
    ['the service worker', 'GET /sw.js', [host]],
    ['health', 'GET /healthz', [host]],
  ])('is what node:http answers: %s', async (_what, line, headers) => {
    const close = take(await sendRaw(front.port, request(line, ...headers, 'Connection: close')));
    const answers = await converse([request(line, ...headers), request(line, ...headers)]);
    for (const said of answers) {
      expect(said.status).toBe(close.status);
      expect(said.headers.filter(ofMoment)).toEqual(close.headers.filter(ofMoment));
      expect(said.headers).toEqual(expect.arrayContaining([expect.stringMatching(/^Date: .* GMT$/)]));
      expect(said.body).toBe(close.body);
    }
  });

  it('is 304 for the tag of the same form, and no other', async () => {
    const tagOf = ({ headers }: Said) => headers.find((line) => line.startsWith('ETag: '))?.slice(6) ?? '';
    const [plain, packed] = await converse([
      request('GET /genres', host),
      request('GET /genres', host, 'Accept-Encoding: gzip'),
    ]);
    if (!plain || !packed) throw new Error('no answers');
    const again = (tag: string, ...more: string[]) => request('GET /genres', host, `If-None-Match: ${tag}`, ...more);
    const gzip = 'Accept-Encoding: gzip';
    const requests = [again(tagOf(plain)), again(`"x", W/${tagOf(packed)}`, gzip), again(tagOf(plain), gzip)];
    const answers = await converse([...requests, request('GET /genres', host)]);
    expect(answers.map(({ status }) => status.slice(9, 12))).toEqual(['304', '304', '200', '200']);
    expect(answers.map(({ body }) => body.length > 0)).toEqual([false, false, true, true]);
    const close = take(await sendRaw(front.port, again(tagOf(plain), 'Connection: close')));
    expect(answers[0]?.headers.filter(ofMoment)).toEqual(close.headers.filter(ofMoment));
  });

  it('is rendered once, whatever comes of it', async () => {
    const before = rendered;
    await converse([request('GET /novel/2/a/b', host), request('GET /novel/2/a/b', host)]);
    expect(rendered - before).toBe(1);
    await converse([request('GET /author/2/none', host)]);
    expect(rendered - before).toBe(2);
  });

  it('a publish replaces at once that it is seen', async () => {
    const other = await startFront([frontBrand('ash')]);
    await publish(other.state, 'ash', { pages: { '/': html('night 1') } });
    const socket = connect(other.port, '127.0.0.1');
    const ask = async () => {
      socket.write(request('GET /', host));
      return take(await answerOf(socket, false)).body;
    };
    expect([await ask(), await ask()]).toEqual([html('night 1'), html('night 1')]);
    await publish(other.state, 'ash', { pages: { '/': html('night 2') } });
    await wait(1100);
    expect([await ask(), await ask()]).toEqual([html('night 2'), html('night 2')]);
    socket.destroy();
    await other.close();
  });
});

describe('a connection of the quick lane', () => {
  it('is seen by node:http from the first request that the lane does not answer', async () => {
    const wire = createWire({ status: 200, tag: '"a"', headers: ['ETag', '"a"'], bytes: Buffer.from('quick') });
    const seen: string[] = [];
    const server = createGuardedServer(
      async ({ url = '' }, response) => {
        seen.push(url);
        response.end('slow');
      },
      {
        log: recordingLog().log,
        headersTimeoutMs: 5000,
        quick({ url }) {
          if (url === '/fault') throw new Error('a fault of the lane');
          if (url === '/late-fault') return Promise.reject(new Error('a fault of the lane'));
          return url?.startsWith('/quick') ? wire : undefined;
        },
      },
    );
    const port = await server.listen(0, '127.0.0.1');
    const get = (path: string) => request(`GET ${path}`, 'Host: a');
    const bodies = async (...paths: string[]) => (await converse(paths.map(get), port)).map(({ body }) => body);
    expect(await bodies('/quick/1', '/quick/2', '/slow/3', '/quick/4')).toEqual(['quick', 'quick', 'slow', 'slow']);
    expect(await bodies('/quick/5', '/fault')).toEqual(['quick', 'slow']);
    expect(await bodies('/quick/6', '/late-fault')).toEqual(['quick', 'slow']);
    expect(seen).toEqual(['/slow/3', '/quick/4', '/fault', '/late-fault']);
    const idle = connect(port, '127.0.0.1');
    idle.write(get('/quick/7'));
    await answerOf(idle, false);
    await Promise.all([once(idle, 'close'), server.close()]);
  });

  const GENRES = request('GET /genres', 'Host: ash.test');

  it('goes on with node:http after something else, in order', async () => {
    const answers = await converse([GENRES, `${request('DELETE /genres', 'Host: ash.test', 'Content-Length: 2')}ab`]);
    expect(answers.map(({ status }) => status.slice(9, 12))).toEqual(['200', '405']);
    const mixed = await converse([GENRES, request('GET /healthz', 'Host: ash.test'), GENRES, GENRES]);
    expect(mixed.map(({ body }) => body)).toEqual([
      html('genres'),
      '{"status":"ok"}\n',
      html('genres'),
      html('genres'),
    ]);
  });

  it('answers requests sent at once, in pieces, or before an answer is read', async () => {
    const socket = connect(front.port, '127.0.0.1');
    let bytes = '';
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
    });
    socket.write(request('GET /novel/3/a/b', 'Host: ash.test'));
    socket.write(GENRES + GENRES);
    await wait(50);
    socket.write(GENRES.slice(0, 20));
    await wait(50);
    socket.write(GENRES.slice(20));
    const whole = () => bytes.split('HTTP/1.1 200 OK').length - 1 === 4 && bytes.endsWith('</html>');
    for (let tries = 0; tries < 100 && !whole(); tries += 1) await wait(50);
    expect(bytes.split('HTTP/1.1 200 OK')).toHaveLength(5);
    expect([...bytes.matchAll(/<title>(.*?)</g)].map(([, title]) => title)).toEqual([
      'page of /novel/3/a/b',
      'genres',
      'genres',
      'genres',
    ]);
    socket.destroy();
  });

  it('survives whatever is sent while it waits', async () => {
    const big = createWire({ status: 200, tag: '"a"', headers: [], bytes: Buffer.alloc(200_000, 'a') });
    const slow = createWire({ status: 200, tag: '"b"', headers: [], bytes: Buffer.from('slow') });
    const server = createGuardedServer(
      async ({ url }, response) => {
        if (url === '/late') await wait(30);
        response.end(url === '/big' ? Buffer.alloc(200_000, 'a') : 'slow');
      },
      {
        log: recordingLog().log,
        headersTimeoutMs: 5000,
        quick: ({ url }) => (url === '/late' ? wait(60).then(() => slow) : url === '/big' ? big : undefined),
      },
    );
    const port = await server.listen(0, '127.0.0.1');
    const socket = connect(port, '127.0.0.1');
    let length = 0;
    socket.on('data', (chunk) => {
      length += chunk.length;
    });
    const get = (path: string) => request(`GET ${path}`, 'Host: a');
    socket.write(get('/late'));
    await wait(20);
    socket.write(get('/big') + get('/late'));
    await wait(5);
    socket.write(get('/big'));
    for (let tries = 0; tries < 100 && length < 400_000; tries += 1) await wait(30);
    expect(length).toBeGreaterThan(400_000);
    expect(await converse([get('/big')], port)).toMatchObject([{ status: 'HTTP/1.1 200 OK' }]);
    socket.destroy();
    await server.close();
  });

  it('still has little time for the rest of a head', async () => {
    const answer = await sendRaw(front.port, GENRES + GENRES.slice(0, 20), 5000);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*HTTP\/1\.1 408 /);
  });

  it('ends when the visitor ends it, after the answer', async () => {
    const socket = connect({ port: front.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(request('GET /novel/4/a/b', 'Host: ash.test'));
    const bytes: Buffer[] = [];
    for await (const chunk of socket) bytes.push(chunk);
    expect(Buffer.concat(bytes).toString()).toContain(html('page of /novel/4/a/b'));
  });

  it('ends after an answer that took a while, too', async () => {
    const wire = createWire({ status: 200, tag: '"a"', headers: [], bytes: Buffer.from('slow') });
    const quick = () => wait(100).then(() => wire);
    const options = { log: recordingLog().log, headersTimeoutMs: 5000, quick };
    const server = createGuardedServer(async () => {}, options);
    const port = await server.listen(0, '127.0.0.1');
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(request('GET /', 'Host: a'));
    const bytes: Buffer[] = [];
    for await (const chunk of socket) bytes.push(chunk);
    expect(Buffer.concat(bytes).toString()).toMatch(/slow$/);
    await server.close();
  });
});
