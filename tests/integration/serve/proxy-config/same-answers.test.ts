import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../helpers/http.ts';
import { html } from '../../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../../helpers/running-server.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/scripted-server.ts';
import { startWebServer, type WebServer } from '../../../helpers/web-server.ts';
import { BRANDS, expectSame, PROXIED, publishBrands, REQUESTS } from './fixture.ts';

let upstream: ScriptedServer;
let running: RunningServer;

const site = {
  async render(request: Request) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/book-reader/')) return new Response(null, { status: 404 });
    if (pathname.startsWith('/0123')) return new Response(null, { status: 302, headers: { location: '/genres' } });
    if (pathname.startsWith('/author/')) throw new Error('rendering failed');
    return new Response(html(request.url), { headers: { 'lectern-cache': 'max-age=60, stale-while-revalidate=60' } });
  },
};

beforeAll(async () => {
  upstream = await startScriptedServer((response, request) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ path: request.path, method: request.method, from: request.headers['x-forwarded-for'] }),
    );
  });
  running = await startServer(BRANDS, { site, upstreamOrigin: upstream.origin, proxies: ['127.0.0.1'] });
  await publishBrands(running.state);
});
afterAll(async () => {
  await running.close();
  await upstream.close();
});

describe.each(['nginx', 'caddy'] as const)('%s in front of the Node server', (server) => {
  let web: WebServer;

  beforeAll(async () => {
    web = await startWebServer(server, { brands: PROXIED, state: running.state, site: running.port });
  });
  afterAll(() => web.close());

  it.each(Object.entries(REQUESTS))('gives the same response as the Node server: %s', async (_title, requests) => {
    for (const request of requests) await expectSame(running.port, web.port, request);
  });

  it('rejects a path that cannot be decoded', async () => {
    for (const path of ['/search/result/%', '/search/result/%zz', '/search/result/a%00', '/genres/%', '/%'])
      for (const port of [web.port, running.port])
        expect([path, (await ask(port, 'ash.test', path)).status]).toEqual([path, 400]);
  });

  it('sends the headers of the brand with files, rendered pages and calls', async () => {
    for (const path of ['/genres', '/_astro/page.Dk3.js', '/novel/10/Fantasy/B-Tale', '/ash_api/v1/book.show']) {
      const { headers } = await ask(web.port, 'ash.test', path);
      expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=600; includeSubDomains']);
    }
    const policy = (await ask(web.port, 'ash.test', '/genres')).headers['content-security-policy'];
    expect(policy).toContain("img-src 'self' data: https://covers.example;report-uri /_report");
    expect((await ask(web.port, 'elm.test', '/')).headers).not.toHaveProperty('strict-transport-security');
    const report = { method: 'POST', body: '{"csp-report":{"document-uri":"https://ash.test/"}}' };
    expect((await ask(web.port, 'ash.test', '/_report', report)).status).toBe(204);
  });

  it('serves no files outside the folder of a release', async () => {
    for (const path of [
      '/../release.json',
      '/genres/../../release.json',
      '/%2e%2e/release.json',
      '/_astro/..%2f..%2frelease.json',
    ]) {
      const { status, text } = await ask(web.port, 'ash.test', path);
      expect([path, status < 500 && status >= 300]).toEqual([path, true]);
      expect(text).not.toContain('bundle');
    }
  });

  it('passes the real IP address of the visitor to the Node server, and ignores such headers from the visitor', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'oak.test' };
    const { text } = await ask(web.port, 'ash.test', '/ash_api/v1/book.show', { headers });
    expect(JSON.parse(text)).toMatchObject({ path: '/ash_api/v1/book.show' });
  });
});
