import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, PAGE_POLICY, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let server: RunningServer;
const CODE = `export const a=${'1+'.repeat(600)}1;`;
/** A body compressed differently from what the server itself would send. */
const STORED_VARIANT = brotliCompressSync(CODE, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });

beforeAll(async () => {
  server = await startServer([testBrand('ash'), testBrand('oak', { locales: ['en', 'es'] }), testBrand('new')]);
  await publish(server.state, 'ash', {
    pages: {
      '/': html('home'),
      '/genres/7/Romance': html('romance'),
      '/genres/7/Romance/page-2': html('romance two'),
      '/category/Fantasy/Dragons': html('dragons'),
      '/hotnovels/A/1': html('letter a'),
      '/hotnovels/A/2': html('letter a two'),
      '/hotnovels/0/1': html('letter other'),
      '/keywords': html('keywords'),
      '/keywords/2': html('keywords two'),
      '/keywords/lost-heir/1': html('lost heir'),
      '/ranking/weekly/3/1': html('ranking'),
      '/ranking/weekly/3/2': html('ranking two'),
      '/tags/5/%E4%B8%89%E4%BD%93': html('three body'),
    },
    aliases: {
      'genre:7': '/genres/7/Romance',
      'category:Fantasy/Dragons': '/category/Fantasy/Dragons',
      'sub:Dragons': '/category/Fantasy/Dragons',
      'letter:A': '/hotnovels/A/1',
      'letter:0': '/hotnovels/0/1',
      keywords: '/keywords',
      'keyword:lost-heir': '/keywords/lost-heir/1',
      ranking: '/ranking/weekly/3/1',
      'ranking:weekly': '/ranking/weekly/3/1',
      'ranking:weekly:3': '/ranking/weekly/3/1',
      'tag:5': '/tags/5/%E4%B8%89%E4%BD%93',
    },
    assets: { '/_astro/page.Ab12.js': CODE, '/_astro/beside.Cd34.js': CODE, '/robots.txt': 'User-agent: *\n' },
  });
  writeFileSync(join(server.state, 'ash/current/site/_astro/beside.Cd34.js.br'), STORED_VARIANT);
  await publish(server.state, 'oak', {
    pages: { '/': html('oak'), '/es': html('roble'), '/es/404': html('no existe'), '/es/genres/7/Amor': html('amor') },
    aliases: { 'es:genre:7': '/es/genres/7/Amor' },
  });
});
afterAll(() => server.close());

