import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Statistics } from '#src/api/statistics/index.ts';
import type { Database } from '#src/api/store/database.ts';
import type { EmptyStore } from '../../../helpers/empty-store.ts';
import { browser, openBooks, read, rowsOf, search, startStatistics, view } from './statistics-store.ts';

const DAY = '2026-03-01';
let opened: EmptyStore;
let statistics: Statistics;
let now: Date;

beforeEach(async () => {
  now = new Date(`${DAY}T12:00:00Z`);
  opened = await openBooks();
  statistics = startStatistics(opened.store, () => now);
});
afterEach(async () => {
  await statistics.close();
  await opened.close();
});

const rows = (table: string, columns: string) => rowsOf(opened.store.counts, `statistics_${table}`, columns);
const nextDay = () => (now = new Date('2026-03-02T00:11:00Z'));

describe('statistics', () => {
  it('count views and reads by language, book and chapter, with the language of the book', async () => {
    statistics.count('ash', browser(1), view(1, 1));
    statistics.count('ash', browser(1), view(1, 2));
    statistics.count('ash', browser(1), read(1, 1));
    statistics.count('ash', browser(2), view(2, 3));
    statistics.count('ash', browser(2), view(1, 0));
    statistics.count('ash', browser(2), view(0, 0));
    await statistics.flush();
    expect(await rows('sites', 'day, brand, section, views, reads')).toEqual([
      [DAY, 'ash', 7, 4, 1],
      [DAY, 'ash', 9, 1, 0],
    ]);
    expect(await rows('books', 'section, book_id, views, reads')).toEqual([
      [7, 1, 3, 1],
      [9, 2, 1, 0],
    ]);
    expect(await rows('chapters', 'period, book_id, chapter_id, views, reads')).toEqual([
      [DAY, 1, 1, 1, 1],
      [DAY, 1, 2, 1, 0],
      [DAY, 2, 3, 1, 0],
    ]);
  });

  it('count a device once per day and chapter, book and language', async () => {
    for (const event of [view(1, 1), view(1, 1), read(1, 1), view(1, 2), view(0, 0)])
      statistics.count('ash', browser(1), event);
    for (const event of [view(1, 1), view(1, 1)]) statistics.count('ash', browser(2), event);
    await statistics.flush();
    nextDay();
    await statistics.closeDays();
    expect(await rows('sites', 'views, devices, readers')).toEqual([[6, 2, 1]]);
    expect(await rows('books', 'book_id, views, devices, readers')).toEqual([[1, 5, 2, 1]]);
    expect(await rows('chapters', 'chapter_id, views, devices, readers')).toEqual([
      [1, 4, 2, 1],
      [2, 1, 1, 0],
    ]);
  });

  it('keep neither the salt nor the devices of a closed day', async () => {
    statistics.count('ash', browser(1), view(1, 1));
    statistics.count('ash', browser(1), search('no such book', 0));
    await statistics.flush();
    const stored = JSON.stringify(await rows('devices', 'device'));
    expect(stored).not.toContain('192.0.2.1');
    expect(await rows('salts', 'day')).toEqual([[DAY]]);
    nextDay();
    await statistics.closeDays();
    for (const table of ['salts', 'devices', 'searchers']) expect(await rows(table, 'day')).toEqual([]);
    expect(await rows('words', 'word, times, devices')).toEqual([['no such book', 1, 1]]);
  });

  it('give a device another number on another day and in another brand', async () => {
    for (const brand of ['ash', 'birch']) statistics.count(brand, browser(1), view(1, 1));
    await statistics.flush();
    now = new Date('2026-03-02T12:00:00Z');
    statistics.count('ash', browser(1), view(1, 1));
    await statistics.flush();
    expect(new Set((await rows('devices', 'device')).flat()).size).toBe(3);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'curl/8.14.1',
    'python-requests/2.32',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    '',
  ])('do not count the bot "%s"', async (userAgent) => {
    statistics.count('ash', { address: '192.0.2.9', userAgent }, view(1, 1));
    await statistics.flush();
    expect(await rows('sites', 'views')).toEqual([]);
  });

  it('count views of unknown books and chapters as views of other pages, and drop other events of them', async () => {
    for (const event of [view(99, 1), view(1, 3), view(1, 99), read(1, 3), read(99, 1)])
      statistics.count('ash', browser(1), event);
    statistics.count('ash', browser(1), { kind: 'unlock', section: 0, book: 2, chapter: 1 });
    await statistics.flush();
    expect(await rows('sites', 'section, views, reads, unlocks')).toEqual([[7, 3, 0, 0]]);
    expect(await rows('books', 'book_id')).toEqual([]);
  });

  it('count shelf additions, unlocks, sign-ups and searches', async () => {
    const sender = browser(1);
    statistics.count('ash', sender, { kind: 'shelved', section: 0, book: 2, chapter: 0 });
    statistics.count('ash', sender, { kind: 'unlock', section: 0, book: 2, chapter: 4 });
    statistics.count('ash', sender, { kind: 'sign-up', section: 9 });
    statistics.count('ash', sender, search('dragon', 3));
    statistics.count('ash', sender, search('  Über   alles ', 0));
    statistics.count('ash', browser(2), search('uber alles', 0));
    statistics.count('ash', browser(2), search('x'.repeat(61), 0));
    await statistics.flush();
    expect(await rows('sites', 'section, shelved, unlocks, searches, unanswered, sign_ups')).toEqual([
      [7, 0, 0, 4, 3, 0],
      [9, 1, 1, 0, 0, 1],
    ]);
    expect(await rows('books', 'book_id, shelved, unlocks')).toEqual([[2, 1, 1]]);
    expect(await rows('chapters', 'chapter_id, unlocks')).toEqual([[4, 1]]);
    expect(await rows('words', 'key, word, times')).toEqual([['uber alles', 'Über alles', 2]]);
    expect(await rows('searchers', 'key')).toEqual([['uber alles'], ['uber alles']]);
  });

  it('count views by book and referring origin', async () => {
    for (const origin of ['https://a.example', 'https://a.example', '', undefined])
      statistics.count('ash', browser(1), view(1, 1, origin));
    statistics.count('ash', browser(1), view(0, 0, 'https://a.example'));
    await statistics.flush();
    expect(await rows('origins', 'book_id, origin, views')).toEqual([
      [0, 'https://a.example', 1],
      [1, '', 1],
      [1, 'https://a.example', 2],
    ]);
  });

  it('store at most about 2,000 origins per brand and day', async () => {
    const add = async (from: number, to: number) => {
      for (let number = from; number < to; number += 1)
        statistics.count('ash', browser(1), view(0, 0, `https://${number}.example`));
      await statistics.flush();
    };
    await add(0, 1000);
    await add(1000, 2000);
    await add(1999, 2100);
    expect(await rows('origins', 'count(*), sum(views)')).toEqual([[2000, 2001]]);
    expect(await rows('sites', 'views')).toEqual([[2101]]);
  });
});

