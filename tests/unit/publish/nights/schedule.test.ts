import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NightTime } from '#src/brand/night-time.ts';
import { openSql } from '#src/lib/sqlite.ts';
import { beginNight, type NightEnd, type ScheduleOptions, startSchedule } from '#src/publish/nights/index.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';

const END: NightEnd = {
  outcome: 'published',
  exitCode: 0,
  release: 'r1',
  seconds: {},
  pages: null,
  kinds: {},
  bytes: null,
  upstream: { calls: 0, retries: 0, errors: 0 },
  reasons: [],
};
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-schedule-'));
  vi.useFakeTimers({ now: new Date('2026-05-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(state, { recursive: true, force: true });
});

const brandsAt = (at: string, ...brands: string[]) => brands.map((brand) => ({ brand, at, timeZone: 'UTC' }));

/** Starts a schedule whose rebuilds take `nightMs` and are recorded like real ones. */
function scheduled(options: Partial<ScheduleOptions> & Pick<ScheduleOptions, 'nights'>, nightMs = MINUTE) {
  const { log, lines } = recordingLog();
  const runs: string[] = [];
  let maxConcurrent = 0;
  let now = 0;
  const schedule = startSchedule({
    state,
    atOnce: 1,
    delayMs: 0,
    log,
    async run(brand, stop) {
      runs.push(`${brand} ${new Date().toISOString().slice(5, 16)}`);
      maxConcurrent = Math.max(maxConcurrent, ++now);
      const record = beginNight({ state, brand, mode: 'night', log });
      await new Promise<void>((resolve) => {
        setTimeout(resolve, nightMs);
        stop.addEventListener('abort', () => resolve());
      });
      now -= 1;
      record.end(stop.aborted ? { ...END, outcome: 'failed', reasons: ['ended'] } : END);
    },
    ...options,
  });
  return { schedule, runs, lines, maxConcurrent: () => maxConcurrent };
}

/** Records a run that has taken place earlier. */
function earlier(brand: string, started: string, end: NightEnd | undefined = END, mode: 'night' | 'pages' = 'night') {
  const { log } = recordingLog();
  beginNight({ state, brand, mode, log, now: () => new Date(started) }).end(end);
}

function edit(sql: string) {
  const database = openSql(join(state, 'nights.db'));
  database.exec(sql);
  database.close();
}

describe('the schedule of nightly rebuilds', () => {
  it("starts each brand's rebuild at the brand's own time, every night", async () => {
    for (const brand of ['one', 'two']) earlier(brand, '2026-05-01T11:00:00.000Z');
    const nights = [...brandsAt('15 3 * * *', 'one'), { brand: 'two', at: '0 4 * * *', timeZone: 'Europe/Berlin' }];
    const { schedule, runs } = scheduled({ nights });
    await vi.advanceTimersByTimeAsync(36 * HOUR);
    expect(runs).toEqual(['two 05-02T02:00', 'one 05-02T03:15']);
    await vi.advanceTimersByTimeAsync(24 * HOUR);
    expect(runs.slice(2)).toEqual(['two 05-03T02:00', 'one 05-03T03:15']);
    await schedule.close();
  });

  it.each([
    ['ran after the scheduled time', () => earlier('one', '2026-05-01T03:15:01.000Z'), 0],
    ['ran at exactly the scheduled time', () => earlier('one', '2026-05-01T03:15:00.000Z'), 0],
    ['failed and was reported', () => earlier('one', '2026-05-01T03:15:01.000Z', { ...END, outcome: 'failed' }), 0],
    ['does not exist', () => {}, 1],
    ['ran the day before', () => earlier('one', '2026-04-30T03:15:00.000Z'), 1],
    ['was a correction', () => earlier('one', '2026-05-01T11:00:00.000Z', END, 'pages'), 1],
    ['belonged to another brand', () => earlier('two', '2026-05-01T11:00:00.000Z'), 1],
    [
      'was killed',
      () => {
        earlier('one', '2026-05-01T03:15:01.000Z');
        edit("UPDATE nights SET outcome = NULL, process = '1:1'");
      },
      1,
    ],
    ['cannot be looked up', () => writeFileSync(join(state, 'nights.db'), 'no database '.repeat(500)), 1],
  ])('decides at its start whether to rebuild if the last run %s', async (_, before, runCount) => {
    before();
    const { schedule, runs } = scheduled({ nights: brandsAt('15 3 * * *', 'one') });
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(runs).toEqual(runCount ? ['one 05-01T12:00'] : []);
    await schedule.close();
  });

  it('starts one rebuild after several missed nights, even if the machine was suspended', async () => {
    earlier('one', '2026-05-01T11:00:00.000Z');
    const { schedule, runs } = scheduled({ nights: brandsAt('15 3 * * *', 'one') });
    vi.setSystemTime(new Date('2026-05-05T09:00:00Z'));
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(runs).toEqual([expect.stringMatching(/^one 05-05T09:00/)]);
    await schedule.close();
  });

  it.each([1, 2, 3])('rebuilds %i brands concurrently', async (atOnce) => {
    const { schedule, runs, maxConcurrent } = scheduled({
      nights: brandsAt('15 3 * * *', 'a', 'b', 'c', 'd', 'e'),
      atOnce,
    });
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(runs).toHaveLength(5);
    expect(maxConcurrent()).toBe(atOnce);
    await schedule.close();
  });

  it('delays each rebuild by a random time, up to the limit', async () => {
    const shares = [0, 0.5, 0.999];
    const random = () => shares.shift() ?? 0;
    const { schedule, runs } = scheduled({
      nights: brandsAt('15 3 * * *', 'a', 'b', 'c'),
      delayMs: 10 * MINUTE,
      random,
    });
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(runs).toEqual(['a 05-01T12:00', 'b 05-01T12:05', 'c 05-01T12:09']);
    await schedule.close();
  });

  it("skips a rebuild while the brand's previous rebuild is still running, and logs the skip", async () => {
    const { schedule, runs, lines, maxConcurrent } = scheduled({ nights: brandsAt('0 * * * *', 'one') }, 150 * MINUTE);
    await vi.advanceTimersByTimeAsync(4 * HOUR);
    expect(runs).toEqual(['one 05-01T12:00', 'one 05-01T15:00']);
    expect(maxConcurrent()).toBe(1);
    expect(lines.filter((line) => line.includes('still running'))).toHaveLength(3);
    await schedule.close();
  });

  it('waits for a run started by hand, and skips the nightly rebuild if that run has published the site', async () => {
    const { log } = recordingLog();
    const byHand = beginNight({ state, brand: 'one', mode: 'night', log });
    const { schedule, runs, lines } = scheduled({ nights: brandsAt('15 3 * * *', 'one') });
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(runs).toEqual([]);
    byHand.end(END);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(runs).toEqual([]);
    expect(lines).toEqual([expect.stringContaining('another run has already done it')]);
    await vi.advanceTimersByTimeAsync(24 * HOUR);
    expect(runs).toEqual(['one 05-02T03:15']);
    await schedule.close();
  });

  it('continues after a rebuild that failed to start', async () => {
    const run = vi.fn().mockRejectedValueOnce(new Error('no process')).mockResolvedValue(undefined);
    const { schedule, lines } = scheduled({ nights: brandsAt('0 * * * *', 'one'), run });
    await vi.advanceTimersByTimeAsync(HOUR + MINUTE);
    expect(run).toHaveBeenCalledTimes(2);
    expect(lines).toEqual([expect.stringMatching(/"error".*could not start: no process/)]);
    await schedule.close();
  });

  it('stops all rebuilds in progress when it is closed, and starts no further rebuilds', async () => {
    const { schedule, runs } = scheduled({
      nights: brandsAt('0 * * * *', 'a', 'b', 'c'),
      delayMs: MINUTE,
      random: () => 0.5,
    });
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(runs).toEqual(['a 05-01T12:00']);
    await schedule.close();
    await vi.advanceTimersByTimeAsync(24 * HOUR);
    expect(runs).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the time of a brand's nightly rebuild", () => {
  const isTaken = (night: unknown) => v.safeParse(NightTime, night).success;

  it.each(['15 3 * * *', '*/30 2-5 * * 1-5', '0 0 1 * *'])('accepts "%s"', (at) => {
    expect(isTaken({ at, timeZone: 'Europe/Berlin' })).toBe(true);
  });

  it.each(['', '03:15', '61 3 * * *', '0 15 3 * * *', '@daily', '0 0 30 2 *'])('rejects "%s"', (at) => {
    expect(isTaken({ at })).toBe(false);
  });

  it('is rejected if the time zone does not exist', () => {
    expect(isTaken({ at: '15 3 * * *', timeZone: 'Mars/Olympus' })).toBe(false);
  });
});
