import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLivingLists } from '#src/api/living-lists/index.ts';
import type { Statistics } from '#src/api/statistics/index.ts';
import type { Sender } from '#src/api/statistics/types.ts';
import { sql } from '#src/api/store/sql.ts';
import { silentLog } from '#src/lib/log.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { book, chapter } from '../../../integration/api/fixture.ts';
import { read, rowsOf, startStatistics, view } from '../statistics/statistics-store.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-05-01T12:00:00Z');
const BOOKS = 6;

let opened: EmptyStore;
let statistics: Statistics;
let time: number;

/** Opens a store with six books of one chapter; book 6 is finished. Their ids are also those of the chapters. */
beforeEach(async () => {
  opened = await openEmptyStore();
  await opened.write(async (writer) => {
    for (let id = 1; id <= BOOKS; id += 1)
      await writer.putBook(
        book(`book-${id}`, { chapters: [chapter('One')], status: id === BOOKS ? 'finished' : 'updating' }),
      );
  });
  time = FIRST;
  statistics = start();
});
afterEach(async () => {
  await statistics.close();
  await opened.close();
});

const start = () =>
  startStatistics(opened.store, () => new Date(time), createLivingLists(opened.store, ['ash'], silentLog));
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
/** A device in a network of its own. */
const device = (number: number): Sender => ({ address: `10.${number >> 8}.${number & 255}.1`, userAgent: FIREFOX });
/** One of many devices in one network, at up to 250 addresses. */
const neighbour = (number: number): Sender => ({
  address: `192.0.2.${number % 250}`,
  userAgent: `${FIREFOX} ${Math.floor(number / 250)}`,
});
const reads = (senders: readonly Sender[], id: number, brand = 'ash') => {
  for (const sender of senders) statistics.count(brand, sender, read(id, id));
};
const devices = (first: number, number: number) => Array.from({ length: number }, (_, index) => device(first + index));

/** Ends the day: its devices are counted and the lists are computed. */
async function endDay() {
  await statistics.flush();
  time += DAY_MS;
  await statistics.closeDays();
}

/** Runs days of usual reading: books 1 to 3 have 12, 9 and 6 readers a day. */
async function usualDays(days: number, more: (day: number) => void = () => {}) {
  for (let day = 0; day < days; day += 1) {
    reads(devices(0, 12), 1);
    reads(devices(100, 9), 2);
    reads(devices(200, 6), 3);
    more(day);
    await endDay();
  }
}

async function list(name: string, subject = 0): Promise<[number, number][]> {
  const row = await opened.store.counts.get<{ entries: string }>(sql`SELECT entries FROM living_lists
    WHERE brand = 'ash' AND list = ${name} AND subject = ${subject}`);
  return row ? JSON.parse(row.entries) : [];
}
const listed = async (name: string, subject = 0) => (await list(name, subject)).map(([id]) => id);
const readers = () => rowsOf(opened.store.counts, 'living_books', 'day, book_id, readers, finishers');

