/**
 * A process that counts views of chapter 1 of book 1 from different devices, until it is killed: `node statistics-process.ts
 * <folder> <postgres or ''> <first device>`. After each view, it prints how many views it has counted, and how many of
 * them were stored.
 */

import { openStore } from '#src/api/index.ts';
import { createStatistics } from '#src/api/statistics/index.ts';
import { silentLog } from '#src/lib/log.ts';

const [folder = '', postgres = '', first = '0'] = process.argv.slice(2);
const store = await openStore(folder, postgres === '' ? undefined : postgres);
const now = () => new Date('2026-03-01T12:00:00Z');
const statistics = createStatistics({ store, log: silentLog, now, interval: 20 });
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';

let [counted, stored] = [0, 0];
for (;;) {
  counted += 1;
  const address = `device-${Number(first) + counted}`;
  statistics.count('ash', { address, userAgent }, { kind: 'view', section: 7, book: 1, chapter: 1, origin: '' });
  // The process may be killed at any line; what it has printed before is a lower or an upper bound.
  process.stdout.write(`${counted} ${stored}\n`);
  if (counted % 7 === 0) {
    await statistics.flush();
    stored = counted;
  }
  await new Promise((resolve) => void setImmediate(resolve));
}
