import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ServerGauges } from '#src/serve/index.ts';
import { gaugesInto, meterInto } from '#src/serve/metrics/server-metrics.ts';

let registry: Registry;
beforeEach(() => {
  registry = new Registry();
});

/** Returns the samples by name and labels, without their common prefix. */
async function samples(): Promise<Record<string, number>> {
  const written = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    written.map((line) => [
      line.slice('lectern_'.length, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' '))),
    ]),
  );
}

describe('the request metrics of the server', () => {
  it('count requests by brand, kind and status, with their duration in seconds', async () => {
    const meter = meterInto(registry);
    const request = { brand: 'ash', kind: 'page', status: 200, seconds: 0.25 } as const;
    meter.request(request);
    meter.request({ ...request, seconds: 2 });
    meter.request({ ...request, status: 304, seconds: 0 });
    expect(await samples()).toMatchObject({
      'http_requests_total{brand="ash",kind="page",status="200"}': 2,
      'http_requests_total{brand="ash",kind="page",status="304"}': 1,
      'http_request_duration_seconds_count{brand="ash",kind="page"}': 3,
      'http_request_duration_seconds_sum{brand="ash",kind="page"}': 2.25,
      'http_request_duration_seconds_bucket{le="0.1",brand="ash",kind="page"}': 1,
      'http_request_duration_seconds_bucket{le="0.25",brand="ash",kind="page"}': 2,
      'http_request_duration_seconds_bucket{le="10",brand="ash",kind="page"}': 3,
    });
  });

  it('distinguish API calls, pages, caches and threads', async () => {
    const meter = meterInto(registry);
    meter.call({ brand: 'ash', caller: 'visitor', outcome: 'timeout', seconds: 5 });
    meter.call({ brand: 'ash', caller: 'page', outcome: '2xx', seconds: 1 });
    meter.page({ brand: 'oak', result: 'failed', seconds: 3 });
    meter.lookUp('pages', 'stale');
    meter.lookUp('responses', 'hit');
    meter.lookUp('responses', 'hit');
    meter.threadReplaced();
    expect(await samples()).toMatchObject({
      'upstream_call_duration_seconds_sum{brand="ash",caller="visitor",outcome="timeout"}': 5,
      'upstream_call_duration_seconds_sum{brand="ash",caller="page",outcome="2xx"}': 1,
      'page_render_duration_seconds_sum{brand="oak",result="failed"}': 3,
      'cache_requests_total{cache="pages",result="stale"}': 1,
      'cache_requests_total{cache="responses",result="hit"}': 2,
      render_threads_replaced_total: 1,
    });
  });

  it('include a count of replaced threads, which starts at zero', async () => {
    meterInto(registry);
    expect((await samples())['render_threads_replaced_total']).toBe(0);
  });
});

const NOW: ServerGauges = {
  queues: [
    { queue: 'pages', brand: 'ash', running: 2, waiting: 3 },
    { queue: 'calls', brand: 'ash', running: 64, waiting: 0 },
  ],
  caches: [{ cache: 'files', bytes: 10, limit: 100 }],
  openCircuits: ['oak'],
  threads: [
    { pages: 1, activeSeconds: 4.5 },
    { pages: 0, activeSeconds: 7 },
  ],
  releases: [{ brand: 'ash', created: '2026-05-01T03:00:00.500Z', bytes: 2048, pages: 12 }],
};

describe('the gauges of the server', () => {
  it('show the current queues, caches, brands and threads', async () => {
    gaugesInto(registry, ['ash', 'oak'])(NOW);
    expect(await samples()).toEqual({
      'queue_running{queue="pages",brand="ash"}': 2,
      'queue_running{queue="calls",brand="ash"}': 64,
      'queue_waiting{queue="pages",brand="ash"}': 3,
      'queue_waiting{queue="calls",brand="ash"}': 0,
      'cache_bytes{cache="files"}': 10,
      'cache_limit_bytes{cache="files"}': 100,
      'upstream_circuit_open{brand="ash"}': 0,
      'upstream_circuit_open{brand="oak"}': 1,
      'render_thread_pages{thread="0"}': 1,
      'render_thread_pages{thread="1"}': 0,
      'render_thread_active_seconds_total{thread="0"}': 4.5,
      'render_thread_active_seconds_total{thread="1"}': 7,
      'release_created_timestamp_seconds{brand="ash"}': Date.parse('2026-05-01T03:00:00Z') / 1000 + 0.5,
      'release_size_bytes{brand="ash"}': 2048,
      'release_pages{brand="ash"}': 12,
    });
  });

  it('drop brands and threads that no longer exist, and count no time twice', async () => {
    const set = gaugesInto(registry, ['ash']);
    set(NOW);
    set({ queues: [], caches: [], openCircuits: [], threads: [{ pages: 0, activeSeconds: 5 }], releases: [] });
    expect(await samples()).toEqual({
      'upstream_circuit_open{brand="ash"}': 0,
      'render_thread_pages{thread="0"}': 0,
      'render_thread_active_seconds_total{thread="0"}': 5,
    });
  });
});