describe('the readers of a day', () => {
  it('are the devices that read, with at most three per network', async () => {
    reads([device(1), device(1), device(2)], 1);
    reads(
      Array.from({ length: 200 }, (_, index) => neighbour(index)),
      2,
    );
    statistics.count('ash', device(1), view(3, 3));
    await endDay();
    expect(await readers()).toEqual([
      ['2026-05-01', 1, 2, 0],
      ['2026-05-01', 2, 3, 0],
    ]);
  });

  it('count the first 48 bits of an IPv6 address as one network', async () => {
    const addresses = [1, 2, 3, 4, 5, 6].map((number) => `2001:db8:7:${number}::/64`);
    reads(
      addresses.map((address) => ({ address, userAgent: FIREFOX })),
      1,
    );
    reads([{ address: '2001:db8:8:1::/64', userAgent: FIREFOX }], 1);
    await endDay();
    expect(await readers()).toEqual([['2026-05-01', 1, 4, 0]]);
  });

  it('include readers of the last chapter of a finished book once per network', async () => {
    reads([device(1), device(2), neighbour(1), neighbour(2)], 6);
    reads([device(1)], 5);
    await endDay();
    expect(await readers()).toEqual([
      ['2026-05-01', 5, 1, 0],
      ['2026-05-01', 6, 4, 3],
    ]);
  });

  it('do not include devices that read more than 20 books', async () => {
    await opened.write(async (writer) => {
      for (let id = 7; id <= 21; id += 1) await writer.putBook(book(`book-${id}`, { chapters: [chapter('One')] }));
    });
    for (let id = 1; id <= 21; id += 1) reads([device(1)], id);
    for (let id = 1; id <= 20; id += 1) reads([device(2)], id);
    await endDay();
    const rows = await readers();
    expect(rows).toHaveLength(20);
    expect(rows.every(([, , number]) => number === 1)).toBe(true);
  });

  it('are not stored for a brand without living lists', async () => {
    reads([device(1), device(2)], 1, 'other');
    await statistics.flush();
    expect(await rowsOf(opened.store.counts, 'statistics_devices', 'network')).toEqual(
      Array.from({ length: 6 }, () => [0]),
    );
    await endDay();
    for (const table of ['living_books', 'living_pairs'])
      expect(await rowsOf(opened.store.counts, table, 'brand')).toEqual([]);
  });

  it('leave no network behind', async () => {
    reads([device(1)], 1);
    await endDay();
    for (const table of ['statistics_devices', 'statistics_salts'])
      expect(await rowsOf(opened.store.counts, table, 'day')).toEqual([]);
  });
});

describe('pairs of books', () => {
  const pairs = () => rowsOf(opened.store.counts, 'living_pairs', 'book_id, other_id, readers, days, networks');

  it('are counted once per device and day', async () => {
    for (const id of [3, 1, 2]) reads([device(1), device(2)], id);
    reads([device(1)], 1);
    await endDay();
    reads([device(1)], 1);
    reads([device(1)], 2);
    await endDay();
    expect(await pairs()).toEqual([
      [1, 2, 3, 2, 2],
      [1, 3, 2, 1, 2],
      [2, 3, 2, 1, 2],
    ]);
  });

  it('are counted once if closing the day is interrupted', async () => {
    await opened.write(async (writer) => {
      for (let id = 7; id <= 30; id += 1) await writer.putBook(book(`book-${id}`, { chapters: [chapter('One')] }));
    });
    for (const id of [1, 2, 29, 30]) reads([device(1), device(2)], id);
    for (let id = 3; id <= 28; id += 1) reads([device(3)], id);
    await statistics.flush();
    time += DAY_MS;
    const { transaction } = opened.store.counts;
    let transactions = 0;
    opened.store.counts.transaction = (work) => {
      transactions += 1;
      return transactions === 3 ? Promise.reject(new Error('killed')) : transaction(work);
    };
    await statistics.closeDays();
    expect(await rowsOf(opened.store.counts, 'statistics_devices', 'count(*)')).not.toEqual([[0]]);
    await statistics.closeDays();
    opened.store.counts.transaction = transaction;
    const all = [1, 2, 29, 30].flatMap((id, index, ids) => ids.slice(index + 1).map((other) => [id, other, 2, 1, 2]));
    expect(await pairs()).toEqual(all);
    expect(
      (await readers()).filter(([, id]) => Number(id) < 3 || Number(id) > 28).map(([, , number]) => number),
    ).toEqual([2, 2, 2, 2]);
  });

  it('become similar books if they have ten readers on three days, and three networks on one day', async () => {
    await usualDays(12);
    await usualDays(3, () => {
      for (const id of [1, 2]) reads(devices(500, 4), id);
      for (const id of [2, 3]) reads(devices(600, 3), id);
    });
    expect(await list('similar', 1)).toEqual([[2, 12]]);
    expect(await listed('similar', 2)).toEqual([1]);
    expect(await listed('similar', 3)).toEqual([]);
  });

  it('are forgotten after the second month that follows', async () => {
    for (const id of [1, 2]) reads(devices(1, 2), id);
    await endDay();
    time = Date.parse('2026-07-31T12:00:00Z');
    await endDay();
    expect(await pairs()).toHaveLength(1);
    await endDay();
    expect(await pairs()).toEqual([]);
  });
});

