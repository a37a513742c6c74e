import { Counter, Histogram, type Registry } from 'prom-client';
import type { ServerGauges, ServerMeter } from '../index.ts';
import { gaugeMaker } from './gauge.ts';

/**
 * Bounds of the histogram buckets, in seconds. The lowest is typical for a cached response; the highest exceeds every
 * time limit for visitors.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers metrics that count events. */
export function meterInto(registry: Registry): ServerMeter {
  const registers = [registry];
  const requests = new Counter({
    name: 'lectern_http_requests_total',
    help: 'Finished requests by brand, kind and status; 499: the connection closed before the response.',
    labelNames: ['brand', 'kind', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time from a request to the last byte of its response, by brand and kind.',
    labelNames: ['brand', 'kind'],
    buckets: BUCKETS,
    registers,
  });
  const calls = new Histogram({
    name: 'lectern_upstream_call_duration_seconds',
    help: 'Time of calls to the upstream, by brand, caller (page, visitor) and outcome (class of the status, or why there is none).',
    labelNames: ['brand', 'caller', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  const pages = new Histogram({
    name: 'lectern_page_render_duration_seconds',
    help: 'Time of pages rendered on request, including the wait for a thread, by brand and result.',
    labelNames: ['brand', 'result'],
    buckets: BUCKETS,
    registers,
  });
  const lookUps = new Counter({
    name: 'lectern_cache_requests_total',
    help: 'Look-ups in a cache, by result: hit, stale (served while it is rendered again), miss.',
    labelNames: ['cache', 'result'],
    registers,
  });
  const clientErrors = new Counter({
    name: 'lectern_client_errors_total',
    help: "Errors that visitors' browsers reported, by brand and kind (error, rejection, chunk, hydration).",
    labelNames: ['brand', 'kind'],
    registers,
  });
  const replaced = new Counter({
    name: 'lectern_render_threads_replaced_total',
    help: 'Render threads that were terminated because a page blocked them or their memory was full.',
    registers,
  });
  return {
    request({ brand, kind, status, seconds }) {
      requests.inc({ brand, kind, status });
      durations.observe({ brand, kind }, seconds);
    },
    call: ({ brand, caller, outcome, seconds }) => calls.observe({ brand, caller, outcome }, seconds),
    page: ({ brand, result, seconds }) => pages.observe({ brand, result }, seconds),
    lookUp: (cache, result) => lookUps.inc({ cache, result }),
    clientError: (brand, kind) => clientErrors.inc({ brand, kind }),
    threadReplaced: () => replaced.inc(),
  };
}

/**
 * Registers metrics about the current state.
 * @param brands ids of all brands
 * @returns a function that updates the metrics
 */
export function gaugesInto(registry: Registry, brands: readonly string[]): (now: ServerGauges) => void {
  const gauge = gaugeMaker(registry);
  const running = gauge('lectern_queue_running', 'Pages and calls in progress, by queue and brand.', 'queue', 'brand');
  const waiting = gauge('lectern_queue_waiting', 'Pages and calls that are waiting.', 'queue', 'brand');
  const cacheBytes = gauge('lectern_cache_bytes', 'Memory used by a cache.', 'cache');
  const limit = gauge('lectern_cache_limit_bytes', 'Maximum memory of a cache.', 'cache');
  const circuit = gauge('lectern_upstream_circuit_open', '1 while calls of a brand are rejected immediately.', 'brand');
  const threadPages = gauge('lectern_render_thread_pages', 'Pages that a render thread is rendering.', 'thread');
  const created = gauge('lectern_release_created_timestamp_seconds', 'Creation time of the live release.', 'brand');
  const size = gauge('lectern_release_size_bytes', 'Size of all pages of the live release, uncompressed.', 'brand');
  const pages = gauge('lectern_release_pages', 'Number of pages of the live release.', 'brand');
  const active = new Counter({
    name: 'lectern_render_thread_active_seconds_total',
    help: 'Time for which the event loop of a render thread was active since the thread started.',
    labelNames: ['thread'],
    registers: [registry],
  });
  const all = [running, waiting, cacheBytes, limit, circuit, threadPages, created, size, pages, active];
  return (now) => {
    // Without a reset, a brand that was removed would keep its last value.
    for (const metric of all) metric.reset();
    for (const { queue, brand, ...counts } of now.queues) {
      running.set({ queue, brand }, counts.running);
      waiting.set({ queue, brand }, counts.waiting);
    }
    for (const { cache, ...bytes } of now.caches) {
      cacheBytes.set({ cache }, bytes.bytes);
      limit.set({ cache }, bytes.limit);
    }
    for (const brand of brands) circuit.set({ brand }, now.openCircuits.includes(brand) ? 1 : 0);
    for (const [thread, { pages: under, activeSeconds }] of now.threads.entries()) {
      threadPages.set({ thread }, under);
      active.inc({ thread }, activeSeconds);
    }
    for (const { brand, ...release } of now.releases) {
      created.set({ brand }, Date.parse(release.created) / 1000);
      size.set({ brand }, release.bytes);
      pages.set({ brand }, release.pages);
    }
  };
}
