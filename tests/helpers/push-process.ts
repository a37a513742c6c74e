/**
 * A process that gets the lease of a brand, says so by a line, and publishes once it reads one:
 * `node push-process.ts <state> <brand> <postgres> <lease seconds>`. The store is that of LECTERN_RELEASES.
 */

import { once } from 'node:events';
import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import { acquireLease, openStore, pushRelease } from '#src/release-store/index.ts';

const [state = '', brand = '', postgres = '', seconds = ''] = process.argv.slice(2);
const store = await openStore(process.env['LECTERN_RELEASES'] ?? '');
const lease = await acquireLease({ postgres, name: `publish ${brand}`, seconds: Number(seconds) });
process.stdout.write(`${lease.number}\n`);
await once(process.stdin, 'data');
try {
  const report = await pushRelease({ store, brand, folder: join(state, brand), lease });
  process.stdout.write(`${JSON.stringify(report)}\n`);
} catch (error) {
  process.stdout.write(`${messageOf(error)}\n`);
}
process.exit();
