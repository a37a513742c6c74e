import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, PAGE_POLICY, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';
import { type ScriptedServer, startScriptedServer, succeed } from '../../helpers/scripted-server.ts';

let upstream: ScriptedServer;
let server: RunningServer;

beforeAll(async () => {
  upstream = await startScriptedServer((response) =>
    succeed(response, {}, { 'strict-transport-security': 'max-age=1', 'cross-origin-resource-policy': 'cross-origin' }),
  );
  const brands = [
    testBrand('ash', { imageHosts: ['covers.example'] }),
    testBrand('oak', { hsts: { maxAge: 600, includeSubDomains: true } }),
    testBrand('elm', { hsts: false, hosts: ['elm.test', 'www.elm.test'] }),
  ];
  server = await startServer(brands, { upstreamOrigin: upstream.origin });
  for (const brand of ['ash', 'oak', 'elm'])
    await publish(server.state, brand, { pages: { '/': html('home') }, assets: { '/_astro/a.Ab1.js': 'go();' } });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

/** One response of each kind: page, cached page, rendered page, missing page, redirect, file, call, rejection. */
const PATHS = ['/', '/', '/novel/1/a/b', '/none', '/genres/', '/_astro/a.Ab1.js', '/ash_api/v1/x', '/oak_api/v1/x'];

const TOO_LONG = `/${'a'.repeat(5000)}`;

it('Strict-Transport-Security has the value set by the brand in every response', async () => {
  for (const [brand, value] of Object.entries({
    ash: 'max-age=31536000',
    oak: 'max-age=600; includeSubDomains',
    elm: undefined,
  }))
    for (const path of PATHS) {
      const { headers } = await server.ask(brand, path);
      expect([brand, path, headers['strict-transport-security']]).toEqual([brand, path, value]);
    }
});

it('Cross-Origin-Resource-Policy restricts pages to their origin, and files and calls to the site', async () => {
  for (const [path, value] of Object.entries({
    '/': 'same-origin',
    '/novel/1/a/b': 'same-origin',
    '/none': 'same-origin',
    '/_astro/a.Ab1.js': 'same-site',
    '/ash_api/v1/x': 'same-site',
  })) {
    const { headers } = await server.ask('ash', path);
    expect([path, headers['cross-origin-resource-policy']]).toEqual([path, value]);
  }
});

it("Speculation-Rules is sent only with pages, and contains the URL of the brand's rules", async () => {
  for (const path of ['/', '/novel/1/a/b', '/none']) {
    const { headers } = await server.ask('ash', path);
    const [, file = ''] = /^"(.+)"$/.exec(String(headers['speculation-rules'])) ?? [];
    const rules = await server.ask('ash', file);
    expect([path, rules.status, rules.headers['content-type']]).toEqual([
      path,
      200,
      'application/speculationrules+json',
    ]);
    expect(Object.keys(JSON.parse(rules.text))).toEqual(['prefetch', 'prerender']);
  }
  for (const path of ['/genres/', '/_astro/a.Ab1.js', '/ash_api/v1/x']) {
    const { headers } = await server.ask('ash', path);
    expect([path, headers['speculation-rules']]).toEqual([path, undefined]);
  }
});

it('every response forbids content sniffing, and keeps browsers from sending its path to other sites', async () => {
  const asks = [...PATHS, '/healthz', '/readyz', '/robots.txt', TOO_LONG].map((path) => ({ path, options: {} }));
  for (const { path, options } of [
    ...asks,
    { path: '/_report', options: { method: 'POST', body: 'x' } },
    { path: '/', options: { method: 'DELETE' } },
  ]) {
    const { headers } = await server.ask('ash', path, options);
    const withPath = (...values: unknown[]) => [path, ...values];
    expect(withPath(headers['x-content-type-options'], headers['referrer-policy'])).toEqual(
      withPath('nosniff', 'strict-origin-when-cross-origin'),
    );
  }
});

it('responses to API calls and rejected requests cannot run scripts or be shown in frames', async () => {
  for (const path of ['/ash_api/v1/x', '/oak_api/v1/x', TOO_LONG]) {
    const { headers } = await server.ask('ash', path);
    expect([path, headers['content-security-policy']]).toEqual([
      path,
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    ]);
  }
});

it('files of the site cannot be shown in frames', async () => {
  for (const path of ['/_astro/a.Ab1.js', '/robots.txt']) {
    const { status, headers } = await server.ask('ash', path);
    expect([path, status, headers['content-security-policy']]).toEqual([path, 200, "frame-ancestors 'none'"]);
  }
});

it('the img-src policy contains the image hosts of the brand', async () => {
  for (const path of ['/', '/novel/1/a/b', '/none']) {
    const [ash, oak] = [await server.ask('ash', path), await server.ask('oak', path)];
    expect(ash.headers['content-security-policy']).toBe(PAGE_POLICY.replace('data:', 'data: https://covers.example'));
    expect(oak.headers['content-security-policy']).toBe(PAGE_POLICY);
  }
});

describe('a report of a policy violation', () => {
  let running: RunningServer;
  beforeAll(async () => {
    running = await startServer([testBrand('ash'), testBrand('oak')], { proxies: ['127.0.0.1'] });
  });
  afterAll(() => running.close());

  let serial = 0;
  const anotherAddress = () => {
    serial += 1;
    return `10.0.1.${serial}`;
  };
  const report = (body: unknown, from = anotherAddress(), brand = 'ash') =>
    running.ask(brand, '/_report', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'x-forwarded-for': from },
    });
  const logged = () => running.lines.filter((line) => line.includes('violated its content security policy'));

  it('is logged without queries, secrets and other text that websites could inject', async () => {
    const old = {
      'document-uri': 'https://ash.test/0123456789abcdef0123456789abcdef?x=secret',
      'effective-directive': 'img-src',
      'blocked-uri': 'https://evil.example/path?token=secret',
      'source-file': 'https://ash.test/_astro/a.js?secret',
    };
    expect((await report({ 'csp-report': old })).status).toBe(204);
    const body = {
      documentURL: 'https://ash.test/genres',
      effectiveDirective: 'script-src-elem',
      blockedURL: 'inline',
    };
    expect((await report([{ type: 'csp-violation', body }])).status).toBe(204);
    const [first = '', second = ''] = logged().slice(-2);
    for (const part of ['token', 'img-src', 'https://evil.example', '/_astro/a.js']) expect(first).toContain(part);
    expect(first).not.toMatch(/secret|0123456789abcdef|path\?/);
    for (const part of ['/genres', 'script-src-elem', 'inline']) expect(second).toContain(part);
  });
});
