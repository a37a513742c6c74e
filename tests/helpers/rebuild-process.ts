/**
 * A process that rebuilds one brand and can be killed: `node rebuild-process.ts <origin> <state> [ms]`. Prints each
 * stage when it begins, and the path of each page, which takes so many milliseconds, 20 where not given.
 */

import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { createRebuild } from '#src/rebuild/index.ts';
import { PRERENDERED_VIEWS } from '#src/view-models/index.ts';
import { plainBundle, plainRenderers } from './plain-renderer.ts';

const [origin = '', state = '', pageMs = '20'] = process.argv.slice(2);
const print = (text: string) => process.stdout.write(`${text}\n`);

const slowly = plainRenderers(async (html, { path }) => {
  print(path);
  await pause(Number(pageMs));
  return html;
});
const brands = await loadBrands(resolve('brands'));
const rebuild = createRebuild({
  state,
  modules: resolve('node_modules'),
  upstream: origin,
  brands,
  views: PRERENDERED_VIEWS,
  log: silentLog,
  bundle: async () => plainBundle(),
  renderers: async () => slowly,
  progress: { begin() {}, stage: print, step() {}, end() {} },
});
await rebuild.run(brandById(brands, 'freenovel'), { full: true });
await rebuild.close();
