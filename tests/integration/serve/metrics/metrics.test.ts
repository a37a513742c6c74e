import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import { beginNight, type NightEnd } from '#src/publish/nights/index.ts';
import { createRenderThreads } from '#src/serve/index.ts';
import { createSiteMetrics, type MetricsServer } from '#src/serve/metrics/index.ts';
import { html, publish, testBrand } from '../../../helpers/published-brand.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { type RunningServer, startServer } from '../../../helpers/running-server.ts';
import { type ScriptedServer, startScriptedServer, succeed } from '../../../helpers/scripted-server.ts';

/** Code of a built site whose pages make as many upstream calls as their URL says. */
const ENTRY = `
export const preloadPages = async () => {};
export const app = {
  async render(request, { locals }) {
    const asked = locals.upstreamOrigin ? Number(new URL(request.url).pathname.split('/')[2]) : 0;
    for (let call = 0; call < asked; call += 1)
      await (await fetch(locals.upstreamOrigin + '/ash_api/v1/' + (call === 0 ? 'good' : 'bad'))).text();
    return new Response('<p>page</p>', { headers: { 'lectern-cache': 'max-age=60' } });
  },
};`;
const BRANDS = [testBrand('ash'), testBrand('oak')];
const END: NightEnd = {
  outcome: 'published',
  exitCode: 0,
  release: 'r1',
  seconds: { sync: 1.5, total: 2.5 },
  pages: { rendered: 3, kept: 90, removed: 1 },
  kinds: {},
  bytes: 2 ** 20,
  upstream: { calls: 12, retries: 1, errors: 2 },
  reasons: [],
};
const LOOPBACK = { host: '127.0.0.1', port: 0 };

let state: string;
let upstream: ScriptedServer;
let server: RunningServer;
let metrics: MetricsServer;

beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'lectern-metrics-'));
  mkdirSync(join(state, 'built/server'), { recursive: true });
  writeFileSync(join(state, 'built/server/entry.mjs'), ENTRY);
  upstream = await startScriptedServer((response, { path }) => {
    if (path.endsWith('/bad')) response.writeHead(503).end();
    else if (!path.endsWith('/hang')) succeed(response, {});
  });
  const { log } = recordingLog();
  const siteMetrics = createSiteMetrics({ state, brands: ['ash', 'oak'], log });
  const { meter } = siteMetrics;
  const renderer = await createRenderThreads({ folder: join(state, 'built'), log, threads: 2, meter });
  server = await startServer(BRANDS, { state, upstreamOrigin: upstream.origin, meter, renderer });
  metrics = await siteMetrics.serve(LOOPBACK, server.server.gauges);
});
afterEach(async () => {
  await metrics.close();
  await server.close();
  await upstream.close();
  rmSync(state, { recursive: true, force: true });
});

const get = (path = '/metrics', init: RequestInit = {}) => fetch(`http://127.0.0.1:${metrics.port}${path}`, init);

/** Returns the samples by name and labels. */
async function samples(): Promise<Record<string, number>> {
  const text = await (await get()).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ [^ ]*$/, ''), Number(line.split(' ').at(-1))]));
}

/**
 * Waits until the metrics have these values, because the last byte of a response arrives before the server knows that
 * it was sent.
 */
const settled = (expected: Record<string, number>) =>
  vi.waitFor(async () => expect(await samples()).toMatchObject(expected), { timeout: 20_000, interval: 100 });

