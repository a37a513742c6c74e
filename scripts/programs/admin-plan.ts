import { brandById, loadBrands } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';
import { createLog } from '#src/lib/log.ts';
import { pagesChangedBy } from './content-preview.ts';
import { planText } from './content-text.ts';
import { startEmbedded } from './embedded-api.ts';
import { composeRebuild } from './rebuild.ts';

/** Tells which pages the next rebuild of each live site publishes. @returns what to print */
export async function planOf(ids: readonly string[] | undefined, json: boolean, config: Config): Promise<string> {
  const all = await loadBrands(config.brands);
  const brands = ids ? [...new Set(ids)].map((id) => brandById(all, id)) : all;
  const log = createLog('warn');
  const pages = await pagesChangedBy(
    {
      state: config.state,
      store: config.store,
      brands,
      startApi: (state) => startEmbedded({ ...config, state }, log),
      rebuild: (state, origin) => composeRebuild(config, all, origin, log, state),
    },
    async () => {},
  );
  return json ? JSON.stringify(pages) : planText(pages);
}