describe('a batch of statistics', () => {
  /** Makes the next transaction fail after its commit, as when the connection breaks before the answer arrives. */
  function loseNextAnswer(database: Database): void {
    const { transaction } = database;
    database.transaction = async (work) => {
      database.transaction = transaction;
      await transaction(work);
      throw new Error('Connection terminated');
    };
  }

  it('is stored once if the answer of the store is lost', async () => {
    statistics.count('ash', browser(1), view(1, 1));
    loseNextAnswer(opened.store.counts);
    await statistics.flush();
    statistics.count('ash', browser(1), view(1, 2));
    await statistics.flush();
    await statistics.flush();
    expect(await rows('sites', 'views')).toEqual([[2]]);
  });

  it('is stored later if the store fails', async () => {
    const { transaction } = opened.store.counts;
    opened.store.counts.transaction = () => Promise.reject(new Error('no space'));
    statistics.count('ash', browser(1), view(1, 1));
    await statistics.flush();
    opened.store.counts.transaction = transaction;
    expect(await rows('sites', 'views')).toEqual([]);
    await statistics.flush();
    expect(await rows('sites', 'views')).toEqual([[1]]);
  });

  it('is stored when the API stops', async () => {
    statistics.count('ash', browser(1), view(1, 1));
    await statistics.close();
    expect(await rows('sites', 'views')).toEqual([[1]]);
  });

  it('adds counts but no devices to a day that is closed', async () => {
    statistics.count('ash', browser(1), view(1, 1));
    await statistics.flush();
    statistics.count('ash', browser(2), view(1, 1));
    nextDay();
    const other = startStatistics(opened.store, () => now);
    await other.closeDays();
    await statistics.flush();
    await other.close();
    expect(await rows('sites', 'day, views, devices')).toEqual([[DAY, 2, 1]]);
    expect(await rows('devices', 'day')).toEqual([]);
  });

  it('stored after midnight counts its devices on the day of its events', async () => {
    now = new Date(`${DAY}T23:59:59Z`);
    statistics.count('ash', browser(1), view(1, 1));
    now = new Date('2026-03-02T00:00:01Z');
    await statistics.flush();
    await statistics.closeDays();
    expect(await rows('sites', 'day, views, devices')).toEqual([[DAY, 1, 0]]);
    nextDay();
    await statistics.closeDays();
    expect(await rows('sites', 'day, views, devices')).toEqual([[DAY, 1, 1]]);
  });
});
