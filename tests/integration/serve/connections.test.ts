import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../../helpers/http.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let server: RunningServer;
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
  const brands = [testBrand('ash'), testBrand('oak', { locales: ['en', 'pt'] })];
  server = await startServer(brands, { site, headersTimeoutMs: 600 });
  const pages = { '/': html('home'), '/genres': html('genres'), '/pt': html('inicio') };
  await publish(server.state, 'ash', { pages, assets: { '/_astro/a.js': 'a()' } });
  await publish(server.state, 'oak', { pages });
});
afterAll(() => server.close());

interface RawResponse {
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Parses `bytes` as a single response. */
function parse(bytes: string): RawResponse {
  const end = bytes.indexOf('\r\n\r\n');
  const [status = '', ...headers] = bytes.slice(0, end).split('\r\n');
  return { status, headers, body: bytes.slice(end + 4) };
}

const request = (line: string, ...headers: string[]) => [`${line} HTTP/1.1`, ...headers, '', ''].join('\r\n');
const changesByRequest = (header: string) => /^(date|connection|keep-alive|x-accel-expires):/i.test(header);
const stableHeaders = ({ headers }: RawResponse) => headers.filter((header) => !changesByRequest(header));
const host = 'Host: ash.test';
const GENRES = request('GET /genres', host);

/** Sends requests one after the other on one connection. */
async function sendInSequence(requests: readonly string[], port = server.port): Promise<RawResponse[]> {
  const socket = connect(port, '127.0.0.1');
  const responses: RawResponse[] = [];
  for (const each of requests) {
    socket.write(each);
    responses.push(parse(await responseOf(socket, each.startsWith('HEAD'))));
  }
  socket.destroy();
  return responses;
}

async function responseOf(socket: Socket, bodiless: boolean): Promise<string> {
  let bytes = '';
  while (true) {
    const [chunk] = await once(socket, 'data');
    bytes += chunk.toString('latin1');
    const length = bodiless ? 0 : Number(/\r\ncontent-length: (\d+)\r\n/i.exec(bytes)?.[1] ?? 0);
    const end = bytes.indexOf('\r\n\r\n');
    if (end >= 0 && bytes.length >= end + 4 + length) return bytes;
  }
}

describe('the response to a repeated request', () => {
  it.each([
    ['a page', 'GET /genres', [host]],
    ['a compressed page', 'GET /genres', [host, 'Accept-Encoding: gzip']],
    ['the headers of a page', 'HEAD /genres', [host, 'Accept-Encoding: br']],
    ['a page with a query that it does not read', 'GET /genres?utm_source=x', [host]],
    ['a browser file', 'GET /_astro/a.js', [host]],
    ['a page rendered on request', 'GET /novel/1/a/b', [host, 'Accept-Encoding: gzip']],
    ['the headers of a page rendered on request', 'HEAD /novel/1/a/b', [host]],
    ['a missing page', 'GET /genres/9/none', [host]],
    ['a page that the upstream does not have', 'GET /author/9/none', [host]],
    ['a redirect to the canonical spelling', 'GET /genres/', [host]],
    ['an unknown host', 'GET /genres', ['Host: nobody.test']],
    ['a page that depends on the language', 'GET /', ['Host: oak.test']],
    ['a redirect to a language', 'GET /', ['Host: oak.test', 'Accept-Language: pt']],
    ['the service worker', 'GET /sw.js', [host]],
    ['the health check', 'GET /healthz', [host]],
  ])('equals the first response: %s', async (_what, line, headers) => {
    const first = parse(await sendRaw(server.port, request(line, ...headers, 'Connection: close')));
    const later = await sendInSequence([request(line, ...headers), request(line, ...headers)]);
    for (const response of later) {
      expect(response.status).toBe(first.status);
      expect(stableHeaders(response)).toEqual(stableHeaders(first));
      expect(response.headers).toEqual(expect.arrayContaining([expect.stringMatching(/^Date: .* GMT$/)]));
      expect(response.body).toBe(first.body);
    }
  });

  it('is 304 only for the ETag of the same encoding', async () => {
    const etagOf = ({ headers }: RawResponse) => headers.find((line) => line.startsWith('ETag: '))?.slice(6) ?? '';
    const gzip = 'Accept-Encoding: gzip';
    const [plain, packed] = await sendInSequence([GENRES, request('GET /genres', host, gzip)]);
    if (!plain || !packed) throw new Error('no responses');
    const again = (etag: string, ...more: string[]) => request('GET /genres', host, `If-None-Match: ${etag}`, ...more);
    const requests = [again(etagOf(plain)), again(`"x", W/${etagOf(packed)}`, gzip), again(etagOf(plain), gzip)];
    const responses = await sendInSequence([...requests, GENRES]);
    expect(responses.map(({ status }) => status.slice(9, 12))).toEqual(['304', '304', '200', '200']);
    expect(responses.map(({ body }) => body.length > 0)).toEqual([false, false, true, true]);
    expect(stableHeaders(responses[0] ?? plain)).toEqual(
      stableHeaders(plain).filter((line) => !line.startsWith('Content-Length')),
    );
  });

  it('is rendered once for all requests', async () => {
    const before = rendered;
    await sendInSequence([request('GET /novel/2/a/b', host), request('GET /novel/2/a/b', host)]);
    expect(rendered - before).toBe(1);
    await sendInSequence([request('GET /author/2/none', host)]);
    expect(rendered - before).toBe(2);
  });

  it('is replaced after a publish, even on an open connection', async () => {
    const other = await startServer([testBrand('ash')]);
    await publish(other.state, 'ash', { pages: { '/': html('night 1') } });
    const socket = connect(other.port, '127.0.0.1');
    const bodyNow = async () => {
      socket.write(request('GET /', host));
      return parse(await responseOf(socket, false)).body;
    };
    expect([await bodyNow(), await bodyNow()]).toEqual([html('night 1'), html('night 1')]);
    await publish(other.state, 'ash', { pages: { '/': html('night 2') } });
    await wait(1100);
    expect([await bodyNow(), await bodyNow()]).toEqual([html('night 2'), html('night 2')]);
    socket.destroy();
    await other.close();
  });
});

describe('a connection to the site', () => {
  it('gets responses to requests of different kinds in order', async () => {
    const [, refused] = await sendInSequence([GENRES, `${request('DELETE /genres', host, 'Content-Length: 2')}ab`]);
    expect(refused?.status).toContain('405');
    const mixed = await sendInSequence([GENRES, request('GET /healthz', host), GENRES, GENRES]);
    const [page, ok] = [html('genres'), '{"status":"ok"}\n'];
    expect(mixed.map(({ body }) => body)).toEqual([page, ok, page, page]);
  });

  it('gets responses to pipelined requests and to requests that arrive in pieces', async () => {
    const socket = connect(server.port, '127.0.0.1');
    let bytes = '';
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
    });
    socket.write(request('GET /novel/3/a/b', host));
    socket.write(GENRES + GENRES);
    await wait(50);
    socket.write(GENRES.slice(0, 20));
    await wait(50);
    socket.write(GENRES.slice(20));
    const isWhole = () => bytes.split('HTTP/1.1 200 OK').length - 1 === 4 && bytes.endsWith('</html>');
    for (let tries = 0; tries < 1200 && !isWhole(); tries += 1) await wait(50);
    expect(bytes.split('HTTP/1.1 200 OK')).toHaveLength(5);
    const titles = [...bytes.matchAll(/<title>(.*?)</g)].map(([, title]) => title);
    expect(titles).toEqual(['page of /novel/3/a/b', 'genres', 'genres', 'genres']);
    socket.destroy();
  });

  it('is closed with 408 if the rest of a second request does not arrive', async () => {
    const bytes = await sendRaw(server.port, GENRES + GENRES.slice(0, 20), 30_000);
    expect(bytes).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*HTTP\/1\.1 408 /);
  });

  it('still gets its response after the client has half closed the connection', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(request('GET /novel/4/a/b', host));
    const bytes: Buffer[] = [];
    for await (const chunk of socket) bytes.push(chunk);
    expect(Buffer.concat(bytes).toString()).toContain(html('page of /novel/4/a/b'));
  });
});
