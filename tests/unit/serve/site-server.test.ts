import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Brand } from '#src/brand/registry.ts';
import type { MeasuredRequest, ServerMeter } from '#src/serve/http/meter.ts';
import { ask } from '../../helpers/http.ts';
import { html, PAGE_POLICY, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

/** A meter that records requests and cache look-ups. */
function recordingMeter() {
  const requests: Pick<MeasuredRequest, 'brand' | 'kind' | 'status'>[] = [];
  const lookUps: string[] = [];
  const meter: ServerMeter = {
    request: ({ brand, kind, status }) => void requests.push({ brand, kind, status }),
    call() {},
    page() {},
    lookUp: (cache, result) => void lookUps.push(`${cache} ${result}`),
    clientError() {},
    threadReplaced() {},
  };
  return { meter, requests, lookUps };
}

async function start(config: Parameters<typeof startServer>[1] = {}, brand: Partial<Brand> = {}) {
  running = await startServer([testBrand('ash', brand), testBrand('oak')], config);
  return running;
}

describe('the health check of a server', () => {
  it('is ok immediately, and ready when each brand has a release', async () => {
    const { ask: get, state } = await start();
    await publish(state, 'ash', { pages: {} });
    expect(await get('ash', '/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}\n' });
    const { status, text } = await get('ash', '/readyz');
    expect([status, JSON.parse(text)]).toEqual([503, { status: 'not ready', withoutRelease: ['oak'] }]);
  });

  it('requires releases only for the configured brands', async () => {
    const { ask: get } = await start({ awaited: [] });
    expect((await get('ash', '/readyz')).status).toBe(200);
  });

  it('does not depend on a broken brand, whose host gets 503, or on unknown hosts, which get 421', async () => {
    const { port } = await start({ awaited: [], unavailableHosts: ['www.elm.example', 'elm.localhost'] });
    for (const host of ['www.elm.example', 'WWW.ELM.EXAMPLE:80', 'elm.localhost']) {
      const { status, headers } = await ask(port, host, '/novel/1');
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '300', 'no-store']);
    }
    expect((await ask(port, 'elm.example', '/')).status).toBe(421);
    expect((await ask(port, 'www.elm.example', '/healthz')).status).toBe(200);
  });

  it('can be requested at any host name', async () => {
    const { port } = await start();
    expect((await ask(port, '10.0.0.1', '/healthz')).status).toBe(200);
    expect((await ask(port, '10.0.0.1', '/')).status).toBe(421);
  });
});

describe('a response of the site server', () => {
  it('is sent from the cache the second time, and counted as a hit', async () => {
    const { meter, requests, lookUps } = recordingMeter();
    const { ask: get, state, server } = await start({ meter });
    await publish(state, 'ash', { pages: { '/genres': html('genres') }, assets: { '/_astro/a.0123.js': 'a()' } });
    for (const path of ['/genres', '/genres', '/_astro/a.0123.js', '/_astro/a.0123.js'])
      expect((await get('ash', path)).status).toBe(200);
    await expect.poll(() => requests.length).toBe(4);
    expect(requests.map(({ brand, kind }) => `${brand} ${kind}`)).toEqual([
      'ash page',
      'ash page',
      'ash file',
      'ash file',
    ]);
    expect(lookUps).toEqual(['responses miss', 'responses hit', 'responses miss', 'responses hit']);
    const filledCaches = server.gauges().caches.map(({ cache, bytes }) => [cache, bytes > 0]);
    expect(filledCaches).toEqual([
      ['files', true],
      ['responses', true],
      ['pages', false],
    ]);
    expect(server.gauges().releases).toMatchObject([{ brand: 'ash' }]);
  });

  it("is a redirect for a brand's second host, even if the page is cached for the first host", async () => {
    const { ask: get, port, state } = await start({}, { hosts: ['ash.test', 'ash.example'] });
    await publish(state, 'ash', { pages: { '/genres': html('genres') } });
    for (let time = 0; time < 2; time += 1) {
      expect((await get('ash', '/genres')).status).toBe(200);
      const { status, headers } = await ask(port, 'ash.example', '/genres');
      expect([status, headers.location]).toEqual([308, 'https://ash.test/genres']);
    }
  });

  it('is counted for no brand if the host is unknown', async () => {
    const { meter, requests } = recordingMeter();
    const { port } = await start({ meter });
    await ask(port, 'elm.test', '/');
    await expect.poll(() => requests).toEqual([{ brand: 'none', kind: 'error', status: 421 }]);
  });

  it('has a Retry-After before the first release', async () => {
    const { ask: get } = await start();
    const { status, headers } = await get('ash', '/');
    expect([status, headers['retry-after']]).toEqual([503, '120']);
  });

  it("has Strict-Transport-Security with the brand's value, whatever kind of response it is", async () => {
    const { ask: get, port, state } = await start();
    await publish(state, 'ash', { pages: { '/genres': html('genres') } });
    const secure = async (path: string) => 'strict-transport-security' in (await get('ash', path)).headers;
    const paths = ['/genres', '/none', '/genres/', '/healthz'];
    expect(await Promise.all(paths.map(secure))).toEqual(paths.map(() => true));
    expect((await ask(port, 'elm.test', '/')).headers).not.toHaveProperty('strict-transport-security');
  });

  it('is a refusal if the target of the request is malformed', async () => {
    const { port } = await start();
    expect(await ask(port, 'ash.test', '*')).toMatchObject({ status: 400, text: 'The request target is malformed.\n' });
  });
});

