/**
 * A process that rebuilds one brand, for tests that kill it: `node rebuild-process.ts <origin> <state> [ms]`. Prints
 * each stage when it starts, and the path of each page. A page takes `ms` milliseconds (default: 20).
 */

import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { createRebuild } from '#src/publish/rebuild/index.ts';
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
await rebuild.run(brandById(brands, 'freenovel'), { mode: 'night', full: true });
await rebuild.close();
