/**
 * A worker whose pages are rendered without a site bundle: `node worker-process.ts <state> <upstream> <postgres>
 * [<hold>]`. No page is completed while the file `<hold>` exists. LECTERN_RELEASES is the URL of the store. The worker
 * writes its log to standard output.
 */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadBrands } from '#src/brand/registry.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { untilTerminated } from '#src/lib/cli.ts';
import { createLog } from '#src/lib/log.ts';
import { createMachineWork, openPgBossQueue, runWorker, systemClock } from '#src/publish/queue/index.ts';
import { createRebuild } from '#src/publish/rebuild/index.ts';
import { acquireLease, openStore } from '#src/publish/release-store/index.ts';
import { plainBundle, plainRenderers } from './plain-renderer.ts';

const [state = '', upstream = '', postgres = '', hold = ''] = process.argv.slice(2);
const brands = await loadBrands(resolve('brands'));
const log = createLog('info', (line) => process.stdout.write(line));
const stop = new AbortController();
void untilTerminated().then(() => stop.abort());
let moment = new Date();
const rebuild = createRebuild({
  state,
  modules: resolve('node_modules'),
  upstream,
  brands,
  views: PRERENDERED_VIEWS,
  log,
  now: () => moment,
  bundle: async () => plainBundle(),
  renderers: async () =>
    plainRenderers(async (html) => {
      while (existsSync(hold)) await wait(20);
      return html;
    }),
});
const store = await openStore(process.env['LECTERN_RELEASES'] ?? '');
const queue = await openPgBossQueue(postgres, log);
log.info('worker started');
await runWorker({
  queue,
  work: createMachineWork({
    store,
    state,
    rebuild,
    brands,
    code: plainBundle().id,
    setNow(at) {
      moment = at;
    },
    spreadFrom: 20,
    shardSeconds: 0.01,
  }),
  clock: systemClock,
  acquireLease: (name) => acquireLease({ postgres, name }),
  log,
  signal: stop.signal,
  lateAfterSeconds: 2,
});
await rebuild.close();
store.close();
