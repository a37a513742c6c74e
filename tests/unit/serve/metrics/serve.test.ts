import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gaugeMaker } from '#src/serve/metrics/gauge.ts';
import { type MetricsServer, serveMetrics } from '#src/serve/metrics/serve.ts';
import { ask, type RequestOptions } from '../../../helpers/http.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const LOOPBACK = { host: '127.0.0.1', port: 0 };

let server: MetricsServer;
let refreshed: number;
beforeEach(async () => {
  refreshed = 0;
  const registry = new Registry();
  const gauge = gaugeMaker(registry)('lectern_refreshed', 'How often.');
  const refresh = () => {
    refreshed += 1;
    gauge.set(refreshed);
  };
  server = await serveMetrics(registry, refresh, LOOPBACK, recordingLog().log);
});
afterEach(() => server.close());

const get = (path: string, options?: RequestOptions) => ask(server.port, 'metrics.test', path, options);

describe('the metrics server', () => {
  it('returns current metrics for each request, in the format of Prometheus', async () => {
    for (const time of [1, 2]) {
      const { status, text, headers } = await get('/metrics?x=1');
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
      expect(text).toContain(`\nlectern_refreshed ${time}\n`);
    }
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/metrics/', 404],
    ['POST', '/metrics', 405],
    ['HEAD', '/metrics', 200],
  ])('responds to %s %s with %i and no details', async (method, path, status) => {
    const answer = await get(path, { method });
    expect([answer.status, answer.text]).toEqual([status, '']);
    expect(answer.headers.allow).toBe(status === 405 ? 'GET, HEAD' : undefined);
    expect(refreshed).toBe(status === 200 ? 1 : 0);
  });

  it('does not start if its port is in use or its host is not on this machine, and the error names the setting', async () => {
    const again = (host: string, port: number) =>
      serveMetrics(new Registry(), () => {}, { host, port }, recordingLog().log);
    await expect(again('127.0.0.1', server.port)).rejects.toMatchObject({
      exitCode: 2,
      message: `LECTERN_METRICS: port ${server.port} is in use. Stop the other program or set another port.`,
    });
    await expect(again('192.0.2.1', 0)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^LECTERN_METRICS: cannot listen on 192\.0\.2\.1:0: /),
    });
  });
});