describe('the lists of a brand', () => {
  it('are empty until readers were counted for 14 days', async () => {
    await usualDays(13);
    expect(await list('week')).toEqual([]);
    await usualDays(1);
    expect(await list('week')).toEqual([
      [1, 84],
      [2, 63],
      [3, 42],
    ]);
    expect(await listed('month')).toEqual([1, 2]);
  });

  it('are computed once per day, and written only if they change', async () => {
    await usualDays(25);
    const rows = () => rowsOf(opened.store.counts, 'living_lists', 'list, day');
    const before = await rows();
    expect(before).toContainEqual(['week', '2026-05-14']);
    await usualDays(1);
    expect((await rows()).filter(([name]) => name === 'week')).toEqual([['week', '2026-05-14']]);
    await opened.store.counts.exec('DELETE FROM living_lists');
    await statistics.closeDays();
    expect(await rows()).toEqual([]);
  });

  it('are the same when several processes compute them', async () => {
    await usualDays(13);
    reads(devices(0, 12), 1);
    await statistics.flush();
    time += DAY_MS;
    const other = start();
    await Promise.all([statistics.closeDays(), other.closeDays()]);
    await other.close();
    expect(await list('week')).toEqual([
      [1, 84],
      [2, 54],
      [3, 36],
    ]);
  });

  it('end when readers stay away', async () => {
    await usualDays(14);
    expect(await listed('week')).toEqual([1, 2, 3]);
    time += 9 * DAY_MS;
    await endDay();
    expect(await listed('week')).toEqual([]);
  });
});

describe('an attack', () => {
  it('by one device lists no book, and changes no order', async () => {
    await usualDays(30, () => {
      for (const id of [4, 3, 6, 1]) for (let time = 0; time < 20; time += 1) reads([device(999)], id);
    });
    expect(await listed('week')).toEqual([1, 2, 3]);
    expect(await listed('trending')).toEqual([]);
    expect(await listed('finished')).toEqual([]);
    expect(await listed('similar', 1)).toEqual([]);
  });

  it('by 200 devices of one network lists no book, and adds at most 21 readers a week', async () => {
    const network = Array.from({ length: 200 }, (_, index) => neighbour(index));
    await usualDays(21);
    await usualDays(9, () => {
      for (const id of [4, 6, 3]) reads(network, id);
    });
    expect(await list('week')).toEqual([
      [1, 84],
      [2, 63],
      [3, 42 + 21],
    ]);
    expect(await listed('trending')).toEqual([]);
    expect(await listed('finished')).toEqual([]);
    for (const id of [3, 4, 6]) expect(await listed('similar', id)).toEqual([]);
  });

  it('by a bought wave of two days changes nothing', async () => {
    await usualDays(21);
    const before = await Promise.all(['trending', 'week', 'month', 'finished', 'rising'].map((name) => list(name)));
    await usualDays(2, () => {
      for (const id of [3, 4, 6]) reads(devices(1000, 400), id);
    });
    expect(await list('week')).toEqual(before[1]);
    for (const name of ['trending', 'finished', 'rising']) expect(await list(name)).toEqual([]);
    for (const id of [3, 4, 6]) expect(await listed('similar', id)).toEqual([]);
  });

  it('by a bought wave of a week counts 20 readers a day more than the usual ones', async () => {
    await usualDays(30);
    await usualDays(7, () => reads(devices(1000, 400), 4));
    expect(await list('week')).toContainEqual([4, 140]);
    expect(await list('trending')).toEqual([[4, 660]]);
    expect((await listed('week')).filter((id) => id !== 4)).toEqual([1, 2, 3]);
  });
});
