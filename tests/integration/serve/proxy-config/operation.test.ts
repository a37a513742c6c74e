import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSED_COMMANDS, REFUSED_HEADERS, REFUSED_OF_CALLS } from '#src/serve/proxy-config/refused-headers.ts';
import { ask } from '../../../helpers/http.ts';
import { html } from '../../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../../helpers/running-server.ts';
import { type ScriptedServer, send, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { startWebServer, type WebServer } from '../../../helpers/web-server.ts';
import { BRANDS, PROXIED, publishBrands } from './fixture.ts';

let upstream: ScriptedServer;
let running: RunningServer;

const site = {
  async render({ url }: Request) {
    return new Response(html(url));
  },
};

beforeAll(async () => {
  upstream = await startScriptedServer((response) => send(response, 200, { success: 1, data: {}, errors: [] }));
  running = await startServer(BRANDS, { site, upstreamOrigin: upstream.origin, proxies: ['127.0.0.1'] });
  await publishBrands(running.state);
});
afterAll(async () => {
  await running.close();
  await upstream.close();
});

const start = (server: 'nginx' | 'caddy', more: Partial<Parameters<typeof startWebServer>[1]>) =>
  startWebServer(server, { brands: PROXIED, state: running.state, site: running.port, ...more });

/**
 * Sends a TLS request for a host to this port. The test itself checks the names in the certificate.
 * @param authority value of the Host header
 */
function requestOverTls(port: number, host: string, path: string, authority = host) {
  const headers = { host: authority };
  const to = { host: '127.0.0.1', port, path, servername: host, headers, rejectUnauthorized: false };
  return new Promise<{ status: number; names: string[] }>((resolve, reject) => {
    const asking = request({ ...to, agent: false }, (answer) => {
      const socket = answer.socket as TLSSocket;
      const names = (socket.getPeerCertificate().subjectaltname ?? '').replaceAll('DNS:', '').split(', ');
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, names }));
    });
    asking.on('error', reject).end();
  });
}

const HOSTS = BRANDS.flatMap(({ brand }) => brand.hosts);

describe.each([
  ['nginx', 'files'],
  ['caddy', 'files'],
  ['caddy', 'issued'],
] as const)('%s with TLS (certificates: %s)', (server, tls) => {
  let web: WebServer;

  beforeAll(async () => {
    web = await start(server, { tls, logs: true });
  }, 120_000);
  afterAll(() => web.close());
  // Issued certificates are for the standard port, which browsers leave out of the header.
  const requestOf = (host: string, path: string) =>
    requestOverTls(web.tlsPort, host, path, tls === 'files' ? `${host}:${web.tlsPort}` : host).catch(String);

  it('responds for every host of every brand, with a certificate for that host', async () => {
    expect(HOSTS).toContain('www.ash.test');
    // Caddy obtains certificates only after it has started.
    for (const host of HOSTS)
      await expect
        .poll(() => requestOf(host, '/genres'), { timeout: 60_000 })
        .toMatchObject({
          status: { 'www.ash.test': 308, 'elm.test': 503 }[host] ?? 200,
          names: expect.arrayContaining([host]),
        });
  });

  it('redirects from HTTP to HTTPS', async () => {
    for (const host of HOSTS) {
      const { status, headers } = await ask(web.port, host, '/genres?a=1');
      expect([host, status, headers.location]).toEqual([host, 308, `https://${host}/genres?a=1`]);
    }
  });

  it('writes an access log for each brand, without queries', async () => {
    await expect
      .poll(() => requestOf('ash.test', '/humans.txt?token=secret'), { timeout: 60_000 })
      .toMatchObject({ status: 200 });
    const log = () => readFileSync(join(web.folder, 'lectern-ash.log'), 'utf8');
    await expect.poll(log, { timeout: 60_000 }).toContain('/humans.txt');
    expect(log()).not.toContain('secret');
    for (const line of log().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ status: expect.any(Number) });
    expect(readFileSync(join(web.folder, 'lectern-oak.log'), 'utf8')).not.toContain('/humans.txt');
  });
});

