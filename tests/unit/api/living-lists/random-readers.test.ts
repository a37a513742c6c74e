import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLivingLists } from '#src/api/living-lists/index.ts';
import { closeDays } from '#src/api/statistics/close-days.ts';
import { recordsAsRows } from '#src/api/store/dialects.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { silentLog } from '#src/lib/log.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { rowsOf } from '../statistics/statistics-store.ts';

let opened: EmptyStore;
beforeAll(async () => {
  opened = await openEmptyStore();
});
afterAll(() => opened.close());

const DAY = '2026-06-14';
const NOW = new Date('2026-06-15T01:00:00Z');
const TABLES = ['statistics_books', 'statistics_chapters', 'statistics_devices', 'living_books', 'living_pairs'];
const COLUMNS = ['day', 'brand', 'section', 'book_id', 'chapter_id', 'device', 'network', 'has_read'];

interface Reader {
  readonly device: number;
  readonly books: readonly number[];
}
/** Six networks, in which each device reads some of 24 books. */
const readers = fc.uniqueArray(
  fc.record({ device: fc.nat(40), books: fc.uniqueArray(fc.integer({ min: 1, max: 24 }), { minLength: 1 }) }),
  { selector: ({ device }) => device },
);
const networkOf = (device: number) => 1 + (device % 6);

async function store(all: readonly Reader[]) {
  await opened.store.counts.exec(TABLES.map((table) => `DELETE FROM ${table};`).join(' '));
  const rows = all.flatMap(({ device, books }) =>
    books.map((book_id) => ({
      day: DAY,
      brand: 'ash',
      section: 7,
      book_id,
      chapter_id: 0,
      device,
      network: networkOf(device),
      has_read: 1,
    })),
  );
  const types = Object.fromEntries(
    COLUMNS.map((name) => [name, name === 'day' || name === 'brand' ? ('text' as const) : ('bigint' as const)]),
  );
  const names = raw(COLUMNS.join());
  if (rows.length > 0)
    await opened.store.counts.run(sql`INSERT INTO statistics_devices (${names})
      SELECT ${names} FROM ${recordsAsRows(rows, types)}`);
}

/** Devices by network, of which at most three count. */
const capped = (devices: readonly Reader[]) =>
  [...Map.groupBy(devices, ({ device }) => networkOf(device)).values()].reduce(
    (sum, ofNetwork) => sum + Math.min(3, ofNetwork.length),
    0,
  );

it('a closed day has the readers and pairs that a separate calculation finds', async () => {
  const lists = createLivingLists(opened.store, ['ash'], silentLog);
  await fc.assert(
    fc.asyncProperty(readers, async (all) => {
      await store(all);
      await closeDays(opened.store.counts, NOW, lists);
      const counting = all.filter(({ books }) => books.length <= 20);
      const ids = Array.from({ length: 24 }, (_, index) => index + 1);
      const of = (...books: number[]) => counting.filter((reader) => books.every((id) => reader.books.includes(id)));
      const books = ids.filter((id) => of(id).length > 0).map((id) => [id, capped(of(id))]);
      expect(await rowsOf(opened.store.counts, 'living_books', 'book_id, readers')).toEqual(books);
      const pairs = ids.flatMap((id) =>
        ids.filter((other) => other > id && of(id, other).length > 0).map((other) => [id, other]),
      );
      const networks = (both: readonly Reader[]) => new Set(both.map(({ device }) => networkOf(device))).size;
      expect(
        await rowsOf(opened.store.counts, 'living_pairs', 'book_id, other_id, month, readers, days, networks'),
      ).toEqual(
        pairs.map(([id, other]) => {
          const both = of(id as number, other as number);
          return [id, other, '2026-06', capped(both), 1, networks(both)];
        }),
      );
    }),
    { numRuns: 40 },
  );
}, 60_000);
