import type { Registry } from 'prom-client';
import type { MetricsAddress } from '#src/config/metrics.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { createHttpServer } from '../index.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 5000;

/**
 * Serves the metrics of a registry at `/metrics`, and nothing else.
 * @param refresh called before each response to update the gauges
 */
export async function serveMetrics(
  registry: Registry,
  refresh: () => void,
  { host, port }: MetricsAddress,
  log: Log,
): Promise<MetricsServer> {
  const server = createHttpServer(
    async ({ method, url }, response) => {
      if (url?.replace(/\?.*/s, '') !== '/metrics') return void response.writeHead(404).end();
      if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      refresh();
      const text = await registry.metrics();
      response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
      response.end(method === 'HEAD' ? undefined : text);
    },
    { log, headersTimeoutMs: HEADERS_TIMEOUT_MS },
  );
  const actual = await server.listen(port, host).catch((cause: unknown) => {
    const message = `LECTERN_METRICS: cannot listen on ${host}:${port}: ${messageOf(cause)}`;
    throw cause instanceof ConfigError
      ? new ConfigError(`LECTERN_METRICS: port ${port} is in use. Stop the other program or set another port.`, {
          cause,
        })
      : new ConfigError(message, { cause });
  });
  return { port: actual, close: () => server.close() };
}
