/**
 * Writes to the store in the folder of its argument as fast as `npm run api` has to on a busy evening: 50 sign-ups a second
 * and a book every second. Prints a line for each that is committed, before it begins the next.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createWriter, openStore } from '#src/api/index.ts';
import { book, chapter } from '../integration/api/fixture.ts';

const store = await openStore(process.argv[2] ?? '');
const writer = createWriter(store);
const start = performance.now();
for (let number = 1; ; number += 1) {
  if (number % 50 === 0) {
    await writer.transaction(() => writer.putBook(book(`b${number}`, { chapters: [chapter('One')] })));
    process.stdout.write(`book b${number}\n`);
  } else {
    const values = [`${number}@example.org`, 'Ann', 'x', '2026-11-24T00:00:00.000Z'];
    await store.visitors.run('INSERT INTO users (email, name, password, created_at) VALUES (?, ?, ?, ?)', ...values);
    process.stdout.write(`user ${number}@example.org\n`);
  }
  await wait(Math.max(0, start + number * 20 - performance.now()));
}
