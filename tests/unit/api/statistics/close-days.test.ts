import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDays } from '#src/api/statistics/close-days.ts';
import { insertInto } from '#src/api/store/insert.ts';
import { sql } from '#src/api/store/sql.ts';
import type { EmptyStore } from '../../../helpers/empty-store.ts';
import { openBooks, rowsOf } from './statistics-store.ts';

const NOW = new Date('2026-06-15T01:00:00Z');
let opened: EmptyStore;

beforeEach(async () => {
  opened = await openBooks();
  await put('salts', { day: '2026-06-14', salt: 'salt' });
});
afterEach(() => opened.close());

const put = (table: string, row: Record<string, string | number>) =>
  opened.store.counts.run(insertInto(`statistics_${table}`, row));
const rows = (table: string, columns: string) => rowsOf(opened.store.counts, `statistics_${table}`, columns);
const place = { brand: 'ash', section: 7 };

describe('closing a day', () => {
  it('adds up chapters, origins and words by month after 62 days', async () => {
    for (const period of ['2026-04', '2026-04-12', '2026-04-13', '2026-04-14']) {
      await put('chapters', {
        ...place,
        period,
        book_id: 1,
        chapter_id: 1,
        views: 3,
        reads: 2,
        devices: 2,
        readers: 1,
      });
      await put('origins', { ...place, period, book_id: 1, origin: '', views: 3 });
      await put('words', { ...place, period, key: 'x', word: 'X', times: 3, devices: period === '2026-04-12' ? 5 : 2 });
    }
    await closeDays(opened.store.counts, NOW);
    expect(await rows('chapters', 'period, views, reads, devices, readers')).toEqual([
      ['2026-04', 9, 6, 6, 3],
      ['2026-04-14', 3, 2, 2, 1],
    ]);
    expect(await rows('origins', 'period, views')).toEqual([
      ['2026-04', 9],
      ['2026-04-14', 3],
    ]);
    expect(await rows('words', 'period, times, devices')).toEqual([
      // The devices of several days may be the same, so the day with most devices counts.
      ['2026-04', 9, 5],
      ['2026-04-14', 3, 2],
    ]);
  });

  it('deletes counts after two years', async () => {
    for (const day of ['2024-06-13', '2024-06-14']) {
      await put('sites', { ...place, day, views: 1 });
      await put('books', { ...place, day, book_id: 1, views: 1 });
    }
    for (const period of ['2024-05', '2024-06']) {
      await put('chapters', { ...place, period, book_id: 1, chapter_id: 1, views: 1 });
      await put('origins', { ...place, period, book_id: 1, origin: '', views: 1 });
      await put('words', { ...place, period, key: 'x', word: 'x', times: 9, devices: 9 });
    }
    await closeDays(opened.store.counts, NOW);
    expect(await rows('sites', 'day')).toEqual([['2024-06-14']]);
    expect(await rows('books', 'day')).toEqual([['2024-06-14']]);
    for (const table of ['chapters', 'origins', 'words']) expect(await rows(table, 'period')).toEqual([['2024-06']]);
  });

  it('deletes words of former months that fewer than three devices searched for', async () => {
    for (const [key, devices] of [
      ['rare', 2],
      ['common', 3],
    ] as const)
      await put('words', { ...place, period: '2026-03', key, word: key, times: 9, devices });
    await put('words', { ...place, period: '2026-04-14', key: 'rare', word: 'rare', times: 9, devices: 1 });
    await closeDays(opened.store.counts, NOW);
    expect(await rows('words', 'period, key')).toEqual([
      ['2026-03', 'common'],
      ['2026-04-14', 'rare'],
    ]);
  });

  it('is done once by several processes, and not within ten minutes after midnight', async () => {
    const devices = { ...place, day: '2026-06-14', book_id: 1, has_read: 1 };
    for (const device of [1, 2])
      for (const chapter_id of [0, 1]) await put('devices', { ...devices, device, chapter_id });
    expect(await closeDays(opened.store.counts, new Date('2026-06-15T00:09:59Z'))).toEqual([]);
    await Promise.all([closeDays(opened.store.counts, NOW), closeDays(opened.store.counts, NOW)]);
    expect(await rows('books', 'day, devices, readers')).toEqual([['2026-06-14', 2, 2]]);
    expect(await closeDays(opened.store.counts, NOW)).toEqual([]);
  });

  it('continues after an interruption', async () => {
    const devices = { ...place, day: '2026-06-14', chapter_id: 0, device: 1, has_read: 0 };
    for (let book_id = 0; book_id < 50; book_id += 1) await put('devices', { ...devices, book_id });
    const { transaction } = opened.store.counts;
    let transactions = 0;
    opened.store.counts.transaction = (work) => {
      transactions += 1;
      return transactions > 2 ? Promise.reject(new Error('killed')) : transaction(work);
    };
    await expect(closeDays(opened.store.counts, NOW)).rejects.toThrow('killed');
    opened.store.counts.transaction = transaction;
    expect(await rows('books', 'sum(devices)')).toEqual([[20]]);
    expect(await closeDays(opened.store.counts, NOW)).toEqual(['2026-06-14']);
    expect(await rows('sites', 'devices')).toEqual([[1]]);
    expect(await rows('books', 'sum(devices)')).toEqual([[49]]);
    expect(await rows('devices', 'count(*)')).toEqual([[0]]);
  });

  it('counts the devices of a day whose salt is missing, as after restoring a dump without salts', async () => {
    await opened.store.counts.exec('DELETE FROM statistics_salts');
    const devices = { ...place, day: '2026-06-13', device: 1, has_read: 1 };
    for (const book_id of [0, 1]) await put('devices', { ...devices, book_id, chapter_id: 0 });
    await put('words', { ...place, period: '2026-06-13', key: 'x', word: 'x', times: 1 });
    await put('searchers', { ...place, day: '2026-06-13', key: 'x', device: 1 });
    await Promise.all([closeDays(opened.store.counts, NOW), closeDays(opened.store.counts, NOW)]);
    expect(await rows('sites', 'day, devices')).toEqual([['2026-06-13', 1]]);
    expect(await rows('books', 'book_id, devices')).toEqual([[1, 1]]);
    expect(await rows('words', 'devices')).toEqual([[1]]);
  });

  it('forgets processes that stored their last batch before that day', async () => {
    await put('batches', { process: 'old', batch: 3, day: '2026-06-13' });
    await put('batches', { process: 'new', batch: 9, day: '2026-06-14' });
    await closeDays(opened.store.counts, NOW);
    expect(
      (await opened.store.counts.all(sql`SELECT process FROM statistics_batches`)).map(({ process }) => process),
    ).toEqual(['new']);
  });
});
