import { collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsAddress } from '#src/config/metrics.ts';
import type { Log } from '#src/lib/log.ts';
import type { ServerGauges, ServerMeter } from '../index.ts';
import { nightsInto } from './night-metrics.ts';
import { type MetricsServer, serveMetrics } from './serve.ts';
import { gaugesInto, meterInto } from './server-metrics.ts';

export type { MetricsServer } from './serve.ts';

export interface SiteMetrics {
  /** The meter to pass to the server before the server starts. */
  readonly meter: ServerMeter;
  /**
   * Serves the metrics.
   * @throws ConfigError if the port is in use
   */
  serve(address: MetricsAddress, gauges: () => ServerGauges): Promise<MetricsServer>;
}

interface SiteMetricsOptions {
  /** The state folder. */
  readonly state: string;
  /** Ids of all brands. */
  readonly brands: readonly string[];
  readonly log: Log;
}

/** Gauges that are removed, because their names end like those of counters. The same numbers are available by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Registers metrics of the process, its memory and its event loop. */
export function registerProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}

/** The metrics of a site's process and its render threads, for Prometheus (docs/operate/metrics.md). */
export function createSiteMetrics({ state, brands, log }: SiteMetricsOptions): SiteMetrics {
  const registry = new Registry();
  registerProcess(registry);
  const meter = meterInto(registry);
  const setGauges = gaugesInto(registry, brands);
  const setNights = nightsInto(registry, { state, brands, log });
  return {
    meter,
    serve(address, gauges) {
      const refresh = () => {
        setGauges(gauges());
        setNights();
      };
      return serveMetrics(registry, refresh, address, log);
    },
  };
}
