/**
 * A process that writes to the store in a folder as `npm run api` would on a busy evening: about 50 sign-ups and one
 * book per second. It prints a line after each commit, before the next write.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createWriter, openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { book, chapter } from '../integration/api/fixture.ts';

const store = await openStore(process.argv[2] ?? '');
const writer = createWriter(store);
const start = performance.now();
for (let number = 1; ; number += 1) {
  if (number % 50 === 0) {
    await writer.transaction(() => writer.putBook(book(`b${number}`, { chapters: [chapter('One')] })));
    process.stdout.write(`book b${number}\n`);
  } else {
    await store.visitors.run(sql`INSERT INTO users (email, name, password, created_at)
      VALUES (${`${number}@example.org`}, 'Ann', 'x', '2026-11-24T00:00:00.000Z')`);
    process.stdout.write(`user ${number}@example.org\n`);
  }
  await wait(Math.max(0, start + number * 20 - performance.now()));
}
