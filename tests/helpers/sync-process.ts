/** A process that syncs a snapshot, for tests that kill it: `node sync-process.ts <origin> <file>`. */

import { createServerClient } from '#src/contract/client/client.server.ts';
import { silentLog } from '#src/lib/log.ts';
import { syncSnapshot } from '#src/publish/snapshot/index.ts';
import { PREFIX } from './small-api.ts';

const [origin = '', file = ''] = process.argv.slice(2);

await syncSnapshot({
  file,
  locales: ['en'],
  upstream: 'one',
  connect: (etags) => createServerClient({ origin, prefix: PREFIX, log: silentLog, timeoutMs: 60_000, etags }),
});
