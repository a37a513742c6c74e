import { join } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import { type Brand, brandById, loadBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import type { MetricsAddress } from '#src/lib/config-metrics.ts';
import type { Log } from '#src/lib/log.ts';
import { letOthersRead } from '#src/lib/private-files.ts';
import type { MetricsServer, SiteMetrics } from '#src/metrics/index.ts';
import { createRenderThreads, createSiteServer, type SiteServer } from '#src/server/index.ts';
import { ensureBundle } from '#src/site-bundle/index.ts';
import { ROOT } from './run-script.ts';

interface ServedBrands {
  /** Ids of the brands that are served; default all. */
  readonly served?: readonly string[] | undefined;
  /** Ids of the served brands that it takes to be ready; default all. */
  readonly awaited?: readonly string[] | undefined;
}

/**
 * The site's server, with the upstream at `origin`.
 * @throws ConfigError for a brand that there is not
 */
export async function composeSiteServer(
  config: Config,
  origin: string,
  log: Log,
  { served, awaited }: ServedBrands = {},
): Promise<SiteServer> {
  letOthersRead();
  const all = await loadBrands(config.brands);
  const brands = served ? [...new Set(served)].map((id) => brandById(all, id)) : all;
  const built = await ensureBundle({ root: ROOT, state: config.state, pseudo: config.pseudo, log });
  const modules = join(ROOT, 'node_modules');
  const drawings = join(config.state, '.drawings');
  const bundles = await Promise.all(
    brands.map(async (brand) => ({ brand, bundle: await bundleBrand(brand, modules, drawings) })),
  );
  const metrics = config.metrics && (await measured(config, brands, log));
  const meter = metrics?.meter;
  const warmUp = { brands: bundles.map(({ bundle: { brand } }) => brand), upstreamOrigin: origin };
  const server = createSiteServer({
    brands: bundles,
    state: config.state,
    proxies: config.proxies,
    serviceWorker: config.serviceWorker,
    upstreamOrigin: origin,
    renderer: await createRenderThreads({ folder: built.folder, log, meter, warmUp, ...stalled(config) }),
    ...(config.renderWaitMs === undefined ? {} : { renderWaitMs: config.renderWaitMs }),
    log,
    meter,
    clientFolder: join(built.folder, 'client'),
    ...(awaited ? { awaited } : {}),
  });
  return config.metrics && metrics ? withMetrics(server, metrics, config.metrics, log) : server;
}

/** The code of it is loaded only then. */
async function measured({ state }: Config, brands: readonly Brand[], log: Log): Promise<SiteMetrics> {
  const { createSiteMetrics } = await import('#src/metrics/index.ts');
  return createSiteMetrics({ state, brands: brands.map(({ id }) => id), log });
}

/** Its numbers are there for as long as it is. */
function withMetrics(server: SiteServer, metrics: SiteMetrics, address: MetricsAddress, log: Log): SiteServer {
  let served: MetricsServer | undefined;
  return {
    ...server,
    async listen(port, host) {
      const actual = await server.listen(port, host);
      served = await metrics.serve(address, server.gauges).catch(async (error: unknown) => {
        await server.close();
        throw error;
      });
      log.info('metrics are served', { address: `http://${address.host}:${served.port}/metrics` });
      return actual;
    },
    async close(drainMs) {
      await server.close(drainMs);
      await served?.close();
    },
  };
}

/** Who lets visitors wait for longer, such as a test on a busy machine, lets a thread stand still for longer, too. */
const stalled = ({ renderWaitMs }: Config) =>
  renderWaitMs === undefined ? {} : { stalledMs: Math.max(1000, renderWaitMs) };
