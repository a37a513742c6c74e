import { brandById, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import { createLog } from '#src/lib/log.ts';
import { printError } from '#src/lib/print.ts';
import { startEmbedded } from '../api/embedded-api.ts';
import { brokenText } from '../brand/broken-brands.ts';
import { type BrandPages, pagesChangedBy } from '../content/content-preview.ts';
import { planText } from '../content/content-text.ts';
import { composeRebuild } from '../rebuild/rebuild.ts';

/** Lists the pages that the next rebuild of each live site would publish. @returns the text to print */
export async function planOf(ids: readonly string[] | undefined, json: boolean, config: Config): Promise<string> {
  const pages = await plannedPages(ids, config);
  return json ? JSON.stringify(pages) : planText(pages);
}

/**
 * Finds the pages that the next rebuild of each live site would publish.
 * @param ids ids of brands; undefined for all brands
 */
export async function plannedPages(ids: readonly string[] | undefined, config: Config): Promise<BrandPages[]> {
  const all = await readBrands(config);
  const isBroken = (id: string) => all.broken.some((brand) => brand.id === id);
  // The admin passes the ids of all brands, so broken brands, which cannot be rebuilt, are skipped. A single id is
  // kept.
  const wanted = ids?.length === 1 ? ids : ids?.filter((id) => !isBroken(id));
  const brands = wanted ? [...new Set(wanted)].map((id) => brandById(all, id)) : all.sound;
  for (const brand of all.broken) printError(`${brokenText(brand)}\n`);
  const log = createLog('warn');
  return pagesChangedBy(
    {
      state: config.state,
      store: config.store,
      brands,
      startApi: (state) => startEmbedded({ ...config, state }, log),
      rebuild: (state, origin) => composeRebuild(config, all.served, origin, log, state),
    },
    async () => {},
  );
}