describe('a page of the release', () => {
  it('is sent with its media type, policy and cache headers', async () => {
    const { status, headers, text } = await server.ask('ash', '/genres/7/Romance');
    expect(status).toBe(200);
    expect(text).toBe(html('romance'));
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(html('romance').length),
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      vary: 'Accept-Encoding',
    });
  });

  it.each([
    ['br', 'br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['br;q=0.5, gzip;q=0.9', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['gzip, deflate, br, zstd', 'br', (body: Buffer) => brotliDecompressSync(body)],
    ['br;q=0, *', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['identity', undefined, (body: Buffer) => body],
  ])('is encoded for a client that accepts %s', async (accepted, encoding, open) => {
    const { headers, body } = await server.ask('ash', '/', { headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(open(body).toString()).toBe(html('home'));
  });

  it('has the same bytes as the published file', async () => {
    const { body } = await server.ask('ash', '/hotnovels/A/1', { headers: { 'accept-encoding': 'br' } });
    expect(body).toEqual(readFileSync(join(server.state, 'ash/current/site/hotnovels/A/1.html.br')));
  });

  it('has one ETag per encoding and returns 304 if the ETag matches', async () => {
    const plain = await server.ask('ash', '/');
    const packed = await server.ask('ash', '/', { headers: { 'accept-encoding': 'br' } });
    expect(plain.headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(packed.headers.etag).toBe(plain.headers.etag?.replace(/"$/, '-br"'));
    const headers = { 'if-none-match': `"other", W/${packed.headers.etag}`, 'accept-encoding': 'br' };
    const again = await server.ask('ash', '/', { headers });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect(again.headers.etag).toBe(packed.headers.etag);
    expect(again.headers['content-security-policy']).toBe(PAGE_POLICY);
    expect((await server.ask('ash', '/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  it('is sent without a body for HEAD', async () => {
    const { status, headers, text } = await server.ask('ash', '/', { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['content-length']).toBe(String(html('home').length));
  });
});

describe('a different spelling of a page URL', () => {
  it.each([
    ['/genres/7', '/genres/7/Romance'],
    ['/genres/7/', '/genres/7'],
    ['/genres/7/romance', '/genres/7/Romance'],
    ['/genres/7/page-2', '/genres/7/Romance/page-2'],
    ['//genres///7/Romance', '/genres/7/Romance'],
    ['/category/Dragons', '/category/Fantasy/Dragons'],
    ['/category/Fantasy/Dragons/Anything', '/category/Fantasy/Dragons'],
    ['/hotnovels/a', '/hotnovels/A/1'],
    ['/hotnovels/a/2', '/hotnovels/A/2'],
    ['/hotnovels/%23', '/hotnovels/0/1'],
    ['/keywords/1', '/keywords'],
    ['/keywords/lost-heir', '/keywords/lost-heir/1'],
    ['/ranking', '/ranking/weekly/3/1'],
    ['/ranking/2', '/ranking/weekly/3/2'],
    ['/ranking/weekly/2', '/ranking/weekly/3/2'],
    ['/tags/5', '/tags/5/%E4%B8%89%E4%BD%93'],
    ['/tags/5/%e4%b8%89%e4%bd%93', '/tags/5/%E4%B8%89%E4%BD%93'],
  ])('%s redirects to %s and keeps the query', async (from, to) => {
    const { status, headers } = await server.ask('ash', `${from}?utm=a%20b`);
    expect({ status, to: headers.location }).toEqual({ status: 308, to: `${to}?utm=a%20b` });
  });

  it.each([
    ['/genres/7/', 'public, max-age=3600'],
    ['/genres/7', 'no-cache'],
    ['/ranking/2', 'no-cache'],
  ])('%s redirects with Cache-Control: %s', async (from, cache) => {
    expect((await server.ask('ash', from)).headers['cache-control']).toBe(cache);
  });

  it('redirects within its locale', async () => {
    expect((await server.ask('oak', '/es/genres/7')).headers.location).toBe('/es/genres/7/Amor');
    expect((await server.ask('oak', '/genres/7')).status).toBe(404);
    expect((await server.ask('oak', '/es')).text).toBe(html('roble'));
  });

  it('never redirects to another host', async () => {
    const { status, headers } = await server.ask('ash', '//evil.test/%2e%2e');
    expect(status).toBe(400);
    expect(headers.location).toBeUndefined();
    expect((await server.ask('ash', '//evil.test')).headers.location).toBe('/evil.test');
  });
});

it('/500 shows the error page with status 500', async () => {
  const { status, text } = await server.ask('ash', '/500');
  expect({ status, isPage: text.startsWith(html('fault').slice(0, 60)) }).toEqual({ status: 500, isPage: true });
});

describe('a page URL that leads to an error page', () => {
  it.each([
    '/nothing',
    '/genres/8',
    '/genres/7/Romance/page-3',
    '/hotnovels/A/3',
    '/genres/7/page-9',
    '/404',
    '/index.html',
    '/release.json',
    '/_astro/none.js',
    '/es',
  ])('%s shows the 404 page with status 404', async (path) => {
    const { status, text, headers } = await server.ask('ash', path);
    expect({ status, text }).toEqual({ status: 404, text: html('not found') });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-security-policy': PAGE_POLICY });
  });

  it('shows the 404 page in the language of the URL', async () => {
    expect((await server.ask('oak', '/es/nada')).text).toBe(html('no existe'));
  });

  it('gets status 404 again, not 304, if the client sends the ETag', async () => {
    const { headers } = await server.ask('ash', '/nothing');
    const again = await server.ask('ash', '/nothing', { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(again.status).toBe(404);
  });

  it.each([['/400'], ['/%zz'], ['/a%00b'], ['/a/%2e%2e/b'], ['/..'], ['/a%2Fb'], ['/%ff']])(
    '%s shows the 400 page with status 400',
    async (path) => {
      const { status, text } = await server.ask('ash', path);
      expect({ status, text }).toEqual({ status: 400, text: html('bad request') });
    },
  );

  it('gets status 503 with Retry-After for a brand without a release', async () => {
    const { status, headers } = await server.ask('new', '/');
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('120');
  });
});

describe('a browser file of the release', () => {
  it('is immutable for a year if its name contains a hash, and is compressed if the client accepts that', async () => {
    const { status, headers, body } = await server.ask('ash', '/_astro/page.Ab12.js', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    });
    expect(gunzipSync(body).toString()).toMatch(/^export const a=1\+/);
  });

  it('is sent from its stored .br file, which does not have a URL of its own', async () => {
    const br = { headers: { 'accept-encoding': 'br' } };
    expect((await server.ask('ash', '/_astro/beside.Cd34.js', br)).body).toEqual(STORED_VARIANT);
    expect((await server.ask('ash', '/_astro/beside.Cd34.js')).text).toBe(CODE);
    const compressed = await server.ask('ash', '/_astro/page.Ab12.js', br);
    expect(brotliDecompressSync(compressed.body).toString()).toBe(CODE);
    expect((await server.ask('ash', '/_astro/beside.Cd34.js.br')).status).toBe(404);
  });

  it('is revalidated after an hour if its name contains no hash', async () => {
    const { headers, text } = await server.ask('ash', '/robots.txt');
    expect(text).toBe('User-agent: *\n');
    expect(headers['cache-control']).toBe('public, max-age=3600');
  });

  it('is sent from the running code if the live release was built by older code', async () => {
    expect((await server.ask('ash', '/_brand/brand-ash.0123456789.css')).text).toContain('"ash"');
    expect((await server.ask('oak', '/_brand/brand-ash.0123456789.css')).status).toBe(404);
  });
});
