import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pagePolicy } from '#src/brand/response-headers.ts';
import { ask, type RequestOptions } from '../../../helpers/http.ts';
import { ERROR_PAGES, html, POLICY, publish } from '../../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../../helpers/running-server.ts';
import { startWebServer, type WebServer } from '../../../helpers/web-server.ts';
import { BRANDS, PROXIED, publishBrands, publishNewer } from './fixture.ts';

const policyOfAsh = (policy: string) => pagePolicy(policy, { imageHosts: ['covers.example'] });

let running: RunningServer;
let web: WebServer;

describe.each(['nginx', 'caddy'] as const)('%s as the web server', (server) => {
  beforeEach(async () => {
    running = await startServer(BRANDS, { proxies: ['127.0.0.1'] });
    await publishBrands(running.state);
    web = await startWebServer(server, { brands: PROXIED, state: running.state, site: running.port });
  });
  afterEach(async () => {
    await web.close();
    await running.close();
  });

  const get = (path: string, options: RequestOptions = {}) => ask(web.port, 'ash.test', path, options);

  it('sends pages and browser files while the Node server is stopped', async () => {
    await running.server.close();
    for (const path of ['/', '/genres', '/genres/1/Rom%C3%A1ntico', '/genres?utm_source=mail', '/_brand/look.0123.css'])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    for (const path of ['/genres/', '/genres?status=finished', '/404', '/index', '/ash_api/v1/book.show', '/sw.js'])
      expect([path, (await get(path)).status]).toEqual([path, 503]);
  });

  it('responds with 503 and Retry-After while the Node server is stopped, and with JSON to API calls', async () => {
    await running.server.close();
    const page = await get('/404');
    expect(page.status).toBe(503);
    expect(page.text).toContain('Please try again in a moment.');
    expect(page.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-type': expect.stringMatching(/^text\/html/),
      'x-content-type-options': 'nosniff',
    });
    const call = await get('/ash_api/v1/book.show', { method: 'POST', body: '{}' });
    expect(call.status).toBe(503);
    expect(call.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-type': expect.stringMatching(/^application\/json/),
    });
    expect(JSON.parse(call.text)).toMatchObject({ success: 0, data: null, errors: [{ code: 'UNAVAILABLE' }] });
    const other = await ask(web.port, 'unknown.test', '/');
    expect([other.status, other.headers['retry-after']]).toEqual([503, '5']);
  });

  it('sends a separate ETag for each encoding and content', async () => {
    const tags = new Set();
    for (const encoding of ['identity', 'br', 'gzip']) {
      tags.add((await get('/genres', { headers: { 'accept-encoding': encoding } })).headers.etag);
      tags.add((await get('/_brand/look.0123.css', { headers: { 'accept-encoding': encoding } })).headers.etag);
    }
    expect(tags.size).toBe(6);
    await publish(running.state, 'ash', { pages: { '/genres': html('genres of another day') } });
    await expect.poll(async () => (await get('/genres')).text, { timeout: 60_000 }).toContain('another day');
    expect(tags).not.toContain((await get('/genres')).headers.etag);
  });

  it('sends the pages of a new release without a reload', async () => {
    expect((await get('/genres')).text).toBe(html('genres'));
    await publish(running.state, 'ash', { pages: { '/genres': html('new genres'), '/tags': html('tags') } });
    await expect.poll(async () => (await get('/genres')).text, { timeout: 60_000 }).toBe(html('new genres'));
    await expect.poll(async () => (await get('/tags')).status, { timeout: 60_000 }).toBe(200);
    await expect.poll(async () => (await get('/genres/1/Rom%C3%A1ntico')).status, { timeout: 60_000 }).toBe(404);
  });

  it('never sends pages of a new bundle with the policy of an old bundle', async () => {
    const policies: Record<string, unknown> = {
      [html('genres')]: policyOfAsh(POLICY),
      [html('newer genres')]: policyOfAsh('newer policy'),
    };
    expect((await get('/genres')).headers['content-security-policy']).toBe(policyOfAsh(POLICY));
    const pages = { ...ERROR_PAGES, '/genres': html('newer genres') };
    await publishNewer(running.state, 'ash', pages, 'newer', 'newer policy');
    await expect
      .poll(
        async () => {
          const { text, headers } = await get('/genres');
          expect(headers['content-security-policy']).toBe(policies[text]);
          return text;
        },
        { timeout: 60_000, interval: 10 },
      )
      .toBe(html('newer genres'));
  });
});
