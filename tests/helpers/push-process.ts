/**
 * A process that acquires a brand's lease, prints a line, and publishes when it reads a line: `node push-process.ts
 * <state> <brand> <postgres> <lease seconds>`. LECTERN_RELEASES is the URL of the store.
 */

import { once } from 'node:events';
import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import { acquireLease, openStore, pushRelease } from '#src/publish/release-store/index.ts';

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
