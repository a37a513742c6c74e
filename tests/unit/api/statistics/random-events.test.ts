import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf, type StatisticsEvent } from '#src/api/statistics/types.ts';
import type { EmptyStore } from '../../../helpers/empty-store.ts';
import { browser, openBooks, read, rowsOf, search, startStatistics, view } from './statistics-store.ts';

let opened: EmptyStore;
beforeAll(async () => {
  opened = await openBooks();
});
afterAll(() => opened.close());

const TABLES = ['sites', 'books', 'chapters', 'origins', 'words', 'salts', 'devices', 'searchers', 'batches'];

const START = Date.parse('2026-03-01T21:00:00Z');
const DEVICES = 4;

/** What happens next: an event in a process, or what the processes do with the events. */
type Step =
  | { readonly do: 'count'; readonly process: number; readonly device: number; readonly event: StatisticsEvent }
  | { readonly do: 'flush' | 'lose answer' | 'crash'; readonly process: number }
  | { readonly do: 'wait'; readonly minutes: number };

const process = fc.integer({ min: 0, max: 1 });
const event = fc.oneof(
  fc.constantFrom(view(1, 1), view(1, 2), view(1, 0), view(2, 3), view(0, 0)),
  fc.constantFrom(read(1, 1), read(1, 2), read(2, 3)),
  fc.constantFrom(search('dragon', 1), search('zebra', 0)),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      process,
      device: fc.integer({ min: 1, max: DEVICES }),
      event,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('flush' as const, 'lose answer' as const), process }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), process }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }) },
);

interface Counted {
  readonly day: string;
  readonly device: number;
  readonly event: StatisticsEvent;
}

/** Counts by day and chapter: views, reads, devices and readers. */
function chaptersOf(events: readonly Counted[]): unknown[][] {
  const rows = new Map<string, { views: number; reads: number; devices: Set<number>; readers: Set<number> }>();
  for (const { day, device, event: one } of events) {
    if ((one.kind !== 'view' && one.kind !== 'read') || one.chapter === 0) continue;
    const key = `${day} ${one.chapter}`;
    const row = rows.get(key) ?? { views: 0, reads: 0, devices: new Set(), readers: new Set() };
    rows.set(key, row);
    row.devices.add(device);
    if (one.kind === 'view') row.views += 1;
    else {
      row.reads += 1;
      row.readers.add(device);
    }
  }
  return [...rows]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { views, reads, devices, readers }]) => {
      const [day, chapter] = key.split(' ');
      return [day, Number(chapter), views, reads, devices.size, readers.size];
    });
}

/** Runs the steps. @returns the events that were stored before a crash, and the rows in the store at the end */
async function run(steps: readonly Step[]) {
  const { counts } = opened.store;
  await counts.exec(TABLES.map((table) => `DELETE FROM statistics_${table};`).join(' '));
  let time = START;
  const now = () => new Date(time);
  const start = () => ({ statistics: startStatistics(opened.store, now), waiting: [] as Counted[] });
  const processes = [start(), start()];
  const stored: Counted[] = [];
  const flush = async (index: number) => {
    const one = processes[index] as (typeof processes)[number];
    await one.statistics.flush();
    stored.push(...one.waiting.splice(0));
  };
  for (const next of steps) {
    if (next.do === 'wait') {
      // Processes store their events every two seconds.
      for (const index of [0, 1]) await flush(index);
      time += next.minutes * 60_000;
      await processes[0]?.statistics.closeDays();
      continue;
    }
    const one = processes[next.process] as (typeof processes)[number];
    if (next.do === 'count') {
      one.statistics.count('ash', browser(next.device), next.event);
      one.waiting.push({ day: dayOf(now()), device: next.device, event: next.event });
    }
    if (next.do === 'lose answer' && one.waiting.length > 0) {
      const { transaction } = counts;
      counts.transaction = async (work) => {
        counts.transaction = transaction;
        await transaction(work);
        throw new Error('Connection terminated');
      };
      await flush(next.process);
      await one.statistics.flush();
    }
    if (next.do === 'flush') await flush(next.process);
    // A process that is killed takes the events with it that it has not stored.
    if (next.do === 'crash') processes[next.process] = start();
  }
  for (const index of [0, 1]) await flush(index);
  time += 2 * 86_400_000;
  await Promise.all(processes.map(({ statistics }) => statistics.closeDays()));
  const columns = 'period, chapter_id, views, reads, devices, readers';
  return {
    stored,
    chapters: await rowsOf(counts, 'statistics_chapters', columns),
    sites: await rowsOf(
      counts,
      'statistics_sites',
      'sum(views) AS views, sum(reads) AS reads, sum(searches) AS searches, sum(unanswered) AS unanswered',
    ),
  };
}

it('counts of two processes that crash and lose answers equal an independent count of the stored events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const { stored, chapters, sites } = await run(steps);
      expect(chapters).toEqual(chaptersOf(stored));
      const number = (matches: (one: StatisticsEvent) => boolean) => stored.filter((one) => matches(one.event)).length;
      if (stored.length > 0)
        expect(sites).toEqual([
          [
            number(({ kind }) => kind === 'view'),
            number(({ kind }) => kind === 'read'),
            number(({ kind }) => kind === 'search'),
            number((one) => one.kind === 'search' && one.results === 0),
          ],
        ]);
    }),
    { numRuns: 30 },
  );
}, 120_000);
