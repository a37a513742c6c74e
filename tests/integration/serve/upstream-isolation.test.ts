import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteApp } from '#src/publish/bundle/index.ts';
import type { RawResponse } from '../../helpers/http.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';
import { type ScriptedServer, startScriptedServer, succeed } from '../../helpers/scripted-server.ts';

/** Far below the time limit for a call, but enough on a busy machine. */
const MAX_RESPONSE_MS = 5000;

let upstream: ScriptedServer;
let server: RunningServer;
let hanging: ServerResponse[];
/** How the upstream responds to calls of the brand `ash`. */
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  hanging = [];
  answer = (response) => void hanging.push(response);
  upstream = await startScriptedServer((response, { path }) =>
    path.startsWith('/ash_api/') ? answer(response) : succeed(response, { well: true }),
  );
});
afterEach(async () => {
  await upstream.close();
  await server.close();
});

async function start(upstreamTimeoutMs?: number): Promise<void> {
  const timeout = upstreamTimeoutMs === undefined ? {} : { upstreamTimeoutMs };
  server = await startServer([testBrand('ash'), testBrand('oak')], { upstreamOrigin: upstream.origin, ...timeout });
  for (const id of ['ash', 'oak']) await publish(server.state, id, { pages: { '/genres': html('genres') } });
}

const call = (brand: string, name = 'x') => server.ask(brand, `/${brand}_api/v1/${name}`);

async function measured<T>(work: Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  return [await work, performance.now() - startedAt];
}

async function refusal(answered: Promise<RawResponse | undefined>): Promise<RawResponse> {
  const response = await answered;
  if (response?.status !== 503) throw new Error(`no refusal: ${response?.status}`);
  return response;
}

/** Sends calls that hang and ignores their outcome. */
const hang = (count: number) => Array.from({ length: count }, () => call('ash', 'hang').catch(() => undefined));

describe('a site while 64 calls of one brand hang', () => {
  it('serves pages and calls of another brand immediately', { timeout: 60_000 }, async () => {
    await start();
    const waiting = hang(64);
    await expect.poll(() => hanging.length, { timeout: 30_000 }).toBe(64);
    const [[oak, callMs], [page, pageMs]] = [await measured(call('oak')), await measured(server.ask('oak', '/genres'))];
    expect([oak.status, page.status]).toEqual([200, 200]);
    expect(callMs).toBeLessThan(MAX_RESPONSE_MS);
    expect(pageMs).toBeLessThan(MAX_RESPONSE_MS);
    // Prerendered pages of the brand do not need the upstream.
    expect((await server.ask('ash', '/genres')).status).toBe(200);
    for (const response of hanging) succeed(response, {});
    await Promise.all(waiting);
  });

  it('immediately rejects further calls of that brand, with Retry-After, if too many are waiting', {
    timeout: 60_000,
  }, async () => {
    await start();
    const calls = hang(64 + 512 + 10);
    const [refused, ms] = await measured(Promise.any(calls.map(refusal)));
    expect(ms).toBeLessThan(MAX_RESPONSE_MS);
    expect(refused.headers['retry-after']).toBe('5');
    expect(JSON.parse(refused.text).errors).toEqual([{ code: 'UNAVAILABLE', message: expect.any(String) }]);
    expect((await call('oak')).status).toBe(200);
    answer = (response) => succeed(response, {});
    for (const response of hanging) succeed(response, {});
    await Promise.all(calls);
  });
});

describe('an upstream that keeps failing', () => {
  it('is not called for a while, then tested with one call, and used again', { timeout: 60_000 }, async () => {
    await start(500);
    await Promise.all(hang(5));
    const before = upstream.seen.length;
    const refused = await Promise.all(Array.from({ length: 20 }, () => call('ash')));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect(upstream.seen).toHaveLength(before);
    expect((await call('oak')).status).toBe(200);
    answer = (response) => succeed(response, {});
    await expect.poll(async () => (await call('ash')).status, { timeout: 30_000 }).toBe(200);
    expect(server.lines.filter((line) => line.includes('calls are rejected until it responds'))).toHaveLength(1);
    expect(server.lines.join()).toContain('the upstream responds again');
  });

  it('is still called if it sends Retry-After, or if only one kind of call fails', async () => {
    await start();
    answer = (response) => response.writeHead(503, { 'retry-after': '1' }).end('{}');
    for (let count = 0; count < 8; count += 1) await call('ash');
    answer = (response) => response.writeHead(500).end('{}');
    for (let count = 0; count < 8; count += 1) await call('ash');
    answer = (response) => succeed(response, {});
    expect((await call('ash')).status).toBe(200);
  });
});

describe('requests for pages that are not cached, if too many are waiting', () => {
  it('are rejected immediately, while cached and prerendered pages are still served', {
    timeout: 120_000,
  }, async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let rendering = 0;
    const site: SiteApp = {
      async render({ url }) {
        const isCold = url.includes('cold');
        if (isCold) rendering += 1;
        if (isCold) await promise;
        return new Response(html('a page'), { headers: { 'lectern-cache': 'max-age=0, stale-while-revalidate=60' } });
      },
    };
    server = await startServer([testBrand('ash'), testBrand('oak')], { site, renderWaitMs: 60_000 });
    for (const id of ['ash', 'oak']) await publish(server.state, id, { pages: { '/genres': html('genres') } });
    expect((await server.ask('ash', '/novel/1/Fantasy/kept')).status).toBe(200);
    const cold = Array.from({ length: 160 }, (_, book) => server.ask('ash', `/novel/${book + 2}/Fantasy/cold`));
    const [refused, ms] = await measured(Promise.any(cold.map(refusal)));
    expect(ms).toBeLessThan(MAX_RESPONSE_MS);
    expect(refused.headers['retry-after']).toBe('5');
    expect(rendering).toBe(16);
    const stale = await server.ask('ash', '/novel/1/Fantasy/kept');
    expect([stale.status, stale.headers['lectern-stale']]).toEqual([200, '1']);
    expect((await server.ask('ash', '/genres')).status).toBe(200);
    expect((await server.ask('oak', '/novel/1/Fantasy/other')).status).toBe(200);
    resolve();
    const statuses = (await Promise.all(cold)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(144);
  });
});
