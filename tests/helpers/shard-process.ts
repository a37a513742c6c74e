/**
 * A process that renders one shard of a brand: `node shard-process.ts <state> <index> <of>`. The snapshot has to
 * exist.
 */

import { resolve } from 'node:path';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { createRebuild } from '#src/rebuild/index.ts';
import { PRERENDERED_VIEWS } from '#src/view-models/index.ts';
import { plainBundle, plainRenderers } from './plain-renderer.ts';

const [state = '', index = '', of = ''] = process.argv.slice(2);
const brands = await loadBrands(resolve('brands'));
const rebuild = createRebuild({
  state,
  modules: resolve('node_modules'),
  upstream: 'http://127.0.0.1:9',
  brands,
  views: PRERENDERED_VIEWS,
  log: silentLog,
  bundle: async () => plainBundle(),
  renderers: async () => plainRenderers(),
});
const shard = { index: Number(index), of: Number(of) };
const report = await rebuild.run(brandById(brands, 'freenovel'), { shard });
process.stdout.write(JSON.stringify(report));
await rebuild.close();
