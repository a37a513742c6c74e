import { join } from 'node:path';
import { bundleBrand } from '#src/brand/assets.ts';
import { loadBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { letOthersRead } from '#src/lib/private-files.ts';
import { createSiteServer, type SiteServer } from '#src/server/index.ts';
import { ensureBundle, loadSite } from '#src/site-bundle/index.ts';
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
  const site = await loadSite(built);
  outliveForgottenPromises(log);
  return createSiteServer({
    brands: await Promise.all(brands.map(async (brand) => ({ brand, bundle: await bundleBrand(brand, modules) }))),
    state: config.state,
    proxies: config.proxies,
    serviceWorker: config.serviceWorker,
    upstreamOrigin: origin,
    site,
    log,
    clientFolder: join(built.folder, 'client'),
    ...(awaited ? { awaited } : {}),
  });
}

/** A promise that a page forgot to wait for must not end the process for all brands. */
function outliveForgottenPromises(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    log.error(`nobody waited for a promise that failed: ${reason instanceof Error ? reason.stack : messageOf(reason)}`);
  });
}