describe.each(['nginx', 'caddy'] as const)('%s in front of an upstream with unusual response headers', (server) => {
  it('does not pass on or obey headers that control a browser or proxy', { timeout: 120_000 }, async () => {
    const names = [...REFUSED_HEADERS, ...REFUSED_COMMANDS];
    const headers = Object.fromEntries(names.map((name) => [name.toLowerCase(), '/genres']));
    const hostile = await startScriptedServer((response) => send(response, 200, 'its own answer', headers));
    const web = await start(server, { site: Number(new URL(hostile.origin).port) });
    for (const path of ['/ash_api/v1/book.show', '/novel/7/Fantasy/A-Tale', '/search', '/healthz']) {
      const answer = await ask(web.port, 'ash.test', path);
      expect([path, answer.status, answer.text]).toEqual([path, 200, 'its own answer']);
      expect(Object.keys(answer.headers).filter((name) => name in headers)).toEqual([]);
    }
    await web.close();
    await hostile.close();
  });

  it('does not pass on headers of API calls that make a browser request other URLs', {
    timeout: 120_000,
  }, async () => {
    const headers = Object.fromEntries(REFUSED_OF_CALLS.map((name) => [name.toLowerCase(), '</genres>; rel=preload']));
    const hostile = await startScriptedServer((response) => send(response, 200, 'its own answer', headers));
    const web = await start(server, { site: Number(new URL(hostile.origin).port) });
    const answer = await ask(web.port, 'ash.test', '/ash_api/v1/book.show');
    expect([answer.status, answer.text]).toEqual([200, 'its own answer']);
    expect(Object.keys(answer.headers).filter((name) => name in headers)).toEqual([]);
    await web.close();
    await hostile.close();
  });
});

describe('nginx with a generated configuration', () => {
  it('responds to the challenges of a certificate authority without TLS, for any host', {
    timeout: 120_000,
  }, async () => {
    for (const tls of ['files', undefined] as const) {
      const web = await start('nginx', { tls, logs: true });
      const folder = join(web.folder, '.well-known/acme-challenge');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'a-token'), 'a-token.a-key');
      for (const host of [...HOSTS, 'not-yet.test']) {
        const { status, text } = await ask(web.port, host, '/.well-known/acme-challenge/a-token');
        expect([tls, host, status, text]).toEqual([tls, host, 200, 'a-token.a-key']);
        expect((await ask(web.port, host, '/.well-known/acme-challenge/another')).status).toBe(404);
      }
      await web.close();
    }
  });

  it('limits rendered pages and API calls per visitor, but not files', { timeout: 120_000 }, async () => {
    const web = await start('nginx', { settings: { limit: 2 } });
    const flood = (path: string, options = {}) =>
      Promise.all(
        Array.from({ length: 60 }, (_, n) => ask(web.port, 'ash.test', path.replace('N', `${n + 1}`), options)),
      );
    const pages = await flood('/novel/N/Fantasy/A-Tale');
    const calls = await flood('/ash_api/v1/book.show', { method: 'POST', body: '{}' });
    const files = await flood('/genres');
    expect(files.filter(({ status }) => status !== 200)).toEqual([]);
    for (const answers of [pages, calls]) {
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
      // Sends eight requests at once, and then two per second.
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
    }
    const [page, call] = [pages, calls].map((answers) => answers.find(({ status }) => status === 429));
    expect(page?.headers).toMatchObject({
      'retry-after': '2',
      'cache-control': 'no-store',
      'content-type': 'text/html',
    });
    expect(call?.headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/json' });
    expect(JSON.parse(call?.text ?? '')).toMatchObject({ success: 0, errors: [{ code: 'RATE_LIMITED' }] });
    await web.close();
  });
});
