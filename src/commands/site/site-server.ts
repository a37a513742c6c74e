import { join } from 'node:path';
import { type BrandBundle, bundleBrand } from '#src/brand/assets.ts';
import { type Brand, type BrandSet, brandById } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import type { MetricsAddress } from '#src/config/metrics.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { letOthersRead } from '#src/lib/private-files.ts';
import { ensureBundle } from '#src/publish/bundle/index.ts';
import { liveId } from '#src/publish/release/index.ts';
import { createRenderThreads, createSiteServer, type SiteServer } from '#src/serve/index.ts';
import type { MetricsServer, SiteMetrics } from '#src/serve/metrics/index.ts';
import { brokenText, readRecordedBrands } from '../brand/broken-brands.ts';
import { ROOT } from '../run-script.ts';

interface ServedBrands {
  /** Ids of the brands to serve; default: all. */
  readonly served?: readonly string[] | undefined;
  /** Ids of the served brands that must have a release before the server reports that it is ready; default: all. */
  readonly awaited?: readonly string[] | undefined;
  /** Ids of brands that are used to warm up the render threads even if they have no release yet. */
  readonly warmed?: readonly string[] | undefined;
}

/**
 * Creates the site's server, with the upstream at `origin`.
 * @throws ConfigError for an unknown brand
 */
export async function composeSiteServer(
  config: Config,
  origin: string,
  log: Log,
  { served, awaited, warmed = [] }: ServedBrands = {},
): Promise<SiteServer> {
  letOthersRead();
  const all = await readRecordedBrands(config, log);
  const chosen = chooseServed(all, served);
  const built = await ensureBundle({ root: ROOT, state: config.state, pseudo: config.pseudo, log });
  const drawings = drawingsOf(config.state);
  const bundled = await Promise.all(chosen.map((brand) => bundleOrLog(brand, drawings, log)));
  const bundles = bundled.filter((candidate) => candidate !== undefined);
  const brands = bundles.map(({ brand }) => brand);
  if (brands.length === 0) throw new ConfigError(['No brand can be served.', ...all.broken.map(brokenText)].join('\n'));
  const metrics = config.metrics && (await measured(config, brands, log));
  const meter = metrics?.meter;
  // Warms up with brands that visitors can open, which need a release.
  const visited = bundles.filter(
    ({ brand: { id } }) => warmed.includes(id) || liveId(join(config.state, id)) !== undefined,
  );
  const warmUp = {
    brands: visited.map(({ bundle: { brand } }) => brand),
    upstreamOrigin: origin,
    upstreamTimeoutMs: config.renderWaitMs,
  };
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

/**
 * Draws the images of the brands into the cache that `composeSiteServer` reads. Ignores failures, because
 * `composeSiteServer` logs them.
 */
export async function drawBrands({ state }: Config, brands: readonly Brand[]): Promise<void> {
  await Promise.allSettled(brands.map((brand) => bundleBrand(brand, MODULES, drawingsOf(state))));
}

const MODULES = join(ROOT, 'node_modules');
const drawingsOf = (state: string) => join(state, '.drawings');

/** Returns the brands to serve. @throws ConfigError if an id is unknown */
function chooseServed(all: BrandSet, ids: readonly string[] | undefined): readonly Brand[] {
  if (!ids) return all.served;
  const isBroken = (id: string) => all.broken.some((brand) => brand.id === id);
  return [...new Set(ids)].flatMap(
    (id) => all.served.find((brand) => brand.id === id) ?? (isBroken(id) ? [] : brandById(all, id)),
  );
}

/**
 * Bundles a brand's files. If that fails, for example because a font is not installed, logs the error, and the other
 * brands are still served.
 */
async function bundleOrLog(
  brand: Brand,
  drawings: string,
  log: Log,
): Promise<{ brand: Brand; bundle: BrandBundle } | undefined> {
  try {
    return { brand, bundle: await bundleBrand(brand, MODULES, drawings) };
  } catch (error) {
    log.error('the brand is broken, it is not served', { brand: brand.id, problems: [messageOf(error)] });
    return undefined;
  }
}

/** Returns the ids of sound brands. Only they must be ready, because broken brands may have no release. */
const readyOf = ({ sound }: BrandSet, brands: readonly Brand[]): string[] =>
  brands.filter(({ id }) => sound.some((candidate) => candidate.id === id)).map(({ id }) => id);

/** Hosts of the broken brands that cannot be served. */
function unavailableHosts({ broken }: BrandSet, chosen: readonly Brand[], served: readonly Brand[]): string[] {
  const isServed = ({ id }: Pick<Brand, 'id'>) => served.some((brand) => brand.id === id);
  const unserved = chosen
    .filter((brand) => !isServed(brand))
    .map(({ id, hosts }) => ({ id, hosts: [...hosts, `${id}.localhost`] }));
  return [...broken.filter((brand) => !isServed(brand)), ...unserved].flatMap(({ hosts }) => hosts);
}

/** Loads the code of the metrics only when they are enabled. */
async function measured({ state }: Config, brands: readonly Brand[], log: Log): Promise<SiteMetrics> {
  const { createSiteMetrics } = await import('#src/serve/metrics/index.ts');
  return createSiteMetrics({ state, brands: brands.map(({ id }) => id), log });
}

/** Starts and stops the metrics with the server. */
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
      log.info('metrics server started', { address: `http://${address.host}:${served.port}/metrics` });
      return actual;
    },
    async close(drainMs) {
      await server.close(drainMs);
      await served?.close();
    },
  };
}

/** How long a render thread may stall: 1 s, or longer if pages may take longer, as in tests on a busy machine. */
const stalled = ({ renderWaitMs }: Config) =>
  renderWaitMs === undefined ? {} : { stalledMs: Math.max(1000, renderWaitMs) };
