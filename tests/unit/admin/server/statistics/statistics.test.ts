import { beforeEach, describe, expect, it } from 'vitest';
import { closeDays } from '#src/api/statistics/close-days.ts';
import { createStatistics } from '#src/api/statistics/index.ts';
import type { StatisticsEvent } from '#src/api/statistics/types.ts';
import type { Brand } from '#src/brand/registry.ts';
import { silentLog } from '#src/lib/log.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';
import { browser, read, search, view } from '../../../api/statistics/statistics-store.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

const BRANDS = [
  { id: 'ash', appName: 'Ash', hosts: [], locales: ['en'], statistics: true },
  { id: 'oak', appName: 'Oak', hosts: [], locales: ['en'] },
] as unknown as Brand[];

let test: TestAdmin;
let now: Date;
beforeEach(async () => {
  test = await startAdmin(
    (writer) =>
      writer.putBook(book('one', { title: 'Alpha', chapters: ['One', 'Two', 'Three'].map((name) => chapter(name)) })),
    { brands: async () => BRANDS },
  );
  now = new Date('2026-06-10T12:00:00Z');
  test.setNow(now);
  return () => test.close();
});

const get = async (path = '') => (await test.ask('GET', `/api/statistics${path}`, { as: 'editor' })).body.data;

/** Stores events of a day, from devices with these numbers. */
async function happen(day: string, events: readonly (readonly [device: number, event: StatisticsEvent])[]) {
  const at = new Date(`${day}T12:00:00Z`);
  const statistics = createStatistics({ store: test.store, log: silentLog, now: () => at });
  for (const [device, event] of events) statistics.count('ash', browser(device), event);
  await statistics.close();
}

describe('the statistics of a brand in the admin API', () => {
  it('have counts of 56 days, with the devices of today', async () => {
    await happen('2026-06-09', [
      [1, view(1, 1, 'https://a.example')],
      [2, view(1, 1, '')],
      [1, read(1, 1)],
    ]);
    await closeDays(test.store.counts, now);
    await happen('2026-06-10', [
      [1, view(1, 2, 'https://a.example')],
      [3, view(1, 1)],
      [3, { kind: 'sign-up', section: 7 }],
    ]);
    const { days, books, origins } = await get('/ash');
    expect(days).toHaveLength(56);
    expect([days[0].day, days[0].views]).toEqual(['2026-04-16', 0]);
    expect(days[54]).toMatchObject({ day: '2026-06-09', views: 2, devices: 2, reads: 1, readers: 1, signUps: 0 });
    expect(days[55]).toMatchObject({ day: '2026-06-10', views: 2, devices: 2, reads: 0, readers: 0, signUps: 1 });
    expect(books).toMatchObject([{ id: 1, title: 'Alpha', views: 4, devices: 4, reads: 1, readers: 1 }]);
    expect(origins).toEqual([
      { origin: 'https://a.example', views: 2 },
      { origin: '', views: 1 },
    ]);
  });

  it('have the readers of each chapter of a book, its finish rate and its referrers', async () => {
    await happen('2026-06-10', [
      ...[1, 2, 3, 4].map((device) => [device, read(1, 1)] as const),
      ...[1, 2].map((device) => [device, read(1, 2)] as const),
      [1, read(1, 3)],
      [1, view(1, 3, 'https://b.example')],
    ]);
    const data = await get('/ash/books/1');
    expect(
      data.chapters.map(({ number, title, views, readers }: Record<string, unknown>) => [
        number,
        title,
        views,
        readers,
      ]),
    ).toEqual([
      [1, 'One', 0, 4],
      [2, 'Two', 0, 2],
      [3, 'Three', 1, 1],
    ]);
    expect(data).toMatchObject({
      id: 1,
      title: 'Alpha',
      finishRate: 0.25,
      origins: [{ origin: 'https://b.example', views: 1 }],
    });
  });

  it('have no finish rate for a book whose first chapter nobody has read', async () => {
    expect((await get('/ash/books/1')).finishRate).toBeNull();
  });

  it('have the words without results that at least three devices searched for on one day', async () => {
    for (const day of ['2026-06-07', '2026-06-08', '2026-06-09']) await happen(day, [[1, search('own', 0)]]);
    await happen('2026-06-10', [
      ...[1, 2, 3].map((device) => [device, search('zebra', 0)] as const),
      ...[1, 1, 2].map((device) => [device, search('private', 0)] as const),
    ]);
    expect((await get('/ash')).words).toEqual([{ word: 'zebra', section: 7, times: 3, devices: 3 }]);
  });

  it('have the chapters that nobody has read, of books that were opened', async () => {
    await happen('2026-06-10', [
      [1, view(1, 2)],
      [1, read(1, 1)],
    ]);
    expect((await get('/ash')).unread).toEqual([{ id: 1, title: 'Alpha', chapters: 3, unread: 2, firstUnread: 2 }]);
  });

  it('exist only for brands that have statistics', async () => {
    expect(await get()).toEqual([{ id: 'ash', name: 'Ash' }]);
    for (const path of ['/oak', '/oak/books/1', '/none', '/ash/books/99', '/ash/books/x'])
      expect((await test.ask('GET', `/api/statistics${path}`, { as: 'owner' })).status).toBe(404);
    expect((await test.ask('GET', '/api/statistics/ash')).status).toBe(401);
  });
});
