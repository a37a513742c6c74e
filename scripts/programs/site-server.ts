import { join } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import { loadBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import type { Log } from '#src/lib/log.ts';
import { letOthersRead } from '#src/lib/private-files.ts';
import { createRenderThreads, createSiteServer, type SiteServer } from '#src/server/index.ts';
import { ensureBundle } from '#src/site-bundle/index.ts';
import { ROOT } from './run-script.ts';

/**
 * The site's server for all brands, with the upstream at `origin`.
 * @param awaited ids of the brands it takes to be ready; all where not given
 */
export async function composeSiteServer(
  config: Config,
  origin: string,
  log: Log,
  awaited?: readonly string[],
): Promise<SiteServer> {
  letOthersRead();
  const brands = await loadBrands(config.brands);
  const built = await ensureBundle({ root: ROOT, state: config.state, pseudo: config.pseudo, log });
  const modules = join(ROOT, 'node_modules');
  const drawings = join(config.state, '.drawings');
  const bundles = await Promise.all(
    brands.map(async (brand) => ({ brand, bundle: await bundleBrand(brand, modules, drawings) })),
  );
  return createSiteServer({
    brands: bundles,
    state: config.state,
    proxies: config.proxies,
    serviceWorker: config.serviceWorker,
    upstreamOrigin: origin,
    renderer: await createRenderThreads({ folder: built.folder, log, ...stalled(config) }),
    ...(config.renderWaitMs === undefined ? {} : { renderWaitMs: config.renderWaitMs }),
    log,
    clientFolder: join(built.folder, 'client'),
    ...(awaited ? { awaited } : {}),
  });
}

/** Who lets visitors wait for longer, such as a test on a busy machine, lets a thread stand still for longer, too. */
const stalled = ({ renderWaitMs }: Config) =>
  renderWaitMs === undefined ? {} : { stalledMs: Math.max(1000, renderWaitMs) };
