import { brandById, readBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { createLog } from '#src/lib/log.ts';
import { brokenText } from './broken-brands.ts';
import { pagesChangedBy } from './content-preview.ts';
import { planText } from './content-text.ts';
import { startEmbedded } from './embedded-api.ts';
import { composeRebuild } from './rebuild.ts';

/** Tells which pages the next rebuild of each live site publishes. @returns what to print */
export async function planOf(ids: readonly string[] | undefined, json: boolean, config: Config): Promise<string> {
  const all = await readBrands(config);
  const isBroken = (id: string) => all.broken.some((brand) => brand.id === id);
  // The admin asks for all brands at once, and one that is broken has no next rebuild.
  const wanted = ids?.length === 1 ? ids : ids?.filter((id) => !isBroken(id));
  const brands = wanted ? [...new Set(wanted)].map((id) => brandById(all, id)) : all.sound;
  for (const brand of all.broken) process.stderr.write(`${brokenText(brand)}\n`);
  const log = createLog('warn');
  const pages = await pagesChangedBy(
    {
      state: config.state,
      store: config.store,
      brands,
      startApi: (state) => startEmbedded({ ...config, state }, log),
      rebuild: (state, origin) => composeRebuild(config, all.served, origin, log, state),
    },
    async () => {},
  );
  return json ? JSON.stringify(pages) : planText(pages);
}
