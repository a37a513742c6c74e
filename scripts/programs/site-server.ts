import { join } from 'node:path';
import { type BrandBundle, bundleBrand } from '#src/brand/assets.ts';
import { type Brand, type BrandSet, brandById } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import type { MetricsAddress } from '#src/lib/config-metrics.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { letOthersRead } from '#src/lib/private-files.ts';
import type { MetricsServer, SiteMetrics } from '#src/metrics/index.ts';
import { createRenderThreads, createSiteServer, type SiteServer } from '#src/server/index.ts';
import { ensureBundle } from '#src/site-bundle/index.ts';
import { brokenText, readRecordedBrands } from './broken-brands.ts';
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
  const all = await readRecordedBrands(config, log);
  const chosen = chooseServed(all, served);
  const built = await ensureBundle({ root: ROOT, state: config.state, pseudo: config.pseudo, log });
  const modules = join(ROOT, 'node_modules');
  const drawings = join(config.state, '.drawings');
  const bundled = await Promise.all(chosen.map((brand) => bundleOrLog(brand, modules, drawings, log)));
  const bundles = bundled.filter((one) => one !== undefined);
  const brands = bundles.map(({ brand }) => brand);
  if (brands.length === 0) throw new ConfigError(['No brand can be served.', ...all.broken.map(brokenText)].join('\n'));
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
    awaited: awaited ?? readyOf(all, brands),
    unavailableHosts: unavailableHosts(all, chosen, brands),
  });
  return config.metrics && metrics ? withMetrics(server, metrics, config.metrics, log) : server;
}

/** @throws ConfigError for an id of no brand */
function chooseServed(all: BrandSet, ids: readonly string[] | undefined): readonly Brand[] {
  if (!ids) return all.served;
  const isBroken = (id: string) => all.broken.some((brand) => brand.id === id);
  return [...new Set(ids)].flatMap(
    (id) => all.served.find((brand) => brand.id === id) ?? (isBroken(id) ? [] : brandById(all, id)),
  );
}

/** A brand whose files cannot be read, such as a font that is not installed, does not stop the others. */
async function bundleOrLog(
  brand: Brand,
  modules: string,
  drawings: string,
  log: Log,
): Promise<{ brand: Brand; bundle: BrandBundle } | undefined> {
  try {
    return { brand, bundle: await bundleBrand(brand, modules, drawings) };
  } catch (error) {
    log.error('the brand is broken, it is not served', { brand: brand.id, problems: [messageOf(error)] });
    return undefined;
  }
}

/** A broken brand may have no release, and the others do not wait for it. */
const readyOf = ({ sound }: BrandSet, brands: readonly Brand[]): string[] =>
  brands.filter(({ id }) => sound.some((one) => one.id === id)).map(({ id }) => id);

/** Hosts of the broken brands that cannot be served. */
function unavailableHosts({ broken }: BrandSet, chosen: readonly Brand[], served: readonly Brand[]): string[] {
  const isServed = ({ id }: Pick<Brand, 'id'>) => served.some((brand) => brand.id === id);
  const unserved = chosen
    .filter((brand) => !isServed(brand))
    .map(({ id, hosts }) => ({ id, hosts: [...hosts, `${id}.localhost`] }));
  return [...broken.filter((brand) => !isServed(brand)), ...unserved].flatMap(({ hosts }) => hosts);
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