describe('/metrics', () => {
  it('counts requests by brand, kind and status', async () => {
    await publish(state, 'ash', { pages: { '/genres': html('genres') } });
    await publish(state, 'oak', { pages: {} });
    for (let time = 0; time < 3; time += 1) await server.ask('ash', '/genres');
    await server.ask('ash', '/genres', { headers: { 'if-none-match': '*' } });
    await server.ask('oak', '/nothing/here');
    await server.ask('ash', '/genres/');
    for (let time = 0; time < 2; time += 1) await server.ask('ash', '/_brand/brand-ash.0123456789.css');
    await server.ask('oak', '/oak_api/v1/good');
    await server.ask('oak', '/novel/1/none/x');
    await server.ask('ash', '/healthz');
    await server.ask('elm', '/genres');
    await settled({
      'lectern_http_requests_total{brand="ash",kind="page",status="200"}': 3,
      'lectern_http_requests_total{brand="ash",kind="page",status="304"}': 1,
      'lectern_http_requests_total{brand="ash",kind="redirect",status="308"}': 1,
      'lectern_http_requests_total{brand="ash",kind="file",status="200"}': 2,
      'lectern_http_requests_total{brand="ash",kind="health",status="200"}': 1,
      'lectern_http_requests_total{brand="oak",kind="error",status="404"}': 1,
      'lectern_http_requests_total{brand="oak",kind="call",status="200"}': 1,
      'lectern_http_requests_total{brand="oak",kind="rendered",status="200"}': 1,
      'lectern_http_requests_total{brand="none",kind="error",status="421"}': 1,
      'lectern_http_request_duration_seconds_count{brand="ash",kind="page"}': 4,
    });
  });

  it('counts a request as 499 if the visitor disconnected', async () => {
    await publish(state, 'ash', { pages: {} });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /ash_api/v1/hang HTTP/1.1\r\nHost: ash.test\r\n\r\n');
    await expect.poll(() => upstream.seen.length, { timeout: 20_000 }).toBe(1);
    await settled({ 'lectern_queue_running{queue="calls",brand="ash"}': 1 });
    socket.resetAndDestroy();
    await settled({
      'lectern_http_requests_total{brand="ash",kind="call",status="499"}': 1,
      'lectern_upstream_call_duration_seconds_count{brand="ash",caller="visitor",outcome="left"}': 1,
      'lectern_queue_running{queue="calls",brand="ash"}': 0,
    });
  });

  it('adds up the pages and upstream calls of all render threads by result', async () => {
    await publish(state, 'ash', { pages: {} });
    for (const page of ['1/a/one', '3/b/two', '3/c/three'])
      expect((await server.ask('ash', `/novel/${page}`)).status).toBe(200);
    await settled({
      'lectern_page_render_duration_seconds_count{brand="ash",result="page"}': 3,
      'lectern_upstream_call_duration_seconds_count{brand="ash",caller="page",outcome="2xx"}': 3,
      'lectern_upstream_call_duration_seconds_count{brand="ash",caller="page",outcome="5xx"}': 4,
      'lectern_cache_requests_total{cache="pages",result="miss"}': 3,
      'lectern_render_thread_pages{thread="0"}': 0,
      'lectern_render_thread_pages{thread="1"}': 0,
    });
    const now = await samples();
    const active = [0, 1].map((thread) => now[`lectern_render_thread_active_seconds_total{thread="${thread}"}`] ?? -1);
    expect(Math.min(...active)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...active)).toBeGreaterThan(0);
  });

  it('shows hits and sizes of the caches', async () => {
    await publish(state, 'ash', { pages: { '/genres': html('genres') } });
    for (let time = 0; time < 3; time += 1) await server.ask('ash', '/genres');
    await settled({
      'lectern_cache_requests_total{cache="responses",result="miss"}': 1,
      'lectern_cache_requests_total{cache="responses",result="hit"}': 2,
    });
    const now = await samples();
    for (const cache of ['files', 'responses', 'pages']) {
      const [bytes = -1, limit = 0] = ['', 'limit_'].map(
        (which) => now[`lectern_cache_${which}bytes{cache="${cache}"}`],
      );
      expect(bytes).toBeLessThan(limit);
      expect(bytes > 0).toBe(cache !== 'pages');
    }
  });

  it('shows that an upstream fails', async () => {
    await publish(state, 'ash', { pages: {} });
    await settled({ 'lectern_upstream_circuit_open{brand="ash"}': 0 });
    for (let call = 0; call < 8; call += 1) await server.ask('ash', '/ash_api/v1/bad');
    const now = await samples();
    expect(now).toMatchObject({
      'lectern_upstream_circuit_open{brand="ash"}': 1,
      'lectern_upstream_circuit_open{brand="oak"}': 0,
    });
    const count = (outcome: string) =>
      now[`lectern_upstream_call_duration_seconds_count{brand="ash",caller="visitor",outcome="${outcome}"}`] ?? 0;
    expect(count('5xx')).toBeGreaterThan(0);
    expect(count('refused')).toBeGreaterThan(0);
    expect(count('5xx') + count('refused')).toBe(8);
  });

  it('shows the age and size of each live release, and updates them after a publish', async () => {
    const before = Date.now() / 1000;
    await publish(state, 'ash', { pages: { '/genres': html('genres') } });
    await settled({ 'lectern_release_pages{brand="ash"}': 4 });
    const now = await samples();
    expect(now['lectern_release_created_timestamp_seconds{brand="ash"}']).toBeGreaterThan(before - 1);
    expect(now['lectern_release_size_bytes{brand="ash"}']).toBeGreaterThan(html('genres').length);
    expect(now).not.toHaveProperty('lectern_release_pages{brand="oak"}');
    await publish(state, 'ash', { pages: { '/genres': html('genres'), '/tags': html('tags') } });
    await settled({ 'lectern_release_pages{brand="ash"}': 5 });
  });

  it('shows the last nightly rebuild and the last successful nightly rebuild of each brand', async () => {
    const { log } = recordingLog();
    const night = (brand: string, started: string, end?: Partial<NightEnd>, mode: 'night' | 'pages' = 'night') => {
      const record = beginNight({ state, brand, mode, log, now: () => new Date(started) });
      if (end) record.end({ ...END, ...end });
    };
    night('ash', '2026-05-01T03:00:00Z', {});
    night('ash', '2026-05-02T03:00:00Z', { outcome: 'failed', exitCode: 3, pages: null });
    night('ash', '2026-05-02T09:00:00Z', {}, 'pages');
    night('oak', '2026-05-02T03:00:00Z');
    night('removed', '2026-05-02T03:00:00Z', {});
    const now = await samples();
    expect(now).toMatchObject({
      'lectern_night_started_timestamp_seconds{brand="ash"}': Date.parse('2026-05-02T03:00:00Z') / 1000,
      'lectern_night_good_timestamp_seconds{brand="ash"}': Date.parse('2026-05-01T03:00:00Z') / 1000,
      'lectern_night_outcome{brand="ash",outcome="failed"}': 1,
      'lectern_night_outcome{brand="ash",outcome="published"}': 0,
      'lectern_night_outcome{brand="oak",outcome="running"}': 1,
      'lectern_night_exit_code{brand="ash"}': 3,
      'lectern_night_duration_seconds{brand="ash",stage="sync"}': 1.5,
      'lectern_night_duration_seconds{brand="ash",stage="total"}': 2.5,
      'lectern_night_pages{brand="ash",result="rendered"}': 3,
      'lectern_night_upstream_calls{brand="ash",kind="retries"}': 1,
    });
    expect(Object.keys(now).filter((name) => name.includes('brand="removed"'))).toEqual([]);
    expect(now).not.toHaveProperty('lectern_night_exit_code{brand="oak"}');
  });

  it('shows the previous values while a nightly rebuild is being recorded', async () => {
    const { log } = recordingLog();
    beginNight({ state, brand: 'ash', mode: 'night', log }).end(END);
    await settled({ 'lectern_night_exit_code{brand="ash"}': 0 });
    const sql = openSql(join(state, 'nights.db'));
    sql.exec('BEGIN EXCLUSIVE');
    const startedAt = performance.now();
    expect(await samples()).toMatchObject({ 'lectern_night_exit_code{brand="ash"}': 0 });
    expect(performance.now() - startedAt).toBeLessThan(1500);
    sql.close();
  });

  it('contains metrics of the process and its event loop', async () => {
    expect(await samples()).toMatchObject({
      nodejs_eventloop_lag_p99_seconds: expect.any(Number),
      process_resident_memory_bytes: expect.any(Number),
    });
  });

  it('is available only on a separate port', async () => {
    await publish(state, 'ash', { pages: {} });
    const answer = await get();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect((await server.ask('ash', '/metrics')).status).toBe(404);
  });
});