describe('an API call to the site server', () => {
  it("is forwarded under the brand's own API prefix, and gets 404 under the prefix of another brand", async () => {
    const { ask: get } = await start();
    const codeOf = async (path: string) => {
      const { status, text } = await get('ash', path);
      return [status, JSON.parse(text).errors[0].code];
    };
    expect(await codeOf('/ash_api/v1/x')).toEqual([503, expect.any(String)]);
    expect(await codeOf('/oak_api/v1/x')).toEqual([404, 'NOT_FOUND']);
  });
});

describe('an unknown route guard', () => {
  it('makes its route return 500, and is logged once', async () => {
    const { ask: get, state, lines } = await start({ guards: { history: ['fullMoon'] } });
    await publish(state, 'ash', { pages: { '/history': html('history') } });
    for (let time = 0; time < 2; time += 1) expect((await get('ash', '/history')).status).toBe(500);
    expect(lines.filter((line) => line.includes('Unknown middleware fullMoon'))).toHaveLength(1);
  });
});

describe('a damaged release on the site server', () => {
  it('is replaced by the previous release if its manifest is damaged', async () => {
    const { ask: get, state, lines } = await start();
    await publish(state, 'ash', { pages: { '/tags': html('yesterday') } });
    const many = Array.from({ length: 200 }, (_, number) => [`/ranking/weekly/${number}/1`, html('x')]);
    await publish(state, 'ash', { pages: { ...Object.fromEntries(many), '/tags': html('today') } });
    // SQLite caches what it has read, so the test requests a different page first.
    expect((await get('ash', '/ranking/weekly/1/1')).status).toBe(200);
    const manifest = join(state, 'ash/current/manifest.db');
    const bytes = readFileSync(manifest);
    bytes.fill(0xff, 24 * 1024);
    writeFileSync(manifest, bytes);
    for (let time = 0; time < 2; time += 1)
      expect((await get('ash', `/tags?time=${time}`)).text).toBe(html('yesterday'));
    expect(lines.filter((line) => line.includes('cannot be opened'))).toHaveLength(1);
  });

  it('makes the server render a page again if the file of the page is damaged', async () => {
    const { ask: get, state, lines } = await start();
    await publish(state, 'ash', { pages: { '/genres': html('genres') } }, (release) =>
      rmSync(join(release, 'site'), { recursive: true }),
    );
    const { status, text, headers } = await get('ash', '/genres');
    expect([status, text]).toEqual([200, html('page of /genres')]);
    expect(headers['content-security-policy']).toBe(PAGE_POLICY);
    expect(lines.join('\n')).toContain('damaged');
  });

  it('makes the server send a plain error page if the error page is damaged too', async () => {
    const { ask: get, state } = await start({ site: { render: async () => new Response('', { status: 500 }) } });
    await publish(state, 'ash', { pages: { '/genres': html('genres') } }, (release) =>
      rmSync(join(release, 'site'), { recursive: true }),
    );
    const { status, text, headers } = await get('ash', '/genres');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(text).toContain('This page cannot be shown');
  });
});
